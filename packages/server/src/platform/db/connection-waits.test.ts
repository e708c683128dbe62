import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { acquireConnection, observeConnectionWaits } from "./connection-waits.ts";
import { poolOf } from "./database.ts";

const { context } = await createTestServer();
const pool = new pg.Pool({ ...poolOf(context.db)!.options, max: 1 });
afterAll(() => pool.end());

describe("waits for connections", () => {
  it("report the shortest wait since the last read", async () => {
    const shortestWait = observeConnectionWaits(pool);
    expect(shortestWait()).toBe(0);
    const first = await acquireConnection(pool);
    shortestWait();
    const waiting = acquireConnection(pool);
    await new Promise((resolve) => setTimeout(resolve, 20));
    first.release();
    const second = await waiting;
    expect(shortestWait()).toBeGreaterThan(10);
    expect(shortestWait()).toBe(0);
    second.release();
  });
});
