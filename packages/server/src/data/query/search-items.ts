import type { searchItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { DataContext } from "../data-context.ts";
import { draftsFor } from "../permissions/access.ts";
import { tellList } from "./query-items.ts";
import { hasWords } from "./search-sql.ts";

/**
 * Items with the words of an expression in their texts, at any depth: all of them, or with mode OR any. Words are found in the middle of
 * others, in either case; with `fuzzy` also words that begin with one but for a slip of the pen. With `fields`, in the texts of those fields of the item itself alone.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0048`, `CURSOR_INVALID`, and what is wrong with the filter.
 */
export async function searchItemsWithoutHooks(
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
