import { createTestServer } from "@porchlight/server/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { logSlowQueries } from "./slow-query-log.ts";

const server = await createTestServer();
const lines: Record<string, unknown>[] = [];
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
const slow = (value: string) => sql`select pg_sleep(0.15), ${value}::text as slow_marker`;
const logged = () => lines.filter(({ statement }) => String(statement).includes("slow_marker"));

let end = () => {};
afterEach(() => end());

describe("logSlowQueries", () => {
  it("logs statements above the threshold, without values", async () => {
    end = logSlowQueries(log, 60_000);
    await sql`select ${"fast"}::text as slow_marker`.execute(server.context.db);
    end();
    end = logSlowQueries(log, 100);
    await slow("ada@example.com").execute(server.context.db);
    expect(logged()).toMatchObject([
      { event: "slow-query", level: 40, statement: "select pg_sleep(0.15), $1::text as slow_marker" },
    ]);
    expect(JSON.stringify(lines)).not.toContain("ada@");
  });

  it("logs slow statements that fail, and nothing after its end", async () => {
    lines.length = 0;
    end = logSlowQueries(log, 100);
    const failing = sql`select pg_sleep(0.15), 1 / (random() * 0)::int as slow_marker`.execute(server.context.db);
    await expect(failing).rejects.toThrow();
    end();
    await slow("x").execute(server.context.db);
    expect(logged().map(({ failed }) => failed)).toEqual([true]);
  });

  it("names the request that waited", async () => {
    lines.length = 0;
    end = logSlowQueries(log, 0);
    const token = await server.visitorToken();
    const { headers } = await server.call("GET", "/v3/posts", { token });
    const id = headers.get("x-wix-request-id");
    expect(lines.filter(({ requestId }) => requestId === id).length).toBeGreaterThan(0);
  });
});
