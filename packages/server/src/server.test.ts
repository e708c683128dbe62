import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, expect, inject, it, vi } from "vitest";
import { createTestDatabase, dropTestDatabase } from "../test/embedded-engine.ts";
import { AppDefinitionError } from "./auth/apps/app-addresses.ts";
import { openDatabase } from "./platform/db/database.ts";
import { createServer } from "./server.ts";

const engine = inject("engine");
const database = await createTestDatabase(engine, inject("template"));
const observer = openDatabase(database.connection, () => undefined, 1);
afterAll(async () => {
  await observer.destroy();
  await dropTestDatabase(engine, database);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Open handles, without the timers of the test runner. */
const countHandles = () => process.getActiveResourcesInfo().filter((type) => type !== "Timeout").length;

/** Fails in the job queue only: servers of other tests may create controllers, too. */
function rejectControllers(): void {
  const Original = AbortController;
  vi.spyOn(globalThis, "AbortController").mockImplementation(function createController() {
    if (new Error().stack?.includes("job-queue")) throw new TypeError("no controller");
    return new Original();
  });
}

it.each([
  ["the configuration is invalid", { publicUrl: "x", smtpUrl: "smtp://localhost" }, undefined, AppDefinitionError],
  ["a worker cannot be started after others", {}, rejectControllers, TypeError],
])("leaves no connections, workers, and handles if %s", async (_, invalid, prepare, reason) => {
  prepare?.();
  const others = sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await others.execute(observer);
  const before = countHandles();
  const written = vi.fn();
  const config = {
    connection: database.connection,
    secretKey: Buffer.alloc(32, 7),
    publicUrl: "http://localhost:4000",
    siteUrl: "http://localhost:4000",
    mailFrom: "Porchlight <porchlight@localhost>",
    mediaDir: join(tmpdir(), `porchlight-media-${randomUUID()}`),
    backupDir: join(tmpdir(), `porchlight-backups-${randomUUID()}`),
    production: false,
    logger: pino({ level: "warn" }, { write: written }),
    ...invalid,
  };
  await expect(createServer(config)).rejects.toThrow(reason);
  await vi.waitUntil(async () => (await others.execute(observer)).rows.length === 0);
  await expect.poll(countHandles).toBeLessThanOrEqual(before);
  // A worker that is still running would report the closed pool.
  expect(written).not.toHaveBeenCalled();
});
