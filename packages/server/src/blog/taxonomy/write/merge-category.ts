import type { mergeCategoryRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { serializeCategory } from "../serialize-category.ts";
import { mergeTerms, withTaxonomyLock } from "./taxonomy-operations.ts";

/**
 * Gives the posts and drafts of a category to another, lets its page lead there, and removes it.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `CATEGORY_NOT_FOUND`. @throws {InvalidArguments}
 */
export async function mergeCategory(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof mergeCategoryRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const pair = { id: params.categoryId, targetId: body.targetCategoryId, field: "targetCategoryId" };
  const json = await withTaxonomyLock(context, "categories", async (tx) =>
    serializeCategory(tx, context, await mergeTerms(tx, context, "categories", pair), body.fieldsets),
  );
  return new RawJson(`{"category":${json}}`);
}
