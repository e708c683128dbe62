import type { Logger } from "pino";
import type { Db } from "../db/database.ts";
import { deleteExpired } from "./cleanup-store.ts";

const intervalMs = 30 * 60_000;

/** Deletes expired rows every half hour. */
export function startCleanup(db: Db, log: Logger): { close(): void } {
  const run = () =>
    deleteExpired(db).catch((error: unknown) =>
      log.warn({ event: "sweep-failed", reason: error instanceof Error ? error.message : String(error) }, "sweeper"),
    );
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
