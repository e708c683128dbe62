import { setTimeout as sleep } from "node:timers/promises";
import { startBench } from "./product.ts";
import { type Benchmark, median, type Row } from "./report.ts";
import { runOpenLoop } from "./workload/open-loop.ts";
import { workloadOperations } from "./workload/operations.ts";
import { prepareWorkload } from "./workload/prepare.ts";
import { describeStep, failuresOf } from "./workload/saturation.ts";

const minutes = Number(process.env.BENCH_MINUTES ?? "30");
/** Requests per second. */
const rate = Number(process.env.BENCH_RATE ?? "20");
/** Growth from the second to the last third; the first one fills caches. */
const growthTarget = 1.1;
const sampleIntervalMs = 5_000;
const mebibyte = 1024 ** 2;

interface Sample {
  heap: number;
  memory: number;
  files: number;
}

/** Half an hour of the workload at a low rate: memory and file descriptors of the server must not grow. */
export const benchSoak: Benchmark = async (say) => {
  say("starting the product");
  await using bench = await startBench({ site: true, shedsLoad: true });
  say("making posts, items, and members");
  const operations = workloadOperations(await prepareWorkload(bench), true);
  const samples: Sample[] = [];
  const ending = new AbortController();
  const sampling = takeSamples(bench.productUrl, samples, ending.signal);
  say(`${minutes} minutes at ${rate}/s`);
  const result = await runOpenLoop({ urls: [bench.productUrl], operations, rate, seconds: minutes * 60 });
  ending.abort();
  await sampling;
  say(describeStep(result));
  const errors = failuresOf(result.total) + result.total.rejected;
  return {
    title: `Soak: ${minutes} minutes of the workload at ${rate}/s, second and last third`,
    rows: [
      // The lowest values are those after a garbage collection.
      compare("heap after garbage collections", samples, ({ heap }) => heap / mebibyte, lowQuartile, "MiB"),
      compare("resident memory", samples, ({ memory }) => memory / mebibyte, median, "MiB"),
      compare("file descriptors, with few open connections", samples, ({ files }) => files, lowQuartile, ""),
      {
        what: "requests that failed or were rejected",
        product: `${errors} of ${result.total.succeeded + errors}`,
        target: "0",
        met: errors === 0,
      },
    ],
  };
};

async function takeSamples(url: string, samples: Sample[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const text = await (await fetch(`${url}/metrics`)).text();
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
    samples.push({
      heap: read("nodejs_heap_size_used_bytes"),
      memory: read("process_resident_memory_bytes"),
      files: read("process_open_fds"),
    });
    await sleep(sampleIntervalMs, undefined, { signal }).catch(() => undefined);
  }
}

function compare(
  what: string,
  samples: readonly Sample[],
  value: (sample: Sample) => number,
  summarize: (values: readonly number[]) => number,
  unit: string,
): Row {
  const third = Math.floor(samples.length / 3);
  const [before, after] = [samples.slice(third, 2 * third), samples.slice(-third)].map((part) =>
    summarize(part.map(value)),
  ) as [number, number];
  return {
    what,
    product: `${Math.round(after)} ${unit}`.trim(),
    reference: `${Math.round(before)} ${unit}`.trim(),
    relation: `${(after / before).toFixed(2)} ×`,
    target: `≤ ${growthTarget} ×`,
    met: after <= growthTarget * before,
  };
}

function lowQuartile(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 4)]!;
}
