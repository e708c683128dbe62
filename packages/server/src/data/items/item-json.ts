import { type RawBuilder, sql } from "kysely";

/** The beginning of every item's data; what is after it is the rest of an object. */
const systemPart = (alias: RawBuilder<unknown>) => sql`'{"_id":' || to_json(${alias}.id)::text
  || ',"_owner":"' || ${alias}.owner_id::text
  || '","_createdDate":{"$date":"' || data_date(${alias}.created_at)
  || '"},"_updatedDate":{"$date":"' || data_date(${alias}.updated_at) || '"}'`;

/** Parts of a field are told with the whole of it. What stands for a value of a prepared statement stays as it is. */
export const wholeFields = (fields: readonly string[]): readonly string[] =>
  Array.isArray(fields) ? [...new Set(fields.map((field: string) => field.split(".")[0] ?? ""))] : fields;

/**
 * The data of one row of items as JSON text. Text beside text: another object made of the two would have to be written once more.
 *
 * @param fields Of these alone is told, beside the id; all unless given.
 * @param drafts Whether what is not published yet is told in the place of what is.
 */
export function dataJson(
  alias: string,
  fields?: readonly string[],
  { drafts = false }: { drafts?: boolean } = {},
): RawBuilder<string> {
  const row = sql.ref(alias);
  const data = drafts ? sql`coalesce(${row}.draft, ${row}.data)` : sql`${row}.data`;
  if (!fields || fields.length === 0) {
    return sql<string>`${systemPart(row)} || case when ${data} = '{}' then '}' else ',' || substr((${data})::text, 2) end`;
  }
  return sql<string>`(
    select coalesce(jsonb_object_agg(part.key, part.value), '{}') || jsonb_build_object('_id', ${row}.id)
    from jsonb_each(${data} || jsonb_build_object('_owner', ${row}.owner_id,
      '_createdDate', jsonb_build_object('$date', data_date(${row}.created_at)),
      '_updatedDate', jsonb_build_object('$date', data_date(${row}.updated_at)))) part
    where part.key = any(${wholeFields(fields)}::text[]))::text`;
}
