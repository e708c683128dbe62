import type { ItemFileJob } from "@porchlight/client/data";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import { useCollection } from "../../collections/use-collections.ts";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { RadioChoice } from "../../ui/choices.tsx";
import { Select } from "../../ui/fields.tsx";
import { ErrorMessage, Section } from "../../ui/section.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { ImportJob, isRunning } from "./import-job.tsx";

interface ChosenFile {
  file: File;
  /** The columns of a CSV file; absent for JSON. */
  columns: string[] | undefined;
}

type Mode = "INSERT" | "UPDATE" | "SKIP";
const modes: readonly { id: Mode; label: string; hint: string }[] = [
  { id: "INSERT", label: text("Reject them"), hint: text("Rows whose _id exists are rejected and listed.") },
  { id: "UPDATE", label: text("Replace them"), hint: text("The existing item gets the values of the row.") },
  { id: "SKIP", label: text("Skip them"), hint: text("The existing item stays as it is.") },
];
const skipped = "";
/** How many of the latest jobs are read to find a running one when the page is opened again. */
const recentJobs = 20;

/**
 * Adds the rows of a CSV or JSON file as items, after a check that changes nothing. The columns of CSV can be assigned
 * to fields. The address contains the import, so that it is found again.
 */
function ImportPage() {
  const collection = useCollection();
  const { collections } = useConsole().clients.site;
  const { filters, setFilter } = useFilters(["job"]);
  const [chosen, setChosen] = useState<ChosenFile>();
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
  const [mode, setMode] = useState<Mode>("INSERT");
  const [checked, setChecked] = useState<string>();
  const fields = collection.fields.filter(({ key }) => key !== "_owner");
  const id = collection._id;

  const running = useQuery({
    queryKey: ["imports", "list", id],
    queryFn: async ({ signal }) => {
      const { jobs } = await collections.listItemJobs({ dataCollectionId: id, limit: recentJobs }, { signal });
      return jobs.find((job) => job.kind === "IMPORT" && !job.dryRun && isRunning(job) && job.bytes !== undefined);
    },
    enabled: filters.job === "",
    staleTime: 0,
  });
  const read = useMutation({
    async mutationFn(file: File): Promise<ChosenFile> {
      const isCsv = !/\.(json|jsonl|ndjson)$/i.test(file.name);
      if (!isCsv) return { file, columns: undefined };
      const { default: Papa } = await import("papaparse");
      const { data } = Papa.parse<string[]>(await file.slice(0, 1_000_000).text(), { preview: 1 });
      return { file, columns: (data[0] ?? []).map((name) => name.replace(/^\uFEFF/, "").trim()).filter(Boolean) };
    },
    onSuccess(file) {
      setChosen(file);
      setChecked(undefined);
      const find = (name: string) => {
        const wanted = name.toLowerCase();
        return fields.find(
          ({ key, displayName }) => key.toLowerCase() === wanted || displayName?.toLowerCase() === wanted,
        );
      };
      setMapping(Object.fromEntries((file.columns ?? []).map((name) => [name, find(name)?.key ?? skipped])));
    },
  });
  const start = useMutation({
    async mutationFn({ file: { file, columns }, dryRun }: { file: ChosenFile; dryRun: boolean }): Promise<ItemFileJob> {
      const options = {
        mode,
        filename: file.name,
        ...(dryRun && { dryRun }),
        ...(columns && {
          format: "CSV" as const,
          fields: Object.fromEntries(columns.map((name) => [name, mapping[name] || null])),
        }),
      };
      return (await collections.importItems(id, file, options)).job;
    },
    onSuccess({ _id, dryRun }) {
      if (dryRun) setChecked(_id);
      else setFilter("job", _id);
    },
  });
  if (filters.job !== "")
    return (
      <ImportJob
        collectionId={id}
        jobId={filters.job}
        actions={
          <Button
            onPress={() => {
              setChosen(undefined);
              setChecked(undefined);
              setFilter("job", "");
            }}
          >
            {text("Import another file")}
          </Button>
        }
      />
    );
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      setChecked(undefined);
      set(value);
    };
  return (
    <>
      {running.data && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-warning-soft p-3 text-warning"
        >
          <p>{text("An import of {name} is in progress.", { name: running.data.filename ?? text("a file") })}</p>
          <Button onPress={() => setFilter("job", running.data!._id)}>{text("Show the import")}</Button>
        </div>
      )}
      <Section title={text("Import")}>
        <p className="max-w-prose">
          {text(
            "Choose a CSV file whose first row has the names of the columns, or a JSON file with a list of objects. Exported files can be imported again.",
          )}
        </p>
        {read.isError && <ErrorMessage error={text("This file cannot be read.")} />}
        <div>
          <FileTrigger
            acceptedFileTypes={[".csv", ".json", ".jsonl", "text/csv", "application/json"]}
            onSelect={(files) => files?.[0] && read.mutate(files[0])}
          >
            <Button kind={chosen ? "secondary" : "primary"}>
              {chosen ? text("Choose another file") : text("Choose a file")}
            </Button>
          </FileTrigger>
        </div>
        {chosen && <p className="font-medium">{chosen.file.name}</p>}
      </Section>
      {chosen && (
        <Section title={text("Column mapping")}>
          {chosen.columns && (
            <ul className="grid gap-3">
              {chosen.columns.map((column) => (
                <li key={column} className="grid items-center gap-2 sm:grid-cols-[16rem_16rem]">
                  <span className="min-w-0 truncate font-medium">{column}</span>
                  <Select
                    label={text("Field for the column {column}", { column })}
                    hidesLabel
                    value={mapping[column] ?? skipped}
                    options={[
                      { id: skipped, label: text("Do not import") },
                      ...fields.map(({ key, displayName }) => ({ id: key, label: displayName || key })),
                    ]}
                    onChange={change((key) => setMapping({ ...mapping, [column]: key }))}
                  />
                </li>
              ))}
            </ul>
          )}
          <RadioChoice<Mode>
            label={text("Items that exist already")}
            options={modes}
            value={mode}
            onChange={change(setMode)}
          />
          {start.isError && <ErrorMessage error={start.error} />}
          <div className="flex flex-wrap gap-2">
            <Button
              kind={checked === undefined ? "primary" : "secondary"}
              isPending={start.isPending}
              onPress={() => start.mutate({ file: chosen, dryRun: true })}
            >
              {text("Check the file")}
            </Button>
            <Button
              kind={checked === undefined ? "secondary" : "primary"}
              isPending={start.isPending}
              onPress={() => start.mutate({ file: chosen, dryRun: false })}
            >
              {text("Start the import")}
            </Button>
          </div>
          <p className="text-muted">{text("The check says which rows cannot be imported, and changes nothing.")}</p>
        </Section>
      )}
      {checked !== undefined && <ImportJob key={checked} collectionId={id} jobId={checked} />}
    </>
  );
}

export { ImportPage as Component };
