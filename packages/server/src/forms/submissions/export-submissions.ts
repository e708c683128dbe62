import { open, rename, rm } from "node:fs/promises";
import type { exportSubmissionsRequest } from "@porchlight/contract/forms/submission-schema";
import type * as z from "zod";
import { csvHeader, csvTextLine } from "../../data/import-export/files/write-csv.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import { requireReader } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { type FormRow, findForm } from "../definitions/forms-store.ts";
import { type FileLinks, readFileLinks, storedLinks, withFileLinks } from "../files/file-links.ts";
import { fieldsByTarget } from "../validation/validate-values.ts";
import { formatValue, serializeSubmission } from "./submission-serializer.ts";
import { findSubmissionBatch, type SubmissionRow } from "./submissions-store.ts";

const batchSize = 500;

/** `JSON` has one submission per line. */
export type ExportFormat = "CSV" | "JSON";

const mediaTypes = { CSV: "text/csv; charset=utf-8", JSON: "application/x-ndjson; charset=utf-8" } as const;
const extensions = { CSV: "csv", JSON: "jsonl" } as const;

/**
 * Streams all submissions of a form, in the order of their creation.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`.
 */
export async function downloadSubmissions(
  context: ServerContext,
  { caller }: Requester,
  { params, query }: z.output<typeof exportSubmissionsRequest>,
): Promise<{ headers: Record<string, string>; body: ReadableStream<Uint8Array> }> {
  requireReader(caller);
  const form = await findForm(context.db, context.site.id, params.formId);
  if (!form) throw new Refusal("FORM_NOT_FOUND");
  const { format = "CSV" } = query;
  const name = `${(form.name ?? "form").replaceAll(/[^A-Za-z0-9_-]+/g, "-")}.${extensions[format]}`;
  const chunks = exportChunks(context, form, format);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value.text));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return {
    headers: {
      "content-type": mediaTypes[format],
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
    body,
  };
}

/**
 * Writes all submissions of a form to a local file, which is complete or absent.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`. @throws File system errors, `EEXIST` if the file exists.
 */
export async function exportSubmissionsFile(
  context: ServerContext,
  { caller }: Requester,
  path: string,
  { formId, format }: { formId: string; format: ExportFormat },
): Promise<{ submissions: number }> {
  requireReader(caller);
  const form = isId(formId) ? await findForm(context.db, context.site.id, formId) : undefined;
  if (!form) throw new Refusal("FORM_NOT_FOUND");
  await (await open(path, "wx")).close();
  const draft = `${path}.${process.pid}.part`;
  try {
    let submissions = 0;
    {
      await using file = await open(draft, "w");
      for await (const { text, count } of exportChunks(context, form, format)) {
        await file.appendFile(text);
        submissions += count;
      }
      await file.sync();
    }
    await rename(draft, path);
    return { submissions };
  } catch (error) {
    await rm(draft, { force: true });
    await rm(path, { force: true });
    throw error;
  }
}

async function* exportChunks(
  context: ServerContext,
  form: FormRow,
  format: ExportFormat,
): AsyncGenerator<{ text: string; count: number }, void> {
  const { formFields = [], deletedFormFields = [] } = form.definition;
  const fields = fieldsByTarget([...formFields, ...deletedFormFields]);
  const targets = [...fields.keys()];
  const fixed = ["id", "createdDate", "status", "seen", "submitter"];
  const cells = (row: SubmissionRow, links: FileLinks) => {
    const values = withFileLinks(row.field_values, links);
    return [
      row.id,
      row.created_at.toISOString(),
      row.status,
      String(row.seen),
      row.submitter_id === null ? row.submitter_kind : `${row.submitter_kind} ${row.submitter_id}`,
      ...targets.map((target) =>
        Object.hasOwn(values, target) ? formatValue(fields.get(target), values[target]) : "",
      ),
    ];
  };
  if (format === "CSV") yield { text: csvHeader([...fixed, ...targets]), count: 0 };
  for (let after: string | undefined; ; ) {
    const rows = await findSubmissionBatch(context.db, context.site.id, form.id, { after, limit: batchSize });
    const ids = rows.map(({ id }) => id);
    const linksOf = await readFileLinks(context.db, context, ids, storedLinks);
    const lines = rows.map((row) =>
      format === "CSV"
        ? csvTextLine(cells(row, linksOf(row.id)))
        : `${JSON.stringify(serializeSubmission(row, { isPrivate: true, links: linksOf(row.id) }))}\n`,
    );
    if (rows.length > 0) yield { text: lines.join(""), count: rows.length };
    if (rows.length < batchSize) return;
    after = rows.at(-1)!.id;
  }
}
