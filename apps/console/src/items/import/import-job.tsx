import type { ItemFileJob } from "@porchlight/client/data";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { ProgressBar } from "react-aria-components";
import { collectionPath } from "../../collections/use-collections.ts";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ErrorMessage, Section } from "../../ui/section.tsx";

const maxNotes = 100;
const pollMs = 500;

/** Whether a job has not ended yet. */
export const isRunning = ({ status }: ItemFileJob): boolean => status === "NEW" || status === "RUNNING";

/** The progress of an import or of a check, and its result. */
export function ImportJob({
  collectionId,
  jobId,
  actions,
}: {
  collectionId: string;
  jobId: string;
  actions?: ReactNode;
}) {
  const { collections } = useConsole().clients.site;
  const queries = useQueryClient();
  const job = useQuery({
    queryKey: ["imports", jobId],
    queryFn: async ({ signal }) => (await collections.getItemJob(jobId, { signal })).job,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : pollMs),
  });
  const hasEnded = job.data !== undefined && !isRunning(job.data);
  const notes = useQuery({
    queryKey: ["imports", jobId, "notes"],
    queryFn: async ({ signal }) => (await collections.listItemJobNotes(jobId, { limit: maxNotes }, { signal })).notes,
    enabled: hasEnded && job.data.noteCount > 0,
  });
  const cancel = useMutation({ mutationFn: () => collections.cancelItemJob(jobId), onSettled: () => job.refetch() });
  const isReal = job.data?.dryRun !== true;
  useEffect(() => {
    if (hasEnded && isReal) void queries.invalidateQueries({ queryKey: ["items"] });
  }, [hasEnded, isReal, queries]);
  if (job.isError && !job.data) return <ErrorMessage error={job.error} />;
  if (!job.data) return null;
  const { counts, rows, bytes = 0, bytesDone = 0, status, reason, noteCount, filename } = job.data;
  return (
    <Section
      title={titleOf(job.data)}
      actions={
        !hasEnded && (
          <Button isPending={cancel.isPending} onPress={() => cancel.mutate()}>
            {text("Stop")}
          </Button>
        )
      }
    >
      {filename !== undefined && <p className="font-medium">{filename}</p>}
      {!hasEnded && (
        <>
          {isReal && <p>{text("You can leave this page: the import continues.")}</p>}
          <ProgressBar aria-label={titleOf(job.data)} value={bytesDone} maxValue={Math.max(bytes, 1)}>
            {({ percentage = 0 }) => (
              <div className="h-2 overflow-hidden rounded-full bg-sunken">
                <div className="h-full bg-accent" style={{ width: `${percentage}%` }} />
              </div>
            )}
          </ProgressBar>
        </>
      )}
      <p role="status" className="tabular-nums">
        {isReal
          ? text(
              "{inserted, number} added, {updated, number} replaced, {skipped, number} skipped, {refused, number} rejected",
              { ...counts },
            )
          : text(
              "Of {rows, plural, one {# row} other {# rows}}: {inserted, number} to add, {updated, number} to replace, {skipped, number} to skip, {refused, number} that cannot be imported",
              { rows, ...counts },
            )}
      </p>
      {status === "FAILED" && <ErrorMessage error={reason ?? text("The import failed.")} />}
      {notes.data && (
        <ul className="grid max-h-72 gap-1 overflow-auto text-danger">
          {notes.data.map(({ row, field, reason: why }) => (
            <li key={`${row} ${field}`}>
              {field
                ? text("Row {row, number}, {field}: {reason}", { row, field, reason: why })
                : text("Row {row, number}: {reason}", { row, reason: why })}
            </li>
          ))}
        </ul>
      )}
      {noteCount > maxNotes && (
        <p className="text-muted">
          {text("The first {n, number} of {total, number} are shown.", { n: maxNotes, total: noteCount })}
        </p>
      )}
      {hasEnded && (
        <div className="flex flex-wrap gap-2">
          {isReal && <LinkButton to={collectionPath(collectionId)}>{text("Show the items")}</LinkButton>}
          {actions}
        </div>
      )}
    </Section>
  );
}

function titleOf(job: ItemFileJob): string {
  if (job.dryRun) return isRunning(job) ? text("Check in progress") : text("Check finished");
  return isRunning(job) ? text("Import in progress") : text("Import finished");
}
