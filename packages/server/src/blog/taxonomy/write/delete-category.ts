import type { deleteCategoryRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { removeTerm, withTaxonomyLock } from "./taxonomy-operations.ts";

/** Removes a category; its posts and drafts stay, without it. @throws {Refusal} `NOT_ALLOWED`, `CATEGORY_NOT_FOUND`. */
export async function deleteCategory(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof deleteCategoryRequest>,
): Promise<Record<string, never>> {
  requireEditor(caller);
  await withTaxonomyLock(context, "categories", (tx) => removeTerm(tx, context, "categories", params.categoryId));
  return {};
}
