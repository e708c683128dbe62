import Papa from "papaparse";
import { text } from "../texts/text.ts";

/** A person of a CSV file. */
export interface MemberRow {
  /** Number of the row in the file; the header is row 1. */
  row: number;
  email: string;
  firstName: string;
  lastName: string;
}

/** The people of a CSV file, and what is wrong with the other rows. */
export interface ParsedMembers {
  members: MemberRow[];
  problems: { row: number; reason: string }[];
}

/** Maximum number of rows of one import. */
export const maxRows = 5_000;

/** Column names without case and separators, for exports of several products. */
const columns: Readonly<Record<keyof Omit<MemberRow, "row">, readonly string[]>> = {
  email: ["email", "emailaddress", "loginemail", "mail"],
  firstName: ["firstname", "givenname"],
  lastName: ["lastname", "familyname", "surname"],
};

/** Reads a CSV file with a header. Throws a sentence for the reader if it is no list of people. */
export function parseMembers(csv: string): ParsedMembers {
  const { data, meta } = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (name) => name.toLowerCase().replace(/[^a-z]/g, ""),
  });
  const find = (names: readonly string[]) => names.find((name) => meta.fields?.includes(name));
  const email = find(columns.email);
  if (email === undefined)
    throw new Error(text("The file has no column “email”. The first row must contain the column names."));
  if (data.length > maxRows)
    throw new Error(
      text("The file has {n, number} rows; an import takes up to {max, number}. Split it into several files.", {
        n: data.length,
        max: maxRows,
      }),
    );
  const parsed: ParsedMembers = { members: [], problems: [] };
  const seen = new Set<string>();
  for (const [index, record] of data.entries()) {
    const value = (name: string | undefined) => (name === undefined ? "" : (record[name] ?? "").trim());
    const member = {
      row: index + 2,
      email: value(email),
      firstName: value(find(columns.firstName)),
      lastName: value(find(columns.lastName)),
    };
    const key = member.email.toLowerCase();
    const reason =
      problemOf(member) ?? (seen.has(key) ? text("The file contains this email address twice.") : undefined);
    if (reason) parsed.problems.push({ row: member.row, reason });
    else parsed.members.push(member);
    seen.add(key);
  }
  return parsed;
}

function problemOf({ email, firstName, lastName }: MemberRow): string | undefined {
  if (email === "") return text("The email address is missing.");
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return text("“{email}” is not an email address.", { email });
  if (firstName.length > 100 || lastName.length > 100) return text("A name has more than 100 characters.");
  return undefined;
}
