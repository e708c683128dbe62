import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { enqueueOutboxEntry } from "../jobs/outbox-store.ts";
import { createMetrics } from "./metrics.ts";

const server = await createTestServer();

/** Samples by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const { status, body } = await server.call("GET", "/metrics");
  expect(status).toBe(200);
  const samples = new Map<string, number>();
  for (const line of (body as string).split("\n").filter((text) => text !== "" && !text.startsWith("#"))) {
    const [, name = "", value] = /^([a-zA-Z_:][\w:]*(?:\{(?:\w+="(?:[^"\\]|\\.)*",?)*\})?) (\S+)$/.exec(line) ?? [];
    expect([line, name]).not.toEqual([line, ""]);
    samples.set(name, Number(value));
  }
  return samples;
}

const countOf = (method: string, route: string, status: string) =>
  `porchlight_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

describe("metrics", () => {
  it("are read once for concurrent callers", async () => {
    let reads = 0;
    const metrics = await createMetrics({
      jobs: async () => [],
      databaseConnections: () => ({ busy: 0, idle: 0, wanted: 0 }),
      replicas: () => ({ usable: 0, unavailable: 0 }),
      databaseSize: async () => ++reads,
      passwordHashes: () => ({ running: 0, waiting: 0 }),
    });
    await Promise.all([metrics.read(), metrics.read()]);
    expect((await metrics.read()).text).toContain("porchlight_database_size_bytes 2");
  });
});

describe("GET /metrics", () => {
  it("returns Prometheus text that other origins cannot read", async () => {
    const { headers } = await server.call("GET", "/metrics");
    expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect([headers.get("access-control-allow-origin"), headers.get("cache-control")]).toEqual([null, "no-store"]);
  });

  it("counts requests by route pattern", async () => {
    const token = await server.visitorToken();
    await server.call("GET", "/v3/posts/slugs/a-private-affair", { token });
    await server.call("GET", "/v3/posts/slugs/another", { token });
    await server.call("DELETE", "/v3/posts", { token });
    await server.call("GET", "/nowhere/a-private-affair");
    await server.call("GET", "/v3/posts", { token: "not a token" });
    await server.call("PROPFIND", "/v3/posts", { token });
    const samples = await scrape();
    expect(samples.get(countOf("GET", "/v3/posts/slugs/:slug", "4xx"))).toBe(2);
    expect(samples.get(countOf("DELETE", "/v3/posts", "4xx"))).toBe(1);
    expect(samples.get(countOf("GET", "none", "4xx"))).toBe(1);
    expect(samples.get(countOf("GET", "/v3/posts", "4xx"))).toBe(1);
    expect(samples.get(countOf("other", "/v3/posts", "4xx"))).toBe(1);
    expect(samples.get(countOf("POST", "/oauth2/token", "2xx"))).toBe(1);
    expect([...samples.keys()].join("\n")).not.toContain("private");
  });

  it("has no label value that a client chose, and no more series after other requests", async () => {
    const { body: document } = await server.call("GET", "/openapi.json");
    const paths = Object.keys(document.paths).filter((path) => path.includes("{"));
    expect(paths.length).toBeGreaterThan(50);
    const token = await server.visitorToken();
    const visit = async (value: string) => {
      for (const path of paths) await server.call("GET", path.replaceAll(/\{\w+\}/g, value), { token });
      for (const other of [`/${value}`, `/v3/posts?${value}=${value}`, `/blog/${value}.xml`, `/media/${value}`])
        for (const method of ["GET", "POST", value.toUpperCase()]) await server.call(method, other, { token });
      return [...(await scrape()).keys()];
    };
    await scrape();
    const first = await visit("first-marker");
    const second = await visit("second-marker");
    expect([...first, ...second].join("\n")).not.toMatch(/marker/i);
    const ofRequests = (names: string[]) => names.filter((name) => name.startsWith("porchlight_http_"));
    expect(ofRequests(second)).toEqual(ofRequests(first));
  });

  it("contains jobs, database connections, password queue and process", async () => {
    const { db, site } = server.context;
    const mail = { to: "ada@example.com", subject: "s", text: "t", html: "h" };
    await db.transaction().execute(async (tx) => {
      await enqueueOutboxEntry(tx, site.id, "mail", mail, new Date());
      await sql`update pgboss.job set state = 'failed' where name = 'mail'`.execute(tx);
    });
    const samples = await scrape();
    expect(samples.get('porchlight_jobs{kind="mail",state="failed"}')).toBe(1);
    expect(samples.get('porchlight_jobs{kind="mail",state="waiting"}')).toBe(0);
    expect(samples.get('porchlight_jobs{kind="import-export",state="running"}')).toBe(0);
    expect(samples.get('porchlight_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(samples.get('porchlight_database_connections{state="wanted"}')).toBe(0);
    expect(samples.get('porchlight_password_hashes{state="waiting"}')).toBe(0);
    expect(samples.get('porchlight_replicas{state="usable"}')).toBe(0);
    expect(samples.get('porchlight_replicas{state="unavailable"}')).toBe(0);
    expect(samples.get("porchlight_database_size_bytes")).toBeGreaterThan(1_000_000);
    expect(samples.get("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  });

  it("counts waiting password hashes", async () => {
    const { passwords } = server.context;
    const hashes = Array.from({ length: 8 }, (_, n) => passwords.hash(`password ${n}`));
    expect(passwords.load().running + passwords.load().waiting).toBe(8);
    const samples = await scrape();
    expect(samples.has('porchlight_password_hashes{state="running"}')).toBe(true);
    await Promise.all(hashes);
    expect(passwords.load()).toEqual({ running: 0, waiting: 0 });
  });
});

describe("a server with external metrics", () => {
  it("does not serve /metrics", async () => {
    const apart = await createTestServer({ externalMetrics: true });
    expect((await apart.call("GET", "/metrics")).status).toBe(404);
    expect((await apart.metrics.read()).text).toContain("porchlight_http_request_duration_seconds");
  });
});
