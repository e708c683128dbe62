import * as server from "@porchlight/server/operations";
import { describeWriteFailure } from "../../runtime/errors/write-failure.ts";
import { formatTable, type Io, printResult, withoutControlCharacters } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { requireId, unknownForm } from "./form.ts";

/** Characters of the values in a table. */
const maxValueLength = 80;

/** `porchlight submission list <form>` */
export async function listSubmissions(
  io: Io,
  formId: string,
  options: CommonOptions & { limit: number },
): Promise<void> {
  const input = { formId: requireId(formId), limit: options.limit };
  const submissions = await withOperator(io, options, (context) =>
    server.listSubmissions(context, { caller: owner }, input).catch(unknownForm(formId)),
  );
  const rows = submissions.map(({ id, createdDate, status, seen, submissions: values }) => [
    id,
    createdDate.slice(0, 16).replace("T", " "),
    status,
    seen ? "" : "new",
    withoutControlCharacters(JSON.stringify(values)).slice(0, maxValueLength),
  ]);
  const text =
    rows.length === 0 ? "There are no submissions." : formatTable(["id", "date", "status", "", "values"], rows);
  printResult(io, { submissions }, text);
}

/** `porchlight submission export <form> <file>` */
export async function exportSubmissions(
  io: Io,
  formId: string,
  file: string,
  options: CommonOptions & { format?: "csv" | "json" },
): Promise<void> {
  const format = (options.format ?? (/\.jsonl?$/i.test(file) ? "json" : "csv")) === "json" ? "JSON" : "CSV";
  const written = await withOperator(io, options, (context) =>
    server
      .exportSubmissionsFile(context, { caller: owner }, file, { formId: requireId(formId), format })
      .catch(unknownForm(formId)),
  ).catch((error: unknown) => {
    throw describeWriteFailure(file, error);
  });
  printResult(io, { file, format, ...written }, `Exported to "${file}": submissions ${written.submissions}.`);
}
