import type { HrTime, ValueType } from "@opentelemetry/api";
import type { AggregationTemporality, DataPoint, DataPointType, MetricData } from "@opentelemetry/sdk-metrics";
import type { MetricFamily } from "@porchlight/server/operations";

/** Period of the samples. */
interface Period {
  startTime: HrTime;
  endTime: HrTime;
}

/** Constants of packages that are loaded only if they are used. */
interface Constants {
  AggregationTemporality: typeof AggregationTemporality;
  DataPointType: typeof DataPointType;
  ValueType: typeof ValueType;
}

/** Converts the metrics of `/metrics` to OpenTelemetry, so that both have the same names and values. */
export function toMetricData(
  families: readonly MetricFamily[],
  period: Period,
  { AggregationTemporality, DataPointType, ValueType }: Constants,
): MetricData[] {
  return families.map((family) => {
    const common = {
      descriptor: { name: family.name, description: family.help, unit: "", valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const type = String(family.type);
    if (type === "histogram")
      return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(family, period) };
    const dataPoints = family.values.map(({ value, labels }) => ({ ...period, attributes: { ...labels }, value }));
    return type === "counter"
      ? { ...common, dataPointType: DataPointType.SUM, dataPoints, isMonotonic: true }
      : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
  });
}

type Histogram = Extract<MetricData, { dataPointType: DataPointType.HISTOGRAM }>["dataPoints"][number]["value"];

/** prom-client lists buckets, sum, and count of each set of labels one after another; its buckets are cumulative. */
function toHistograms({ values }: MetricFamily, period: Period): DataPoint<Histogram>[] {
  const groups = Map.groupBy(values, ({ labels: { le: _le, ...attributes } }) => JSON.stringify(attributes));
  return [...groups.values()].map((samples) => {
    const { le: _le, ...attributes } = samples[0]?.labels ?? {};
    const buckets = samples.filter(({ labels }) => "le" in labels);
    const sampleOf = (suffix: string) => samples.find((sample) => nameOf(sample).endsWith(suffix))?.value ?? 0;
    return {
      ...period,
      attributes,
      value: {
        buckets: {
          boundaries: buckets.map(({ labels }) => Number(labels["le"])).filter(Number.isFinite),
          counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
        },
        sum: sampleOf("_sum"),
        count: sampleOf("_count"),
      },
    };
  });
}

const nameOf = (sample: object): string => ("metricName" in sample ? String(sample.metricName) : "");
