import type { Logger } from "pino";
import type { Db } from "../db/database.ts";
import { leaseOutbox, markDone, markFailed, type OutboxEntries, type OutboxKind } from "./outbox-store.ts";
import { deliveryRetries, retryDelaySeconds } from "./retry-policy.ts";

const batchSize = 20;
const leaseSeconds = 60;
/** Every node looks this often even when nobody told it of work. */
const pollMs = 1_000;

const reasonMaxLength = 500;

export interface OutboxWorker {
  /** Looks for work now. */
  wake(): void;
  /** Stops taking work and waits for what is under way. */
  close(): Promise<void>;
}

/** Carries out what of these kinds waits in the outbox, each entry at least once, whatever fails in between. */
export function startOutboxWorker<Kind extends OutboxKind>(
  db: Db,
  log: Logger,
  kinds: readonly Kind[],
  deliver: (entry: OutboxEntries[Kind]) => Promise<void>,
): OutboxWorker {
  let closed = false;
  let woken = false;
  let wakeUp: () => void = () => undefined;

  async function attempt(entry: OutboxEntries[Kind]): Promise<void> {
    try {
      await deliver(entry);
      await markDone(db, entry);
    } catch (error) {
      const reason = withoutAddresses(error instanceof Error ? error.message : String(error));
      const wait = retryDelaySeconds(entry.attempts, deliveryRetries);
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
      await markFailed(db, entry, reason, wait);
    }
  }

  async function run(): Promise<void> {
    while (!closed) {
      woken = false;
      try {
        const entries = await leaseOutbox(db, kinds, batchSize, leaseSeconds);
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
