import { type RawBuilder, sql } from "kysely";
import { RawJson } from "../../platform/http/serve.ts";

/** An item on the wire, as JSON text. */
export const itemText = (collectionId: string, { id, json }: ItemText): string =>
  `{"id":${JSON.stringify(id)},"dataCollectionId":${JSON.stringify(collectionId)},"data":${json}}`;

export const itemAnswer = (collectionId: string, item: ItemText): RawJson =>
  new RawJson(`{"dataItem":${itemText(collectionId, item)}}`);

/** An item as it is told: its id, and its data as JSON text. */
export interface ItemText {
  id: string;
  json: string;
}

/** The first steps of fields that are asked for; parts of a field are told with the whole of it. */
export function fieldKeys(fields: readonly string[] | null | undefined): readonly string[] | undefined {
  if (!fields || fields.length === 0) return undefined;
  return [...new Set(fields.map((field) => field.split(".")[0] ?? ""))];
}

/** Between the parts of one row; JSON text has no such character. */
const partsEnd = "\u001f";

/**
 * What an item is told from, as one text: {@link readTold} takes it apart again. Dates are milliseconds, for to write each in words costs the
 * database more than to find the row; columns of their own cost this process more than to split a text.
 *
 * @param hidden Fields that are not told, whatever is asked for.
 * @param keys Fields that alone are told; all unless given.
 * @param drafts Whether what is not published yet is told in the place of what is.
 * @param more JSON that is wanted beside.
 */
export function told(
  alias: string,
  hidden: readonly string[],
  {
    keys,
    drafts = false,
    more = [],
  }: { keys?: readonly string[] | undefined; drafts?: boolean | undefined; more?: readonly RawBuilder<unknown>[] } = {},
): RawBuilder<string> {
  const row = sql.ref(alias);
  const data = seenData(drafts ? sql`coalesce(${row}.draft, ${row}.data)` : sql`${row}.data`, hidden);
  const fields = keys
    ? sql`(select coalesce(jsonb_object_agg(part.key, part.value), '{}') from jsonb_each(${data}) part
        where part.key = any(${keys}::text[]))`
    : data;
  const parts = [
    sql`to_json(${row}.id)`,
    sql`${row}.owner_id`,
    milliseconds(sql`${row}.created_at`),
    milliseconds(sql`${row}.updated_at`),
    fields,
    ...more,
  ];
  return sql<string>`concat_ws(${sql.lit(partsEnd)}, ${sql.join(parts)})`;
}

/** What an item holds, without these fields. Where there are none, nothing is made of it anew. */
export const seenData = (data: RawBuilder<unknown>, hidden: readonly string[]): RawBuilder<unknown> =>
  hidden.length === 0 ? data : sql`(${data} - ${hidden}::text[])`;

/** Since 1970: what a cursor and an item tell of an instant is made of it. */
const milliseconds = (column: RawBuilder<unknown>) => sql`(date_part('epoch', ${column}) * 1000)::bigint`;

export interface ToldItem extends ItemText {
  createdDate: string;
  updatedDate: string;
  more: string[];
}

/** @param keys As they were told. */
export function readTold(text: string, keys?: readonly string[]): ToldItem {
  const [id = "", owner = "", created, updated, data = "{}", ...more] = text.split(partsEnd);
  const createdDate = new Date(Number(created)).toISOString();
  const updatedDate = new Date(Number(updated)).toISOString();
  const isTold = (name: string) => !keys || keys.includes(name);
  const rest = data === "{}" ? "}" : `,${data.slice(1)}`;
  const json =
    `{"_id":${id}` +
    (isTold("_owner") ? `,"_owner":"${owner}"` : "") +
    (isTold("_createdDate") ? `,"_createdDate":{"$date":"${createdDate}"}` : "") +
    (isTold("_updatedDate") ? `,"_updatedDate":{"$date":"${updatedDate}"}` : "") +
    rest;
  return { id: JSON.parse(id), json, createdDate, updatedDate, more };
}
