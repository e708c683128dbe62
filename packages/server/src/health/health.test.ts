import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";
import { countConnections } from "../platform/db/database.ts";

const server = await createTestServer();
const { db } = server.context;
const ready = () => server.call("GET", "/readyz");

describe("/readyz", () => {
  it("returns 503 quickly and with one connection while the database is blocked, then 200", async () => {
    const tx = await db.startTransaction().execute();
    await sql`lock table migrations in access exclusive mode`.execute(tx);
    const answers = await Promise.all([ready(), ready(), ready()]);
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(
      Array.from({ length: 3 }, () => [503, "unavailable"]),
    );
    expect(Number(answers[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await server.call("GET", "/healthz")).status).toBe(200);
    // One connection holds the lock, one runs the check; background work may have another for a moment.
    await expect.poll(() => countConnections(db).busy).toBeLessThanOrEqual(2);
    await tx.rollback().execute();
    await expect.poll(async () => (await ready()).status).toBe(200);
  });

  it.each(["/healthz", "/readyz"])("forbids caching of %s", async (path) => {
    expect((await server.call("GET", path)).headers.get("cache-control")).toBe("no-store");
  });
});
