import { type RawBuilder, sql } from "kysely";
import { Refusal } from "../../platform/context/errors.ts";

/** A response is built in memory in one piece, which blocks the event loop. */
export const maxResponseBytes = 64 * 1024 * 1024;

/** @throws {Refusal} `ANSWER_TOO_LARGE`. */
export function requireResponseSize(bytes: number): void {
  if (bytes > maxResponseBytes) throw new Refusal("ANSWER_TOO_LARGE");
}

/** A JSON list of JSON texts. @throws {Refusal} `ANSWER_TOO_LARGE`. */
export function jsonList(texts: readonly string[]): string {
  requireResponseSize(texts.reduce((sum, { length }) => sum + length, 0));
  return `[${texts.join(",")}]`;
}

/**
 * Rows whose texts are null if together they exceed the response limit.
 *
 * @param rows A statement with exactly these columns and the text.
 */
export function sizeLimitedRows(
  rows: RawBuilder<unknown>,
  columns: readonly string[],
  text: string,
): RawBuilder<unknown> {
  const names = sql.join(columns.map((name) => sql.ref(`p.${name}`)));
  const content = sql.ref(`p.${text}`);
  return sql`
    select ${names}, case when p.bytes <= ${maxResponseBytes} then ${content} end as ${sql.ref(text)}, p.bytes > ${maxResponseBytes} as "isTooLarge"
    from (select q.*, row_number() over () as row_index, sum(octet_length(${sql.ref(`q.${text}`)})) over () as bytes from (${rows}) q) p
    order by p.row_index`;
}

/** @throws {Refusal} `ANSWER_TOO_LARGE`. */
export function requireRowsWithinLimit([first]: readonly { isTooLarge: boolean | null }[]): void {
  if (first?.isTooLarge) throw new Refusal("ANSWER_TOO_LARGE");
}
