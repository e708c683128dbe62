import type { Fault } from "./faults.ts";

/** What a fault did to callers, as `npm run cluster` measures it. */
export interface Outcome {
  fault: string;
  /** Calls with a result, from the start of the fault to the end of the check. */
  succeeded: number;
  /** Calls without a response, or with an error that says that the service is unavailable. */
  failed: number;
  /** Writes that were acknowledged. */
  acknowledged: number;
  /** Those that the database does not contain afterwards. */
  lost: number;
  /** Reads that contradict an acknowledged write of the same caller, and errors that the fault does not explain. */
  wrong: number;
  /** Seconds to the last failed call. */
  recovery: number;
  /** Seconds that the longest call took. */
  slowest: number;
}

/** A Markdown table of faults; those without an outcome are omitted. */
export function outcomeTable(faults: readonly Fault[], outcomes: readonly Outcome[]): string {
  const rows = faults.flatMap(({ name, method, isTolerated }) => {
    const outcome = outcomes.findLast(({ fault }) => fault === name);
    if (!outcome) return [];
    const { succeeded, failed, acknowledged, lost, wrong, recovery, slowest } = outcome;
    const calls = `${failed} of ${(succeeded + failed).toLocaleString("en")}`;
    const seconds =
      failed === 0 ? "–" : `${recovery.toFixed(1)} s ${isTolerated ? "after the fault" : "after the repair"}`;
    return `| ${name} | ${method} | ${calls} | ${lost} of ${acknowledged.toLocaleString("en")} | ${wrong} | ${seconds} | ${slowest.toFixed(1)} s |`;
  });
  return [
    "| fault | how | failed calls | acknowledged writes lost | incorrect responses | last failed call | slowest call |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}
