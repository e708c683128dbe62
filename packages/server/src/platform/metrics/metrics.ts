import type { Histogram, Registry } from "prom-client";

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
  outbox(): Promise<Record<"waiting" | "parked", number> | undefined>;
  dataJobs(): Promise<Record<"waiting" | "parked", number> | undefined>;
  databaseConnections(): Record<"busy" | "idle" | "wanted", number>;
  passwordHashes(): Record<"running" | "waiting", number>;
}

/** Metrics of this process. */
export interface Metrics {
  observeRequest(request: ObservedRequest): void;
  /** Returns all metrics in the Prometheus text format. */
  read(): Promise<{ text: string; contentType: string }>;
}

/** Seconds. */
const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const countedMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Collects metrics of the process, and `states` at each scrape. */
export async function createMetrics(states: StateGauges): Promise<Metrics> {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import("prom-client");
  const registry: Registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests: Histogram<"method" | "route" | "status"> = new Histogram({
    name: "porchlight_http_request_duration_seconds",
    help: "Time from the last request header to the first response byte, by route pattern.",
    labelNames: ["method", "route", "status"],
    buckets: durationBuckets,
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
  // After the connections, because it uses one.
  gauge("porchlight_outbox_entries", "Waiting and dead-lettered outbox entries.", states.outbox);
  gauge(
    "porchlight_data_jobs",
    "Bulk changes, imports and exports of items in progress, and those stopped after repeated errors.",
    states.dataJobs,
  );
  gauge("porchlight_password_hashes", "Password hashes in progress and waiting.", () => states.passwordHashes());

  return {
    observeRequest({ method, route, status, seconds }) {
      const labels = {
        method: countedMethods.has(method) ? method : "other",
        route,
        status: `${Math.floor(status / 100)}xx`,
      };
      requests.observe(labels, seconds);
    },
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
