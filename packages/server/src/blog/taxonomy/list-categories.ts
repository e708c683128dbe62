import type { listCategoriesRequest } from "@porchlight/contract/blog/posts/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { publicVisibility, urlBases } from "../posts/post-visibility.ts";
import { displayOrder, findCategoryPage, isInLanguage } from "./categories-store.ts";

/**
 * Categories in the owner's order, with how many published posts each has.
 *
 * @throws {Refusal} `CURSOR_INVALID`: categories are paged by offset, no cursor of theirs was ever made.
 */
export async function listCategories(
  context: BlogContext,
  _request: Requester,
  { query }: z.output<typeof listCategoriesRequest>,
): Promise<RawJson> {
  const { paging, language, fieldsets = [] } = query;
  if (paging?.cursor) throw new Refusal("CURSOR_INVALID");
  const offset = paging?.offset ?? 0;
  const limit = paging?.limit ?? defaultPageSize;
  const filter = language === undefined ? undefined : isInLanguage(language);
  const options = { filter, keys: displayOrder, limit, offset, fieldsets, bases: urlBases(context) };
  const { json, count, total } = await findCategoryPage(context.db, publicVisibility(context), options);
  return new RawJson(`{"categories":[${json}],"metaData":${JSON.stringify({ count, offset, total })}}`);
}
