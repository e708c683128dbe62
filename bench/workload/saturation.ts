import { setTimeout as sleep } from "node:timers/promises";
import { deadlineMs, type OpenLoopResult, type Operation, runOpenLoop, type Tally } from "./open-loop.ts";

/** Latency up to which a rate counts as served, in milliseconds at the 99th percentile. */
export const latencyLimitMs = 500;
/** Requests per second of the first step, and its factor until a step fails. */
const firstRate = 25;
const growth = 1.6;
/** Steps between the last served rate and the first one that was not. */
const refinements = 3;
const givenRate = Number(process.env.BENCH_RATE ?? "0");
/** Seconds. */
const step = Number(process.env.BENCH_SECONDS ?? "6");
const overload = 3 * step;
const pause = 2;
const recoveryLimit = 10;

/** Servers under a workload. */
export interface SaturationTarget {
  urls: readonly string[];
  operations: readonly Operation[];
}

/** The highest rate that was served, and the goodput of all steps. */
export interface Saturation {
  /** The result at the highest served rate. */
  served: OpenLoopResult;
  /** Highest number of responses in time per second of any step. */
  peak: number;
}

/** Successful responses within the deadline, per second. */
export const goodputOf = ({ total, seconds }: OpenLoopResult): number => total.inTime / seconds;

/** Whether no request failed and the 99th percentile is within the limit. */
function isServed({ total }: OpenLoopResult): boolean {
  return total.rejected === 0 && failuresOf(total) === 0 && percentileMs(total, 99) <= latencyLimitMs;
}

/** The number of errors that are not rejections. */
export const failuresOf = ({ failed }: Tally): number => Object.values(failed).reduce((sum, count) => sum + count, 0);

/** A percentile of the latency of successful requests, in milliseconds. */
export const percentileMs = ({ latency }: Tally, percentile: number): number =>
  latency.count === 0 ? Number.POSITIVE_INFINITY : latency.percentile(percentile) / 1_000;

/**
 * Increases the rate until a step is not served, then approaches the limit from both sides. A step counts as not served
 * if it fails twice, because other processes of the machine may have disturbed it. `BENCH_RATE` sets the rate instead.
 */
export async function findSaturation(target: SaturationTarget, say: (line: string) => void): Promise<Saturation> {
  let peak = 0;
  const attempt = async (rate: number) => {
    const result = await runOpenLoop({ ...target, rate, seconds: step });
    peak = Math.max(peak, goodputOf(result));
    say(`${describeStep(result)}: ${isServed(result) ? "served" : "not served"}`);
    await sleep(pause * 1_000);
    return result;
  };
  const attemptTwice = async (rate: number) => {
    const result = await attempt(rate);
    return isServed(result) ? result : attempt(rate);
  };
  // Node compiles hot code first.
  await attempt(firstRate);
  if (givenRate > 0) return { served: await attempt(givenRate), peak };
  let served = await attemptTwice(firstRate);
  if (!isServed(served)) throw new Error(`The servers do not serve ${firstRate} requests per second.`);
  let limit = firstRate * growth;
  for (; ; limit *= growth) {
    const result = await attemptTwice(limit);
    if (!isServed(result)) break;
    served = result;
  }
  for (let count = 0; count < refinements; count += 1) {
    const result = await attemptTwice((served.rate + limit) / 2);
    if (isServed(result)) served = result;
    else limit = result.rate;
  }
  return { served, peak };
}

/** The result at twice the saturating rate, and the time that the servers need to recover. */
export interface Overload {
  result: OpenLoopResult;
  /** Seconds until a fifth of the saturating rate is served again without errors; `undefined` if it was not. */
  recovery: number | undefined;
}

/** Sends twice the saturating rate, then a fifth of it. */
export async function runOverload(target: SaturationTarget, rate: number): Promise<Overload> {
  // The next run starts while responses of the first are outstanding.
  const overloaded = runOpenLoop({ ...target, rate: rate * 2, seconds: overload });
  await sleep(overload * 1_000);
  const endedAt = performance.now();
  const afterwards = await runOpenLoop({ ...target, rate: rate / 5, seconds: recoveryLimit + step });
  const seconds = ((afterwards.lastFailureAt ?? endedAt) - endedAt) / 1_000;
  return { result: await overloaded, recovery: seconds <= recoveryLimit ? Math.max(0, seconds) : undefined };
}

/** `400/s sent, 399/s in time, p50 3, p99 21 ms`. */
export function describeStep(result: OpenLoopResult): string {
  const { total, rate, sendDelay } = result;
  const failures = Object.entries(total.failed).map(([name, count]) => `, ${count} × ${name}`);
  const rejected = total.rejected > 0 ? `, ${total.rejected} rejected` : "";
  const latency = [50, 90, 99, 99.9].map(
    (percentile) => `p${percentile} ${Math.round(percentileMs(total, percentile))}`,
  );
  const late = Math.round(sendDelay.percentile(99) / 1_000);
  return `${Math.round(rate)}/s sent (p99 ${late} ms late), ${Math.round(goodputOf(result))}/s within ${deadlineMs} ms, ${latency.join(", ")} ms${rejected}${failures.join("")}`;
}
