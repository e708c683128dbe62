import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { MetricProducer } from "@opentelemetry/sdk-metrics";
import type { Metrics } from "@porchlight/server";
import type { Logger } from "pino";
import type { TelemetrySettings } from "../../runtime/telemetry-settings.ts";
import { toMetricData } from "./to-metric-data.ts";
import { traceJobs, traceQueries, traceRoutes } from "./trace-server.ts";

/** Traces and metrics of this process, sent over OTLP. */
export interface Telemetry {
  /** Runs the handler of a request within a span, which continues the trace of the `traceparent` header. */
  traceRequest(incoming: IncomingMessage, path: string, respond: () => Promise<Response>): Promise<Response>;
  /** The ids of the current trace, for log lines; nothing outside of traces. */
  traceFields(): { trace_id?: string; span_id?: string };
  /** Sends what is left, for a limited time. */
  close(): Promise<void>;
}

/** The collector must not delay the end of the process. */
const closeTimeoutMs = 2_000;

export interface TelemetryOptions {
  settings: TelemetrySettings;
  version: string;
  metrics: Metrics;
  log: Logger;
}

/**
 * Loads the packages of OpenTelemetry. The compiled command line is one file, which would load them at each start if
 * they were imported statically.
 */
async function loadPackages() {
  const [api, resources, sdkMetrics, sdkTrace, jsonTraces, binaryTraces, jsonMetrics, binaryMetrics] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-metrics"),
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/exporter-trace-otlp-proto"),
      import("@opentelemetry/exporter-metrics-otlp-http"),
      import("@opentelemetry/exporter-metrics-otlp-proto"),
    ]);
  return {
    api,
    resources,
    sdkMetrics,
    sdkTrace,
    traceExporters: { "http/json": jsonTraces.OTLPTraceExporter, "http/protobuf": binaryTraces.OTLPTraceExporter },
    metricExporters: { "http/json": jsonMetrics.OTLPMetricExporter, "http/protobuf": binaryMetrics.OTLPMetricExporter },
  };
}

/** Starts sending. Endpoints, headers, sampling, and batches are configured by the variables of OpenTelemetry. */
export async function startTelemetry({ settings, version, metrics, log }: TelemetryOptions): Promise<Telemetry> {
  const { api, resources, sdkMetrics, sdkTrace, traceExporters, metricExporters } = await loadPackages();
  const { context, DiagLogLevel, diag, propagation, SpanKind, SpanStatusCode, trace } = api;
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = resources;
  const { traces, metrics: metricsProtocol, metricIntervalMs } = settings;
  const report = (message: string) => log.warn({ event: "telemetry-failed", reason: message }, "telemetry");
  diag.setLogger({ error: report, warn: report, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "porchlight", "service.version": version }))
    .merge(detectResources({ detectors: [envDetector] }));

  const tracerProvider = new sdkTrace.NodeTracerProvider({
    resource,
    spanProcessors: traces ? [new sdkTrace.BatchSpanProcessor(new traceExporters[traces]())] : [],
  });
  tracerProvider.register();
  const tracer = tracerProvider.getTracer("porchlight", version);
  const stopTracing = traces ? [traceQueries(api, tracer), traceRoutes(api), traceJobs(api, tracer)] : [];

  const startTime: [number, number] = toHrTime(Date.now());
  const producer: MetricProducer = {
    async collect() {
      const families = await metrics.collect();
      const data = toMetricData(families, { startTime, endTime: toHrTime(Date.now()) }, { ...api, ...sdkMetrics });
      const scopeMetrics = [{ scope: { name: "porchlight", version }, metrics: data }];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
  const meterProvider =
    metricsProtocol &&
    new sdkMetrics.MeterProvider({
      resource,
      readers: [
        new sdkMetrics.PeriodicExportingMetricReader({
          exporter: new metricExporters[metricsProtocol](),
          exportIntervalMillis: metricIntervalMs,
          exportTimeoutMillis: Math.min(metricIntervalMs, 10_000),
          metricProducers: [producer],
        }),
      ],
    });

  return {
    async traceRequest(incoming, path, respond) {
      if (!traces) return respond();
      const parent = propagation.extract(context.active(), incoming.headers);
      const method = incoming.method ?? "GET";
      const attributes = { "http.request.method": method, "url.path": path };
      return tracer.startActiveSpan(method, { kind: SpanKind.SERVER, attributes }, parent, async (span) => {
        try {
          const response = await respond();
          const requestId = response.headers.get("x-wix-request-id");
          span.setAttribute("http.response.status_code", response.status);
          if (requestId !== null) span.setAttribute("porchlight.request_id", requestId);
          if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          return response;
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    traceFields() {
      const current = trace.getActiveSpan()?.spanContext();
      return current === undefined ? {} : { trace_id: current.traceId, span_id: current.spanId };
    },
    async close() {
      for (const end of stopTracing) end();
      const ended = Promise.allSettled([tracerProvider.shutdown(), meterProvider?.shutdown()]);
      await Promise.race([ended, sleep(closeTimeoutMs, undefined, { ref: false })]);
      for (const registered of [trace, context, propagation, diag]) registered.disable();
    },
  };
}

const toHrTime = (ms: number): [number, number] => [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];
