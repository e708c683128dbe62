import { isPorchlightError } from "@porchlight/client";
import type { BackgroundJob, ImportJob } from "@porchlight/client/site";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { FilterTabs } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { LabeledDate, ListRow, ListSection, QueryList } from "../../ui/query-list.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { ImportDialog, ImportNotesDialog } from "./import-dialogs.tsx";

const importStates: Readonly<Record<string, { name: string; tone: "neutral" | "success" | "warning" | "danger" }>> = {
  READY_TO_IMPORT: { name: text("Waiting"), tone: "neutral" },
  PARSING_URL: { name: text("Reading the source"), tone: "neutral" },
  STARTED: { name: text("Running"), tone: "neutral" },
  NEW: { name: text("Waiting"), tone: "neutral" },
  RUNNING: { name: text("Running"), tone: "neutral" },
  DONE: { name: text("Done"), tone: "success" },
  COMPLETED: { name: text("Done"), tone: "success" },
  FAILED: { name: text("Failed"), tone: "danger" },
  NOT_FOUND: { name: text("Nothing found"), tone: "warning" },
  CHECKING: { name: text("Checking"), tone: "neutral" },
  CHECKED: { name: text("Checked"), tone: "success" },
  UNDONE: { name: text("Undone"), tone: "neutral" },
  CANCELED: { name: text("Canceled"), tone: "neutral" },
  CANCELLED: { name: text("Canceled"), tone: "neutral" },
};
const stateOf = (status: string) => importStates[status] ?? ({ name: status, tone: "neutral" } as const);
const isRunning = (status: string) =>
  ["CHECKING", "READY_TO_IMPORT", "PARSING_URL", "STARTED", "NEW", "RUNNING"].includes(status);

function statusOf({ status, dryRun, canceledDate, undoneDate }: ImportJob): string {
  if (undoneDate) return "UNDONE";
  if (canceledDate) return "CANCELED";
  if (!dryRun) return status;
  if (status === "DONE") return "CHECKED";
  return isRunning(status) ? "CHECKING" : status;
}

/** Running jobs report progress this often. */
const refetchMs = 2_000;

const tabs = [
  { value: "", name: text("All") },
  { value: "failed", name: text("Failed") },
];

/** Imports and exports with their progress, and background jobs that have failed. */
function JobsPage() {
  const [isStarting, setIsStarting] = useState(false);
  const { filters, setFilter } = useFilters(["state"]);
  return (
    <Page
      title={text("Imports and jobs")}
      back={{ to: "/settings", name: text("Settings") }}
      actions={
        <Button kind="primary" onPress={() => setIsStarting(true)}>
          <Download aria-hidden size={16} />
          {text("Import a blog")}
        </Button>
      }
    >
      <FilterTabs
        label={text("Jobs to show")}
        tabs={tabs}
        value={filters.state}
        onChange={(value) => setFilter("state", value)}
      />
      {filters.state !== "failed" && (
        <>
          <BlogImports />
          <ItemJobs />
        </>
      )}
      <FailedJobs />
      {isStarting && <ImportDialog onClose={() => setIsStarting(false)} />}
    </Page>
  );
}

