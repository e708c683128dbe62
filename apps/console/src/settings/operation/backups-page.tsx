import type { Backup, BackupRun, Backups } from "@porchlight/client/site";
import { useReauthentication } from "@porchlight/react";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive, Download, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useConsole } from "../../context.ts";
import { language, richText, text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyText } from "../../ui/copy-text.tsx";
import { ConfirmIdentity } from "../../ui/dialogs/confirm-identity.tsx";
import { TypedConfirmation } from "../../ui/dialogs/typed-confirmation.tsx";
import { Page } from "../../ui/page.tsx";
import { LabeledDate, ListRow, ListSection, QueryList } from "../../ui/query-list.tsx";
import { ErrorMessage, Section } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useSettings } from "../use-settings.ts";
import { BackupSchedule } from "./backup-schedule.tsx";

/** A running backup reports progress this often. */
const refetchMs = 1_000;
const isOpen = (run: BackupRun | undefined) => run?.status === "WAITING" || run?.status === "RUNNING";

/** Copies of all data: create, download, delete, schedule, and how to restore them. */
function BackupsPage() {
  const { backups, operation } = useConsole().clients.site;
  const cache = useQueryClient();
  const reauthentication = useReauthentication();
  const [deleted, setDeleted] = useState<Backup>();
  // A change of the schedule changes the next date.
  const { data: settings } = useSettings().query;
  const list = useQuery({
    queryKey: ["backups", settings?.revision],
    queryFn: ({ signal }) => backups.listBackups({ signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isOpen(state.data?.run) ? refetchMs : false),
  });
  const refresh = () => cache.invalidateQueries({ queryKey: ["backups"] });
  const create = useMutation({ mutationFn: () => backups.createBackup(), onSettled: refresh });
  const cancel = useMutation({
    mutationFn: ({ jobId }: BackupRun) => operation.cancelBackgroundJob(jobId),
    onSuccess: () => showToast(text("Canceled")),
    onSettled: refresh,
  });
  const download = useMutation({
    mutationFn: ({ _id }: Backup) => reauthentication.run(() => backups.createBackupDownloadLink(_id)),
    onSuccess: ({ url }, { _id }) => Object.assign(document.createElement("a"), { href: url, download: _id }).click(),
  });
  const remove = useMutation({
    mutationFn: ({ _id }: Backup) => reauthentication.run(() => backups.deleteBackup(_id)),
    onSuccess: () => {
      setDeleted(undefined);
      showToast(text("Backup deleted"));
      void refresh();
    },
  });
  const { data } = list;
  return (
    <Page
      title={text("Backups")}
      back={{ to: "/settings", name: text("Settings") }}
      actions={
        <Button
          kind="primary"
          isDisabled={!data || isOpen(data.run)}
          isPending={create.isPending}
          onPress={() => create.mutate()}
        >
          <Archive aria-hidden size={16} />
          {text("Create a backup")}
        </Button>
      }
    >
      <p className="max-w-2xl text-muted">
        {data?.files === "bucket"
          ? text("A backup contains the database. Images and files are in your bucket; back it up there.")
          : text("A backup contains everything: members, posts, settings, images and files.")}
      </p>
      {create.isError && <ErrorMessage error={create.error} />}
      {cancel.isError && <ErrorMessage error={cancel.error} />}
      {data?.run && <Run run={data.run} onCancel={() => cancel.mutate(data.run!)} />}
      <ListSection title={text("Stored backups")}>
        {download.isError && <ErrorMessage error={download.error} />}
        <QueryList
          query={list}
          items={data?.backups}
          empty={<p>{text("There is no backup yet. Create one, or set a schedule.")}</p>}
        >
          {(backup) => (
            <BackupRow
              key={backup._id}
              backup={backup}
              isDownloading={download.isPending && download.variables._id === backup._id}
              onDownload={() => download.mutate(backup)}
              onDelete={() => setDeleted(backup)}
            />
          )}
        </QueryList>
      </ListSection>
      <BackupSchedule nextDate={data?.nextDate} />
      {data && <Restore backups={data} />}
      <TypedConfirmation
        title={text("Delete this backup?")}
        name={deleted ? formatDay(deleted._createdDate) : ""}
        isOpen={deleted !== undefined}
        isPending={remove.isPending}
        error={remove.error}
        confirmLabel={text("Delete the backup")}
        onClose={() => {
          setDeleted(undefined);
          remove.reset();
        }}
        onConfirm={() => deleted && remove.mutate(deleted)}
      >
        {text("The file is deleted from the server. You can no longer restore this state of the site.")}
      </TypedConfirmation>
      <ConfirmIdentity reauthentication={reauthentication} />
    </Page>
  );
}

const formatDay = (date: Date) => date.toISOString().slice(0, 10);

const megabytes = new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
const formatSize = (bytes: number) => megabytes.format(bytes / 1_000_000);

/** The backup that is being created, or why the last one failed. */
function Run({ run, onCancel }: { run: BackupRun; onCancel(): void }) {
  if (run.status === "COMPLETED" || run.status === "FAILED")
    return run.reason === null ? null : (
      <div className="grid gap-1 rounded-md bg-danger-soft p-3 text-danger" role="alert">
        <p>
          {run.status === "FAILED"
            ? text("The last backup failed.")
            : text("The last backup is complete, but a later step failed.")}
        </p>
        <p lang="en">{run.reason}</p>
      </div>
    );
  return (
    <Section title={text("Creating a backup")} actions={<Button onPress={onCancel}>{text("Cancel")}</Button>}>
      <progress
        aria-label={text("Progress of the backup")}
        className="w-full"
        value={run.total > 0 ? run.done : undefined}
        max={run.total || undefined}
      />
      <p role="status" className="text-muted">
        {run.total > 0
          ? text("{done} of about {total}", { done: formatSize(run.done), total: formatSize(run.total) })
          : text("Waiting")}
      </p>
      {run.reason !== null && (
        <div className="text-danger">
          <p>{text("The last attempt failed; the server tries again.")}</p>
          <p lang="en">{run.reason}</p>
        </div>
      )}
    </Section>
  );
}

function BackupRow({
  backup,
  isDownloading,
  onDownload,
  onDelete,
}: {
  backup: Backup;
  isDownloading: boolean;
  onDownload(): void;
  onDelete(): void;
}) {
  const day = formatDay(backup._createdDate);
  return (
    <ListRow
      actions={
        <>
          <Button
            kind="quiet"
            aria-label={text("Download the backup of {day}", { day })}
            isPending={isDownloading}
            onPress={onDownload}
          >
            <Download aria-hidden size={16} />
            {text("Download")}
          </Button>
          <Button kind="quiet" aria-label={text("Delete the backup of {day}", { day })} onPress={onDelete}>
            <Trash2 aria-hidden size={16} />
            {text("Delete")}
          </Button>
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {backup._createdDate.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })}
        {backup.origin === "scheduled" && <Badge>{text("Scheduled")}</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-3 text-muted">
        <LabeledDate label={text("Created")} date={backup._createdDate} />
        <span>{formatSize(backup.size)}</span>
      </p>
    </ListRow>
  );
}

const code = (inside: ReactNode) => <code className="font-mono text-sm">{inside}</code>;

/** How to restore a backup, which requires the command line. */
function Restore({ backups: { folder, backups, database } }: { backups: Backups }) {
  const file = `${folder}/${backups[0]?._id ?? "porchlight-….tar"}`;
  const isEmbedded = database === "embedded";
  return (
    <Section title={text("Restore a backup")}>
      <p className="max-w-2xl text-muted">
        {isEmbedded
          ? text(
              "A restore replaces the whole site, so it is done on the command line of the server. Stop the server, and restore the backup into a new data folder:",
            )
          : text(
              "A restore replaces the whole site, so it is done on the command line of the server. Stop the server, create an empty database, set DATABASE_URL to it, and restore the backup:",
            )}
      </p>
      <CopyText
        label={text("Copy the command")}
        value={`npx porchlight restore "${file}"${isEmbedded ? " --data-dir restored" : ""}`}
      />
      <p className="max-w-2xl text-muted">
        {isEmbedded
          ? richText(
              "Then copy the file <code>secret-key</code> of the old data folder into the new one, and start the server with <code>--data-dir restored</code>. Backups do not contain the key: store it separately.",
              { code },
            )
          : richText(
              "Then start the server with the same <code>SECRET_KEY</code> as before. Backups do not contain the key: store it separately.",
              { code },
            )}
      </p>
    </Section>
  );
}

export { BackupsPage as Component };
