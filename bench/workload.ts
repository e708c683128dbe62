import { startBench } from "./product.ts";
import { type Benchmark, percent, type Row } from "./report.ts";
import type { OpenLoopResult, Tally } from "./workload/open-loop.ts";
import { workloadOperations } from "./workload/operations.ts";
import { prepareWorkload } from "./workload/prepare.ts";
import {
  describeStep,
  failuresOf,
  findSaturation,
  goodputOf,
  latencyLimitMs,
  percentileMs,
  runOverload,
} from "./workload/saturation.ts";

/** Goodput at twice the saturating rate, relative to the peak. */
const goodputTarget = 0.8;
const recoveryTarget = 10;

/** The highest rate of a realistic mix that one server sustains, and its behavior at twice that rate. */
export const benchWorkload: Benchmark = async (say) => {
  say("starting the product");
  await using bench = await startBench({ site: true, shedsLoad: true });
  say("making posts, items, and members");
  const target = {
    urls: [bench.productUrl],
    operations: workloadOperations(await prepareWorkload(bench), true),
  };
  const { served, peak } = await findSaturation(target, say);
  say(`twice the saturating rate of ${Math.round(served.rate)}/s`);
  const { result, recovery } = await runOverload(target, served.rate);
  say(describeStep(result));
  return {
    title: `Workload: requests/s within ${latencyLimitMs} ms (p99) and past it; p50 / p90 / p99 / p99.9 of each operation`,
    rows: [...saturationRows(served), ...overloadRows(result, peak, recovery)],
  };
};

function saturationRows(served: OpenLoopResult): Row[] {
  const operations = [...served.operations].map(([what, tally]) => ({ what, product: formatLatency(tally) }));
  return [
    { what: "highest rate that is served", product: `${Math.round(served.rate)}/s` },
    { what: "all operations at that rate", product: formatLatency(served.total) },
    ...operations,
  ];
}

function overloadRows(result: OpenLoopResult, peak: number, recovery: number | undefined): Row[] {
  const goodput = goodputOf(result);
  const failures = failuresOf(result.total);
  return [
    {
      what: "goodput at twice that rate",
      product: `${Math.round(goodput)}/s`,
      reference: `${Math.round(peak)}/s at the peak`,
      relation: percent(goodput / peak),
      target: `≥ ${percent(goodputTarget)}`,
      met: goodput >= goodputTarget * peak,
    },
    {
      what: "errors other than 429, or 503 with Retry-After",
      product: `${failures} of ${result.total.rejected + failures}`,
      target: "0",
      met: failures === 0,
    },
    { what: "latency of successful requests at twice that rate", product: formatLatency(result.total) },
    {
      what: "recovery after the load",
      product: recovery === undefined ? "not in time" : `${recovery.toFixed(1)} s`,
      target: `≤ ${recoveryTarget} s`,
      met: recovery !== undefined,
    },
  ];
}

/** `1.2 / 3 / 21 / 40 ms`: percentiles. */
function formatLatency(tally: Tally): string {
  const values = [50, 90, 99, 99.9].map((percentile) => {
    const ms = percentileMs(tally, percentile);
    return Number.isFinite(ms) ? String(ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)) : "–";
  });
  return `${values.join(" / ")} ms`;
}