function BlogImports() {
  const { blogImports } = useConsole().clients.site;
  const cache = useQueryClient();
  const [opened, setOpened] = useState<string>();
  const list = useQuery({
    queryKey: ["blog-imports"],
    queryFn: ({ signal }) => blogImports.listImports({ limit: 20 }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => isRunning(status)) ? refetchMs : false),
  });
  const change = useMutation({
    async mutationFn({ job: { _id }, action }: { job: ImportJob; action: "confirm" | "cancel" | "undo" }) {
      if (action === "confirm") await blogImports.confirmImport(_id);
      else if (action === "cancel") await blogImports.cancelImport(_id);
      else await blogImports.undoImport(_id);
    },
    onSuccess: (_, { job, action }) => {
      if (action === "undo") showToast(text("The imported posts are removed. Posts that were changed stay."));
      if (action === "cancel")
        showToast(job.dryRun ? text("Canceled") : text("Canceled. Posts that are already imported stay."));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ["blog-imports"] }),
  });
  const isOutdated = isPorchlightError(change.error) && change.error.code === "IMPORT_STATUS_CONFLICT";
  return (
    <ListSection title={text("Blog imports")}>
      {change.isError && (
        <ErrorMessage
          error={
            isOutdated
              ? text("This import has changed, or its file is deleted. See its status, or upload the file again.")
              : change.error
          }
        />
      )}
      <QueryList query={list} items={list.data} empty={<p>{text("No blog has been imported.")}</p>}>
        {(job) => {
          const { place } = job.source;
          const { added, changed, skipped, images } = job.counts;
          const status = statusOf(job);
          return (
            <JobRow
              key={job._id}
              title={<span className="break-all">{place}</span>}
              name={place}
              status={status}
              done={job.done}
              total={job.total}
              startedDate={job._createdDate}
              reason={job.reason}
              facts={
                <>
                  <span>
                    {job.dryRun
                      ? text("{added} to add, {changed} to change, {skipped} to skip", { added, changed, skipped })
                      : text("{added} added, {changed} changed, {skipped} skipped", { added, changed, skipped })}
                  </span>
                  {images > 0 && <span>{text("{n, plural, one {# image} other {# images}}", { n: images })}</span>}
                </>
              }
              actions={
                <>
                  {job.noteCount > 0 && (
                    <Button kind="quiet" onPress={() => setOpened(job._id)}>
                      {text("{n, plural, one {# note} other {# notes}}", { n: job.noteCount })}
                    </Button>
                  )}
                  {(isRunning(status) || status === "CHECKED") && (
                    <Button
                      kind="quiet"
                      aria-label={text("Cancel the import of {place}", { place })}
                      isPending={change.isPending}
                      onPress={() => change.mutate({ job, action: "cancel" })}
                    >
                      {text("Cancel")}
                    </Button>
                  )}
                  {status === "CHECKED" && added + changed > 0 && (
                    <Button
                      kind="primary"
                      aria-label={text("Start import of {place}", { place })}
                      isPending={change.isPending}
                      onPress={() => change.mutate({ job, action: "confirm" })}
                    >
                      {text("Start import")}
                    </Button>
                  )}
                  {status === "DONE" && (
                    <Button
                      kind="quiet"
                      aria-label={text("Undo the import of {place}", { place })}
                      isPending={change.isPending}
                      onPress={() => change.mutate({ job, action: "undo" })}
                    >
                      {text("Undo")}
                    </Button>
                  )}
                </>
              }
            />
          );
        }}
      </QueryList>
      <ImportNotesDialog id={opened} onClose={() => setOpened(undefined)} />
    </ListSection>
  );
}

function ItemJobs() {
  const { collections } = useConsole().clients.site;
  const cache = useQueryClient();
  const list = useQuery({
    queryKey: ["item-jobs"],
    queryFn: async ({ signal }) => (await collections.listItemJobs({ limit: 20 }, { signal })).jobs,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => isRunning(status)) ? refetchMs : false),
  });
  const cancel = useMutation({
    mutationFn: (id: string) => collections.cancelItemJob(id),
    onSuccess: () => showToast(text("Canceled")),
    onSettled: () => cache.invalidateQueries({ queryKey: ["item-jobs"] }),
  });
  return (
    <ListSection title={text("Imports and exports of items")}>
      {cancel.isError && <ErrorMessage error={cancel.error} />}
      <QueryList query={list} items={list.data} empty={<p>{text("No items have been imported or exported.")}</p>}>
        {(job) => {
          const collection = job.dataCollectionId;
          return (
            <JobRow
              key={job._id}
              title={
                job.kind === "IMPORT"
                  ? text("Import into {collection}", { collection })
                  : text("Export of {collection}", { collection })
              }
              name={collection}
              status={job.status}
              done={job.rows}
              total={job.total}
              startedDate={job._createdDate}
              reason={job.reason}
              facts={
                <>
                  <span>{text("{n, plural, one {# row} other {# rows}}", { n: job.rows })}</span>
                  {job.noteCount > 0 && (
                    <span>
                      {text("{n, plural, one {# row rejected} other {# rows rejected}}", { n: job.noteCount })}
                    </span>
                  )}
                </>
              }
              actions={
                isRunning(job.status) && (
                  <Button
                    kind="quiet"
                    aria-label={text("Cancel the job of {collection}", { collection })}
                    onPress={() => cancel.mutate(job._id)}
                  >
                    {text("Cancel")}
                  </Button>
                )
              }
            />
          );
        }}
      </QueryList>
    </ListSection>
  );
}

