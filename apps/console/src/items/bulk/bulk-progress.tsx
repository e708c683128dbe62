import { ProgressBar } from "react-aria-components";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import type { useBulkRun } from "./use-bulk-run.ts";

/** The progress of a bulk action, and its result. */
export function BulkProgress({ bulk }: { bulk: ReturnType<typeof useBulkRun> }) {
  if (!bulk.run) return null;
  const { state, total, done, failed, problems } = bulk.run;
  const isRunning = state === "running";
  return (
    <section
      aria-label={text("Bulk action")}
      className="grid gap-3 rounded-xl border border-line bg-surface p-4 shadow-float"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-medium tabular-nums">
          {isRunning
            ? total === undefined
              ? text("Finding the items…")
              : text("{done, number} of {total, number}", { done: done + failed, total })
            : state === "canceled"
              ? text("Canceled. {done, number} done, {failed, number} failed", { done, failed })
              : text("{done, number} done, {failed, number} failed", { done, failed })}
        </p>
        <span className="flex flex-wrap gap-2">
          {isRunning && <Button onPress={bulk.cancel}>{text("Cancel")}</Button>}
          {!isRunning && failed > 0 && (
            <Button onPress={() => void bulk.retry()}>{text("Try the failed ones again")}</Button>
          )}
          {!isRunning && <Button onPress={bulk.close}>{text("Close")}</Button>}
        </span>
      </div>
      {isRunning && (
        <ProgressBar
          aria-label={text("Bulk action")}
          value={done + failed}
          maxValue={Math.max(total ?? 1, 1)}
          isIndeterminate={total === undefined}
        >
          {({ percentage = 0 }) => (
            <div className="h-2 overflow-hidden rounded-full bg-sunken">
              <div className="h-full bg-accent" style={{ width: `${percentage}%` }} />
            </div>
          )}
        </ProgressBar>
      )}
      {problems.length > 0 && (
        <ul className="grid gap-1 text-danger">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
