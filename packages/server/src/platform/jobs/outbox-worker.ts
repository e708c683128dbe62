import type { Logger } from "pino";
import type { Db } from "../db/database.ts";
import type { OutboxKind } from "../db/tables/outbox-payloads.ts";
import { leaseOutbox, markDone, markFailed, type OutboxEntries } from "./outbox-store.ts";
import { deliveryRetries, retryDelaySeconds } from "./retry-policy.ts";

const batchSize = 20;
const leaseSeconds = 60;
/** Polls without a wake-up too: other nodes add entries. */
const pollMs = 1_000;

const maxReasonLength = 500;

export interface OutboxWorker {
  /** Checks for entries now. */
  wake(): void;
  /** Stops and waits for deliveries in progress. */
  close(): Promise<void>;
}

/** Delivers outbox entries of these kinds, each at least once. */
export function startOutboxWorker<Kind extends OutboxKind>(
  db: Db,
  log: Logger,
  kinds: readonly Kind[],
  deliver: (entry: OutboxEntries[Kind]) => Promise<void>,
): OutboxWorker {
  let closed = false;
  let isWoken = false;
  let wakeUp: () => void = () => undefined;

  async function attempt(entry: OutboxEntries[Kind]): Promise<void> {
    try {
      await deliver(entry);
      await markDone(db, entry);
    } catch (error) {
      const reason = withoutAddresses(error instanceof Error ? error.message : String(error));
      const delay = retryDelaySeconds(entry.attempts, deliveryRetries);
      log.warn(
        {
          event: "outbox-failed",
          id: entry.id,
          kind: entry.kind,
          attempts: entry.attempts,
          reason,
          parked: delay === undefined,
        },
        "outbox",
      );
      await markFailed(db, entry, reason, delay);
    }
  }

  async function run(): Promise<void> {
    while (!closed) {
      isWoken = false;
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
      if (isWoken || closed) continue;
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
      isWoken = true;
      wakeUp();
    },
    async close() {
      closed = true;
      wakeUp();
      await running;
    },
  };
}

/** Removes the recipients that mail servers repeat. Source: security requirements §9.7. */
function withoutAddresses(reason: string): string {
  return reason.slice(0, maxReasonLength).replace(/[^\s<>"'(),:;]*@[^\s<>"'(),:;]*/g, "(address)");
}
