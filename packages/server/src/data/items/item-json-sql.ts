import { type RawBuilder, sql } from "kysely";
import { RawJson } from "../../platform/http/serve.ts";

/** Serializes an item as the API returns it. */
export const serializeItem = (collectionId: string, { id, json }: ItemText): string =>
  `{"id":${JSON.stringify(id)},"dataCollectionId":${JSON.stringify(collectionId)},"data":${json}}`;

export const itemResponse = (collectionId: string, item: ItemText): RawJson =>
  new RawJson(`{"dataItem":${serializeItem(collectionId, item)}}`);

/** The id of an item and its data as JSON text. */
export interface ItemText {
  id: string;
  json: string;
}

/** The top-level keys of the requested fields: a nested field is returned with its whole top-level field. */
export function fieldKeys(fields: readonly string[] | null | undefined): readonly string[] | undefined {
  if (!fields || fields.length === 0) return undefined;
  return [...new Set(fields.map((field) => field.split(".")[0] ?? ""))];
}

/** Never part of JSON text. */
const partSeparator = "\u001f";

/**
 * An item as one text that {@link parseItemJson} parses. Dates are in milliseconds because formatting them costs
 * PostgreSQL more than finding the row; separate columns cost this process more than splitting a text.
 *
 * @param hidden Fields that are left out.
 * @param keys Fields to include. Default: all.
 * @param drafts Whether to read the draft of an item that has one.
 * @param more Further JSON expressions, returned in `more`.
 */
export function itemJson(
  alias: string,
  hidden: readonly string[],
  {
    keys,
    drafts = false,
    more = [],
  }: { keys?: readonly string[] | undefined; drafts?: boolean | undefined; more?: readonly RawBuilder<unknown>[] } = {},
): RawBuilder<string> {
  const row = sql.ref(alias);
  const data = visibleData(drafts ? sql`coalesce(${row}.draft, ${row}.data)` : sql`${row}.data`, hidden);
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
  return sql<string>`concat_ws(${sql.lit(partSeparator)}, ${sql.join(parts)})`;
}

/** Item data without the hidden fields. */
export const visibleData = (data: RawBuilder<unknown>, hidden: readonly string[]): RawBuilder<unknown> =>
  hidden.length === 0 ? data : sql`(${data} - ${hidden}::text[])`;

const milliseconds = (column: RawBuilder<unknown>) => sql`(date_part('epoch', ${column}) * 1000)::bigint`;

export interface ParsedItem extends ItemText {
  createdDate: string;
  updatedDate: string;
  more: string[];
}

/** @param keys As given to {@link itemJson}. */
export function parseItemJson(text: string, keys?: readonly string[]): ParsedItem {
  const [id = "", owner = "", created, updated, data = "{}", ...more] = text.split(partSeparator);
  const createdDate = new Date(Number(created)).toISOString();
  const updatedDate = new Date(Number(updated)).toISOString();
  const isIncluded = (name: string) => !keys || keys.includes(name);
  const rest = data === "{}" ? "}" : `,${data.slice(1)}`;
  const json =
    `{"_id":${id}` +
    (isIncluded("_owner") ? `,"_owner":"${owner}"` : "") +
    (isIncluded("_createdDate") ? `,"_createdDate":{"$date":"${createdDate}"}` : "") +
    (isIncluded("_updatedDate") ? `,"_updatedDate":{"$date":"${updatedDate}"}` : "") +
    rest;
  return { id: JSON.parse(id), json, createdDate, updatedDate, more };
}