interface JobRowProps {
  title: ReactNode;
  /** What the progress is of. */
  name: string;
  status: string;
  done: number;
  total: number | undefined;
  startedDate: Date;
  facts: ReactNode;
  /** Why it failed. */
  reason: string | undefined;
  actions: ReactNode;
}

/** An import or export: its state, its progress while it runs, and what it has done. */
function JobRow({ title, name, status, done, total, startedDate, facts, reason, actions }: JobRowProps) {
  const state = stateOf(status);
  return (
    <ListRow actions={actions}>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {title}
        <Badge tone={state.tone}>{state.name}</Badge>
      </p>
      {isRunning(status) && (
        <progress aria-label={name} className="w-full max-w-sm" value={total ? done : undefined} max={total} />
      )}
      <p className="flex flex-wrap gap-x-3 text-muted">
        <LabeledDate label={text("Started")} date={startedDate} />
        {facts}
      </p>
      {reason !== undefined && (
        <p lang="en" className="text-danger">
          {reason}
        </p>
      )}
    </ListRow>
  );
}

function FailedJobs() {
  const { operation } = useConsole().clients.site;
  const cache = useQueryClient();
  const list = useQuery({
    queryKey: ["failed-jobs"],
    queryFn: ({ signal }) => operation.listBackgroundJobs({ state: "failed", limit: 100 }, { signal }),
  });
  const retry = useMutation({
    mutationFn: (jobs: readonly BackgroundJob[]) =>
      Promise.all(jobs.map(({ _id }) => operation.retryBackgroundJob(_id))),
    onSuccess: () => showToast(text("The job runs again")),
    onSettled: () => cache.invalidateQueries({ queryKey: ["failed-jobs"] }),
  });
  return (
    <ListSection
      title={text("Failed background jobs")}
      actions={
        (list.data?.length ?? 0) > 1 && (
          <Button isPending={retry.isPending} onPress={() => list.data && retry.mutate(list.data)}>
            {text("Retry all")}
          </Button>
        )
      }
    >
      {retry.isError && <ErrorMessage error={retry.error} />}
      <QueryList query={list} items={list.data} empty={<p>{text("No job has failed.")}</p>}>
        {(job) => (
          <ListRow
            key={job._id}
            actions={
              <Button
                kind="quiet"
                aria-label={text("Retry {name}", { name: job.kind })}
                isPending={retry.isPending}
                onPress={() => retry.mutate([job])}
              >
                {text("Retry")}
              </Button>
            }
          >
            <p className="font-medium">{kindNames[job.kind] ?? job.kind}</p>
            <p className="flex flex-wrap gap-x-3 text-muted">
              <span>{text("{n, plural, one {# attempt} other {# attempts}}", { n: job.attempts })}</span>
              {job.finishedDate && <LabeledDate label={text("Failed")} date={job.finishedDate} />}
            </p>
            {job.lastError !== null && (
              <p lang="en" className="text-danger">
                {job.lastError}
              </p>
            )}
          </ListRow>
        )}
      </QueryList>
    </ListSection>
  );
}

const kindNames: Readonly<Record<string, string>> = {
  mail: text("Email"),
  newsletter: text("Newsletter"),
  "newsletter-mail": text("Newsletter email"),
  message: text("Text message or call"),
  "image-removal": text("Image removal"),
  "bulk-change": text("Bulk change of items"),
  "member-change": text("Bulk change of members"),
  "import-export": text("Import or export of items"),
  "index-build": text("Index creation"),
  backup: text("Backup"),
  cleanup: text("Cleanup"),
};

export { JobsPage as Component };
