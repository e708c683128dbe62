import { type RawBuilder, sql } from "kysely";
import { Refusal } from "../../platform/context/errors.ts";

/** Of one answer: it is put together in one piece, while everybody else waits. */
export const answerMaxBytes = 64 * 1024 * 1024;

/** @throws {Refusal} `ANSWER_TOO_LARGE`. */
export function needRoomInAnswer(bytes: number): void {
  if (bytes > answerMaxBytes) throw new Refusal("ANSWER_TOO_LARGE");
}

/** A list of JSON texts. @throws {Refusal} `ANSWER_TOO_LARGE`. */
export function listOf(texts: readonly string[]): string {
  needRoomInAnswer(texts.reduce((sum, { length }) => sum + length, 0));
  return `[${texts.join(",")}]`;
}

/**
 * Rows with texts, in their order, as far as all of their texts have room in one answer; else their texts are null. The database holds no more of
 * them than it has memory for, and sends no more than there is room for.
 *
 * @param rows A statement, whose columns are all that is named here.
 */
export function roomyRows(rows: RawBuilder<unknown>, columns: readonly string[], text: string): RawBuilder<unknown> {
  const names = sql.join(columns.map((name) => sql.ref(`p.${name}`)));
  const wanted = sql.ref(`p.${text}`);
  return sql`
    select ${names}, case when p.bytes <= ${answerMaxBytes} then ${wanted} end as ${sql.ref(text)}, p.bytes > ${answerMaxBytes} as "isTooLarge"
    from (select q.*, row_number() over () as place_in_order, sum(octet_length(${sql.ref(`q.${text}`)})) over () as bytes from (${rows}) q) p
    order by p.place_in_order`;
}

/** @throws {Refusal} `ANSWER_TOO_LARGE`. */
export function needRoomFor([first]: readonly { isTooLarge: boolean | null }[]): void {
  if (first?.isTooLarge) throw new Refusal("ANSWER_TOO_LARGE");
}
