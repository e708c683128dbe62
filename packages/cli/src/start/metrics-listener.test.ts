import type { Metrics } from "@porchlight/server";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { Failure } from "../runtime/errors/failure.ts";
import type { HttpServer } from "./http-server.ts";
import { startMetricsListener, withSiteMetrics } from "./metrics-listener.ts";

const observed: Parameters<Metrics["observeRequest"]>[0][] = [];
const metrics: Metrics = {
  countShedRequest: () => undefined,
  observeRequest: (request) => observed.push(request),
  read: async () => ({ text: "up 1\n", contentType: "text/plain; version=0.0.4" }),
  collect: async () => [],
};
const options = { host: "127.0.0.1", port: 0, metrics, log: pino({ level: "silent" }) };

const listeners: HttpServer[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close(0);
});

describe("startMetricsListener", () => {
  it("serves only /metrics", async () => {
    const listener = await startMetricsListener(options);
    listeners.push(listener);
    const get = (path: string, method = "GET") => fetch(`http://127.0.0.1:${listener.port}${path}`, { method });
    const found = await get("/metrics");
    expect([await found.text(), found.headers.get("content-type")]).toEqual(["up 1\n", "text/plain; version=0.0.4"]);
    expect((await get("/metrics", "POST")).status).toBe(405);
    expect((await get("/")).status).toBe(404);
    expect((await get("/v3/posts")).status).toBe(404);
  });

  it("describes an occupied port in one sentence", async () => {
    const listener = await startMetricsListener(options);
    listeners.push(listener);
    const second = startMetricsListener({ ...options, port: listener.port });
    await expect(second).rejects.toThrow(Failure);
    await expect(second).rejects.toThrow(/^METRICS_PORT cannot be used: /);
  });
});

describe("withSiteMetrics", () => {
  it("counts pages and failures without their paths", async () => {
    observed.length = 0;
    const site = withSiteMetrics(async (request) => {
      if (request.url.endsWith("/broken")) throw new Error("broken");
      return new Response("page", { status: 404 });
    }, metrics);
    const shared = { revision: async () => 1, recordView: () => undefined };
    const appearance = { siteName: "Porchlight", language: "en", timeZone: "UTC", theme: "classic" as const };
    const looks = { brand: "", logo: undefined, appearance };
    const context = {
      api: async () => new Response(),
      captchaSources: [],
      clientAddress: "127.0.0.1",
      shared,
      ...looks,
    };
    expect(await (await site(new Request("http://localhost/blog/a-private-affair"), context)).text()).toBe("page");
    await expect(site(new Request("http://localhost/broken"), context)).rejects.toThrow("broken");
    expect(observed.map(({ route, status, method }) => [method, route, status])).toEqual([
      ["GET", "site", 404],
      ["GET", "site", 500],
    ]);
    expect(observed.every(({ seconds }) => seconds >= 0 && seconds < 5)).toBe(true);
  });
});
