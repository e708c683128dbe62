import type { SiteRedirectInput } from "@porchlight/client/site";
import Papa from "papaparse";
import { text } from "../../texts/text.ts";

/** A redirect of a CSV file. */
export interface RedirectLine {
  /** Number of the row in the file; the header is row 1. */
  row: number;
  redirect: SiteRedirectInput;
}

/** A row that is not imported. */
export interface RowProblem {
  row: number;
  reason: string;
}

/** Maximum number of rows of one import. */
export const maxRows = 10_000;
const maxLength = 2_000;

/** Column names without case and separators, for exports of several products. */
const columns = {
  source: ["from", "source", "old", "oldurl", "redirectfrom", "von"],
  target: ["to", "target", "new", "newurl", "redirectto", "nach"],
  status: ["status", "statuscode", "type", "code"],
} as const;

/** Reads a CSV file with a header. Throws a sentence for the reader if it is no list of redirects. */
export function parseRedirects(csv: string): { lines: RedirectLine[]; problems: RowProblem[] } {
  const { data, meta } = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (name) => name.toLowerCase().replace(/[^a-z]/g, ""),
  });
  const find = (names: readonly string[]) => names.find((name) => meta.fields?.includes(name));
  const [source, target, status] = [find(columns.source), find(columns.target), find(columns.status)];
  if (source === undefined || target === undefined)
    throw new Error(text("The first row must contain the column names “from” and “to”."));
  if (data.length > maxRows)
    throw new Error(
      text("The file has {n, number} rows; an import takes up to {max, number}. Split it into several files.", {
        n: data.length,
        max: maxRows,
      }),
    );
  const lines: RedirectLine[] = [];
  const problems: RowProblem[] = [];
  for (const [index, record] of data.entries()) {
    const row = index + 2;
    const [from, to] = [(record[source] ?? "").trim(), (record[target] ?? "").trim()];
    const reason =
      from === "" || to === ""
        ? text("An address is missing.")
        : Math.max(from.length, to.length) > maxLength
          ? text("An address has more than {max, number} characters.", { max: maxLength })
          : undefined;
    if (reason !== undefined) problems.push({ row, reason });
    else {
      const isTemporary = /^(?:302|303|307|temp)/i.test(status === undefined ? "" : (record[status] ?? "").trim());
      lines.push({ row, redirect: { source: from, target: to, status: isTemporary ? 302 : 301 } });
    }
  }
  return { lines, problems };
}
