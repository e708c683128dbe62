import type { mergeCategoryRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { tellCategory } from "../serialize-category.ts";
import { mergeLabels, writing } from "./taxonomy-operations.ts";

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
  needEditor(caller);
  const pair = { id: params.categoryId, targetId: body.targetCategoryId, field: "targetCategoryId" };
  const json = await writing(context, "categories", async (tx) =>
    tellCategory(tx, context, await mergeLabels(tx, context, "categories", pair), body.fieldsets),
  );
  return new RawJson(`{"category":${json}}`);
}
