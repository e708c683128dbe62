import type { Logger } from "pino";
import type { Db } from "../db/database.ts";
import { leaseOutbox, markDone, markFailed, type OutboxEntry } from "../events/outbox.ts";

const batchSize = 20;
const leaseSeconds = 60;
/** Every node looks this often even when nobody told it of work. */
const pollMs = 1_000;
/** Waits between tries, seconds: one minute to one day, then the entry is parked. Source: security requirements §8. */
const retrySeconds = [60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400];

const reasonMaxLength = 500;

export interface OutboxWorker {
  /** Looks for work now. */
  wake(): void;
  /** Stops taking work and waits for what is under way. */
  close(): Promise<void>;
}

/** Carries out what waits in the outbox, each entry at least once, whatever fails in between. */
export function startOutboxWorker(db: Db, log: Logger, deliver: (entry: OutboxEntry) => Promise<void>): OutboxWorker {
  let closed = false;
  let woken = false;
  let wakeUp: () => void = () => undefined;

  async function attempt(entry: OutboxEntry): Promise<void> {
    try {
      await deliver(entry);
      await markDone(db, entry);
    } catch (error) {
      const reason = withoutAddresses(error instanceof Error ? error.message : String(error));
      const wait = retrySeconds[entry.attempts - 1];
      log.warn(
        {
          event: "outbox-failed",
          id: entry.id,
          kind: entry.kind,
          attempts: entry.attempts,
          reason,
          parked: wait === undefined,
        },
        "outbox",
      );
      await markFailed(db, entry, reason, wait === undefined ? undefined : wait * (0.9 + Math.random() * 0.2));
    }
  }

  async function run(): Promise<void> {
    while (!closed) {
      woken = false;
      try {
        const entries = await leaseOutbox(db, batchSize, leaseSeconds);
        await Promise.all(entries.map(attempt));
        if (entries.length > 0) continue;
      } catch (error) {
        log.warn(
          { event: "outbox-unavailable", reason: error instanceof Error ? error.message : String(error) },
          "outbox",
        );
      }
      if (woken || closed) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const running = run();
  return {
    wake() {
      woken = true;
      wakeUp();
    },
    async close() {
      closed = true;
      wakeUp();
      await running;
    },
  };
}

/** Why a delivery failed, without the recipients that mail servers repeat. Source: security requirements §9.7. */
function withoutAddresses(reason: string): string {
  return reason.slice(0, reasonMaxLength).replace(/[^\s<>"'(),:;]*@[^\s<>"'(),:;]*/g, "(address)");
}
