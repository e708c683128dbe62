import { channel } from "node:diagnostics_channel";
import type { Histogram, MetricObjectWithValues, MetricValue, Registry } from "prom-client";
import type { JobCounts } from "../jobs/jobs-store.ts";

/** A completed request. */
export interface ObservedRequest {
  method: string;
  /** Pattern of the path, such as `/v3/posts/:postId`; never the path itself, which would reveal what people read. */
  route: string;
  status: number;
  seconds: number;
}

/** Gauges read at each scrape; undefined if unavailable. */
export interface StateGauges {
  jobs(): Promise<JobCounts[] | undefined>;
  databaseConnections(): Record<"busy" | "idle" | "wanted", number>;
  replicas(): Record<"usable" | "unavailable", number>;
  /** Bytes. */
  databaseSize(): Promise<number | undefined>;
  passwordHashes(): Record<"running" | "waiting", number>;
}

/** A metric with its samples. */
export type MetricFamily = MetricObjectWithValues<MetricValue<string>>;

/** Publishes each {@link ObservedRequest} when it is complete, in its async context: for traces. */
export const requestChannel = channel("porchlight:request");

/** Metrics of this process. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void;
  /** Counts a request that was rejected before it was handled, because of overload. */
  countShedRequest(): void;
  /** Returns all metrics in the Prometheus text format. */
  read(): Promise<{ text: string; contentType: string }>;
  /** Returns all metrics, to send them in another format. */
  collect(): Promise<MetricFamily[]>;
}

/** Seconds. */
const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const countedMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Collects metrics of the process, and `states` at each scrape. */
export async function createMetrics(states: StateGauges): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import("prom-client");
  const registry: Registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests: Histogram<"method" | "route" | "status"> = new Histogram({
    name: "porchlight_http_request_duration_seconds",
    help: "Time from the last request header to the first response byte, by route pattern.",
    labelNames: ["method", "route", "status"],
    buckets: durationBuckets,
    registers: [registry],
  });

  const shedRequests = new Counter({
    name: "porchlight_http_requests_shed_total",
    help: "Requests rejected with 503 before they were handled, because the server was overloaded.",
    registers: [registry],
  });

  const gauge = (
    name: string,
    help: string,
    read: () => Promise<Record<string, number> | undefined> | Record<string, number>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ["state"],
      registers: [registry],
      async collect() {
        this.reset();
        const numbers = (await read()) ?? {};
        for (const [state, number] of Object.entries(numbers)) this.set({ state }, number);
      },
    });
  gauge("porchlight_database_connections", "Connections of this process, and requests waiting for one.", () =>
    states.databaseConnections(),
  );
  gauge("porchlight_replicas", "Streaming replicas that serve reads, and those that lag or do not respond.", () =>
    states.replicas(),
  );
  new Gauge({
    name: "porchlight_database_size_bytes",
    help: "Tables and indexes of the database, without the write-ahead log.",
    registers: [registry],
    async collect() {
      this.reset();
      const size = await states.databaseSize();
      if (size !== undefined) this.set(size);
    },
  });
  // After the connections, because it uses one.
  new Gauge({
    name: "porchlight_jobs",
    help: "Background jobs by kind and state. Failed ones are dead-lettered.",
    labelNames: ["kind", "state"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { kind, ...counts } of (await states.jobs()) ?? [])
        for (const [state, count] of Object.entries(counts)) this.set({ kind, state }, count);
    },
  });
  gauge("porchlight_password_hashes", "Password hashes in progress and waiting.", () => states.passwordHashes());

  let reading: Promise<string> | undefined;

  return {
    observeRequest(request) {
      const { method, route, status, seconds } = request;
      const labels = {
        method: countedMethods.has(method) ? method : "other",
        route,
        status: `${Math.floor(status / 100)}xx`,
      };
      requests.observe(labels, seconds);
      if (requestChannel.hasSubscribers) requestChannel.publish(request);
    },
    countShedRequest: () => shedRequests.inc(),
    async read() {
      // Concurrent callers share one read, because it queries the database.
      reading ??= registry.metrics().finally(() => {
        reading = undefined;
      });
      return { text: await reading, contentType: registry.contentType };
    },
    collect: () => registry.getMetricsAsJSON(),
  };
}
