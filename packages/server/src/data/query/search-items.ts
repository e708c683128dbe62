import type { searchItemsRequest } from "@porchlight/contract/data/items/schema";
import { type RawBuilder, sql } from "kysely";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { DataContext } from "../data-context.ts";
import { seenData } from "../items/item-json.ts";
import { draftsFor } from "../permissions/access.ts";
import { all, any } from "./filter/conditions.ts";
import { readPath, type Scope } from "./filter/field-expression.ts";
import { slipsOf } from "./fuzzy-search.ts";
import type { ItemCursor } from "./item-cursor.ts";
import { tellList } from "./query-items.ts";

/** Words of one search that count. */
const mostWords = 10;

/**
 * Items with the words of an expression in their texts, at any depth: all of them, or with mode OR any. Words are found in the middle of
 * others, in either case; with `fuzzy` also words that begin with one but for a slip of the pen. With `fields`, in the texts of those fields of the item itself alone.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0048`, `CURSOR_INVALID`, and what is wrong with the filter.
 */
export async function searchItems(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof searchItemsRequest>,
): Promise<RawJson> {
  const { search, ...query } = body.search;
  const question = {
    query,
    includeReferences: body.includeReferences,
    returnTotalCount: body.returnTotalCount,
    drafts: draftsFor(caller, body),
    search: {
      expression: search.expression,
      mode: search.mode ?? "AND",
      fields: search.fields ?? undefined,
      fuzzy: search.fuzzy ?? undefined,
    },
  };
  return tellList(context, caller, body.dataCollectionId, question, hasWords);
}

function hasWords(search: ItemCursor["search"], { alias, collection }: Scope): RawBuilder<boolean>[] {
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
