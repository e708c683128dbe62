import { createServer as createReceiver } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { createTestServer, type TestServer } from "@porchlight/server/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRequestHandler } from "../handle-request.ts";
import { type HttpServer, startHttpServer } from "../http-server.ts";
import { startTelemetry, type Telemetry } from "./telemetry.ts";

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code?: number };
}

interface MetricPoint {
  attributes: Attribute[];
  asDouble?: number;
  count?: number;
  bucketCounts?: number[];
  explicitBounds?: number[];
}

interface Metric {
  name: string;
  gauge?: { dataPoints: MetricPoint[] };
  sum?: { dataPoints: MetricPoint[]; isMonotonic: boolean };
  histogram?: { dataPoints: MetricPoint[] };
}

/** A collector that accepts OTLP over HTTP with JSON. */
const spans: Span[] = [];
const metrics: Metric[] = [];
const resources: Attribute[][] = [];
const receiver = createReceiver(async (request, response) => {
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's nesting, of which each test reads a part
  const body = (await json(request)) as any;
  for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
    resources.push(resource.attributes);
    for (const scope of scopeSpans) spans.push(...scope.spans);
  }
  for (const { resource, scopeMetrics } of body.resourceMetrics ?? []) {
    resources.push(resource.attributes);
    for (const scope of scopeMetrics) metrics.push(...scope.metrics);
  }
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
afterAll(() => receiver.close());

const server: TestServer = await createTestServer();
const lines: Record<string, unknown>[] = [];
const log = pino({ mixin: () => telemetry.traceFields() }, { write: (line) => void lines.push(JSON.parse(line)) });
let telemetry: Telemetry;
let http: HttpServer;

beforeEach(async () => {
  for (const list of [spans, metrics, resources, lines]) list.length = 0;
  const { port } = receiver.address() as AddressInfo;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
  vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=tests");
  const settings = { traces: "http/json", metrics: "http/json", metricIntervalMs: 60_000 } as const;
  telemetry = await startTelemetry({ settings, version: "1.2.3", metrics: server.metrics, log });
  http = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    log,
    handle: createRequestHandler({
      route: (request, clientAddress) => server.fetch(request, { clientAddress }),
      clientAddress: () => "203.0.113.7",
      trace: telemetry.traceRequest,
      log,
      isStopping: () => false,
    }),
  });
});
afterEach(async () => {
  await http.close(0);
  await telemetry.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${http.port}${path}`, { headers });
const attributesOf = (attributes: Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

describe("traces", () => {
  it("contain each request with its route, its id, and its statements, and continue the caller's trace", async () => {
    const token = await server.visitorToken();
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const response = await get("/v3/posts/slugs/private-name?x=secret", {
      authorization: token,
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    });
    expect(response.status).toBe(404);
    await get("/healthz");
    await telemetry.close();

    const requests = spans.filter(({ kind }) => kind === 2);
    expect(requests.map(({ name }) => name)).toEqual(["GET /v3/posts/slugs/:slug"]);
    const [request] = requests;
    expect(request).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" });
    expect(attributesOf(request?.attributes)).toEqual({
      "http.request.method": "GET",
      "http.response.status_code": 404,
      "http.route": "/v3/posts/slugs/:slug",
      "url.path": "/v3/posts/slugs/private-name",
      "porchlight.request_id": response.headers.get("x-wix-request-id"),
    });
    // Background tasks run statements in traces of their own.
    const statements = spans.filter((span) => span.kind === 3 && span.traceId === traceId);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(statement).toMatchObject({ traceId, parentSpanId: request?.spanId });
      expect(attributesOf(statement.attributes)["db.query.text"]).not.toContain("private-name");
    }
    expect(attributesOf(resources[0])).toMatchObject({
      "service.name": "porchlight",
      "service.version": "1.2.3",
      "deployment.environment.name": "tests",
    });
  });

  it("contain each background job with its statements", async () => {
    const email = "traced@example.com";
    const registered = await server.call("POST", "/_api/iam/authentication/v2/register", {
      token: await server.visitorToken(),
      body: { loginId: { email }, password: "a long walk by the sea" },
    });
    expect(registered.status).toBe(200);
    const { db } = server.context;
    const completed = sql`select from pgboss.job where name = 'mail' and state = 'completed'`;
    await expect.poll(async () => (await completed.execute(db)).rows.length).toBeGreaterThan(0);
    await telemetry.close();
    const job = spans.find(({ name }) => name === "job mail");
    expect(attributesOf(job?.attributes)).toMatchObject({ "porchlight.job.kind": "mail", "porchlight.job.attempt": 1 });
    expect(job?.parentSpanId).toBeFalsy();
    expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).length).toBeGreaterThan(0);
    expect(JSON.stringify(spans)).not.toContain(email);
  });

  it("have the id that log lines have", async () => {
    const response = await get("/v3/posts");
    await telemetry.close();
    const line = lines.find(({ event }) => event === "request");
    const request = spans.find(({ kind }) => kind === 2);
    expect(line).toMatchObject({
      requestId: response.headers.get("x-wix-request-id"),
      trace_id: request?.traceId,
      span_id: request?.spanId,
    });
  });
});

describe("metrics", () => {
  it("are those of /metrics, with the same names and values", async () => {
    await get("/v3/posts");
    await telemetry.close();
    const text = (await server.call("GET", "/metrics")).body as string;
    const names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    expect(new Set(metrics.map(({ name }) => name))).toEqual(names);

    const requests = metrics.find(({ name }) => name === "porchlight_http_request_duration_seconds")?.histogram;
    const point = requests?.dataPoints.find(({ attributes }) => attributesOf(attributes)["route"] === "/v3/posts");
    expect(point?.bucketCounts?.reduce((sum, count) => sum + count, 0)).toBe(point?.count);
    expect(point?.bucketCounts).toHaveLength((point?.explicitBounds?.length ?? 0) + 1);
    const connections = metrics.find(({ name }) => name === "porchlight_database_connections")?.gauge?.dataPoints;
    expect(connections?.map(({ attributes }) => attributesOf(attributes)["state"])).toEqual(["busy", "idle", "wanted"]);
    const cpu = metrics.find(({ name }) => name === "process_cpu_seconds_total")?.sum;
    expect([cpu?.isMonotonic, (cpu?.dataPoints[0]?.asDouble ?? 0) > 0]).toEqual([true, true]);
  });
});

describe("a collector that is unavailable", () => {
  it("delays neither requests nor the end of the process", async () => {
    await telemetry.close();
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
    const settings = { traces: undefined, metrics: "http/json", metricIntervalMs: 60_000 } as const;
    telemetry = await startTelemetry({ settings, version: "1.2.3", metrics: server.metrics, log });
    expect((await get("/healthz")).status).toBe(200);
    await telemetry.close();
    expect((await get("/healthz")).status).toBe(200);
  });
});
