import { Failure } from "./errors/failure.ts";

const protocols = ["http/protobuf", "http/json"] as const;
type Protocol = (typeof protocols)[number];

/** What is sent to an OpenTelemetry collector, and how. Endpoints are read by the exporters. */
export interface TelemetrySettings {
  traces: Protocol | undefined;
  metrics: Protocol | undefined;
  metricIntervalMs: number;
}

/**
 * Reads the variables of OpenTelemetry that its exporters do not read themselves. Source: OpenTelemetry specification,
 * "Environment Variable Specification".
 *
 * @returns Undefined if nothing is sent: without an endpoint.
 * @throws {Failure} if a protocol or exporter is not supported.
 */
export function readTelemetrySettings(
  env: Readonly<Record<string, string | undefined>>,
): TelemetrySettings | undefined {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === "true") return undefined;
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim();
  const protocol = env.OTEL_EXPORTER_OTLP_PROTOCOL;
  const traces = endpoint || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.trim();
  const metrics = endpoint || env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT?.trim();
  const settings = {
    traces:
      traces && isOn("OTEL_TRACES_EXPORTER", env.OTEL_TRACES_EXPORTER)
        ? parseProtocol(env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || protocol)
        : undefined,
    metrics:
      metrics && isOn("OTEL_METRICS_EXPORTER", env.OTEL_METRICS_EXPORTER)
        ? parseProtocol(env.OTEL_EXPORTER_OTLP_METRICS_PROTOCOL || protocol)
        : undefined,
    metricIntervalMs: Number(/^[1-9]\d{2,7}$/.exec(env.OTEL_METRIC_EXPORT_INTERVAL?.trim() ?? "")?.[0] ?? 60_000),
  };
  return settings.traces || settings.metrics ? settings : undefined;
}

function isOn(name: string, exporter: string | undefined): boolean {
  const text = exporter?.trim() || "otlp";
  if (text !== "otlp" && text !== "none") throw new Failure(`${name} is one of: otlp, none.`);
  return text === "otlp";
}

function parseProtocol(text: string | undefined): Protocol {
  const protocol = protocols.find((value) => value === (text?.trim() || protocols[0]));
  if (protocol === undefined) throw new Failure(`OTEL_EXPORTER_OTLP_PROTOCOL is one of: ${protocols.join(", ")}.`);
  return protocol;
}
