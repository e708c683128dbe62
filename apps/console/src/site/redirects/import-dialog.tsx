import type { RedirectImportResult } from "@porchlight/client/site";
import { maxImportedRedirects } from "@porchlight/contract/site/redirects/site-redirect";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileTrigger } from "react-aria-components";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { errorText } from "../../ui/errors/error-text.ts";
import { ErrorMessage } from "../../ui/section.tsx";
import type { RedirectLine, RowProblem } from "./parse-redirects.ts";
import { ruleTexts } from "./redirect-dialog.tsx";

interface Outcome {
  /** Those that were or would be stored. */
  lines: readonly RedirectLine[];
  counts: Readonly<Record<RedirectImportResult["action"], number>>;
  problems: readonly RowProblem[];
}

/** Imports the redirects of a CSV file, after a dry run. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const { siteRedirects } = useConsole().clients.site;
  const cache = useQueryClient();

  async function send(
    lines: readonly RedirectLine[],
    existing: readonly RowProblem[],
    dryRun: boolean,
  ): Promise<Outcome> {
    const counts = { CREATED: 0, CHANGED: 0, UNCHANGED: 0, REJECTED: existing.length };
    const problems = [...existing];
    const stored: RedirectLine[] = [];
    for (let start = 0; start < lines.length; start += maxImportedRedirects) {
      const part = lines.slice(start, start + maxImportedRedirects);
      const redirects = part.map(({ redirect }) => redirect);
      for (const { index, action, problem } of await siteRedirects.importSiteRedirects(redirects, { dryRun })) {
        counts[action] += 1;
        if (problem) problems.push({ row: part[index]!.row, reason: ruleTexts[problem.rule] });
        else if (action !== "UNCHANGED") stored.push(part[index]!);
      }
    }
    return { lines: stored, counts, problems };
  }

  const rehearsal = useMutation({
    async mutationFn(file: File) {
      const { parseRedirects } = await import("./parse-redirects.ts");
      const { lines, problems } = parseRedirects(await file.text());
      return send(lines, problems, true);
    },
  });
  const run = useMutation({
    mutationFn: ({ lines }: Outcome) => send(lines, [], false),
    onSettled: () => cache.invalidateQueries({ queryKey: ["site-redirects"] }),
  });
  const ready = rehearsal.data;
  const count = ready?.lines.length ?? 0;
  return (
    <Dialog title={text("Import redirects")} isOpen onClose={onClose}>
      {!ready && (
        <p>
          {text(
            "A CSV file with the columns “from” and “to”, and optionally “status” with 301 or 302. A redirect that exists already gets the target of the file.",
          )}
        </p>
      )}
      {rehearsal.isError && <ErrorMessage error={messageOf(rehearsal.error)} />}
      {run.isError && <ErrorMessage error={run.error} />}
      {ready && !run.isSuccess && <Report outcome={ready} isDone={false} />}
      {run.isSuccess && <Report outcome={run.data} isDone />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose}>{run.isSuccess ? text("Close") : text("Cancel")}</Button>
        {!run.isSuccess && (
          <FileTrigger
            acceptedFileTypes={[".csv", "text/csv"]}
            onSelect={(files) => files?.[0] && rehearsal.mutate(files[0])}
          >
            <Button kind={ready ? "secondary" : "primary"} isPending={rehearsal.isPending}>
              {ready ? text("Choose another file") : text("Choose a file")}
            </Button>
          </FileTrigger>
        )}
        {ready && !run.isSuccess && count > 0 && (
          <Button kind="primary" isPending={run.isPending} onPress={() => run.mutate(ready)}>
            {text("{n, plural, one {Import # redirect} other {Import # redirects}}", { n: count })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The sentence of the parser, or that of an error of the server. */
const messageOf = (error: Error): string => (error.constructor === Error ? error.message : errorText(error));

function Report({ outcome: { counts, problems }, isDone }: { outcome: Outcome; isDone: boolean }) {
  const numbers = {
    created: counts.CREATED,
    changed: counts.CHANGED,
    same: counts.UNCHANGED,
    failed: counts.REJECTED,
  };
  return (
    <>
      <p role="status">
        {isDone
          ? text(
              "{created, number} added, {changed, number} changed, {same, number} unchanged, {failed, number} rejected.",
              numbers,
            )
          : text(
              "{created, number} new, {changed, number} to change, {same, number} unchanged, {failed, number} with problems.",
              numbers,
            )}
      </p>
      {problems.length > 0 && (
        <ul className="grid max-h-64 gap-1 overflow-auto text-danger">
          {problems.map(({ row, reason }) => (
            <li key={row}>{text("Row {row, number}: {reason}", { row, reason })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
