import type { searchItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { DataContext } from "../data-context.ts";
import { draftsFor } from "../permissions/access.ts";
import { queryItemList } from "./query-items.ts";
import { searchConditions } from "./search-sql.ts";

/**
 * Items whose texts, at any depth or in `fields`, contain all words of the expression, or any word with mode OR. Case
 * is ignored, and words match within others; `fuzzy` also matches words that start with a typo of the word.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0048`, `CURSOR_INVALID`, and errors of the filter.
 */
export async function searchItemsWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof searchItemsRequest>,
): Promise<RawJson> {
  const { search, ...query } = body.search;
  const listQuery = {
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
  return queryItemList(context, caller, body.dataCollectionId, listQuery, searchConditions);
}
