import type { getCategoryRequest } from "@porchlight/contract/blog/posts/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { publicVisibility, urlBases } from "../posts/post-visibility.ts";
import { findCategory } from "./categories-store.ts";

/**
 * One category.
 *
 * @throws {Refusal} `CATEGORY_NOT_FOUND`.
 */
export async function getCategory(
  context: BlogContext,
  _request: Requester,
  { params, query }: z.output<typeof getCategoryRequest>,
): Promise<RawJson> {
  if (!isId(params.categoryId)) throw new Refusal("CATEGORY_NOT_FOUND");
  const fields = { fieldsets: query.fieldsets ?? [], bases: urlBases(context) };
  const json = await findCategory(context.db, publicVisibility(context), params.categoryId, fields);
  if (json === undefined) throw new Refusal("CATEGORY_NOT_FOUND");
  return new RawJson(`{"category":${json}}`);
}
