import type { MemberJob } from "@porchlight/client/members";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ProgressBar } from "react-aria-components";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/section.tsx";

const pollMs = 500;

/** Props of {@link MemberJobProgress}. */
export interface MemberJobProgressProps {
  id: string;
  onClose(): void;
}

/** The progress of a bulk action, and its result. The action continues when the page is closed. */
export function MemberJobProgress({ id, onClose }: MemberJobProgressProps) {
  const { members } = useConsole().clients.site;
  const cache = useQueryClient();
  const job = useQuery({
    queryKey: ["member-job", id],
    queryFn: ({ signal }) => members.getMemberJob(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "RUNNING" ? pollMs : false),
  });
  const { status, processed } = job.data ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list shows the progress, too.
  useEffect(() => void cache.invalidateQueries({ queryKey: ["members"] }), [cache, status, processed]);
  if (job.isError) return <ErrorMessage error={job.error} />;
  if (!job.data) return null;
  const isRunning = job.data.status === "RUNNING";
  return (
    <section
      aria-label={text("Bulk action")}
      className="grid gap-3 rounded-xl border border-line bg-surface p-4 shadow-float"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="font-medium tabular-nums">
          {isRunning ? runningText(job.data) : finishedText(job.data)}
        </p>
        {!isRunning && <Button onPress={onClose}>{text("Close")}</Button>}
      </div>
      {isRunning && (
        <ProgressBar aria-label={text("Bulk action")} value={job.data.processed} maxValue={Math.max(job.data.total, 1)}>
          {({ percentage = 0 }) => (
            <div className="h-2 overflow-hidden rounded-full bg-sunken">
              <div className="h-full bg-accent" style={{ width: `${percentage}%` }} />
            </div>
          )}
        </ProgressBar>
      )}
    </section>
  );
}

function runningText({ action, processed: done, total }: MemberJob): string {
  const values = { done, total };
  switch (action) {
    case "APPROVE":
      return text("Approving: {done, number} of {total, number}", values);
    case "REJECT":
      return text("Rejecting: {done, number} of {total, number}", values);
    case "BLOCK":
      return text("Blocking: {done, number} of {total, number}", values);
    case "DELETE":
      return text("Deleting: {done, number} of {total, number}", values);
  }
}

function finishedText({ status, succeeded, failed, processed }: MemberJob): string {
  const values = { done: succeeded, skipped: processed - succeeded - failed, failed };
  return status === "FAILED"
    ? text("Stopped. {done, number} changed, {failed, number} failed", values)
    : text("{done, number} changed, {skipped, number} skipped, {failed, number} failed", values);
}
