import { type RawBuilder, sql } from "kysely";
import { seenData } from "../items/item-json-sql.ts";
import { all, any } from "./filter/conditions-sql.ts";
import { readPath, type Scope } from "./filter/field-expression-sql.ts";
import { slipsOf } from "./fuzzy-search.ts";
import type { ItemCursor } from "./item-cursor.ts";

/** Words of one search that count. */
const mostWords = 10;

export function hasWords(search: ItemCursor["search"], { alias, collection }: Scope): RawBuilder<boolean>[] {
  if (!search) return [];
  const words = search.expression.split(/\s+/).filter((word) => word !== "");
  const data = seenData(sql.ref(`${alias}.data`), [...collection.hidden.keys()]);
  const parts = (search.fields ?? []).map((field) => sql`${data} #> ${readPath(field)}::text[]`);
  const searched = parts.length === 0 ? data : sql`jsonb_build_array(${sql.join(parts)})`;
  const text = sql`lower((select coalesce(string_agg(t.value #>> '{}', E'\n'), '')
    from jsonb_path_query(${searched}, '$.** ? (@.type() == "string")') as t (value)))`;
  const conditions = words.slice(0, mostWords).map((word) => {
    const slips = search.fuzzy ? slipsOf(word) : undefined;
    const isThere = sql<boolean>`strpos(t.text, lower(${word})) > 0`;
    return slips === undefined ? isThere : sql<boolean>`(${isThere} or t.text ~ lower(${slips}))`;
  });
  const wanted = search.mode === "OR" ? any(conditions) : all(conditions);
  // Put together once for all words.
  return [sql<boolean>`(select ${wanted} from (select ${text} as text offset 0) t)`];
}
