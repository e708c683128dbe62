import type { deleteCategoryRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { removeLabel, writing } from "./taxonomy-operations.ts";

/** Removes a category; its posts and drafts stay, without it. @throws {Refusal} `NOT_ALLOWED`, `CATEGORY_NOT_FOUND`. */
export async function deleteCategory(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof deleteCategoryRequest>,
): Promise<Record<string, never>> {
  needEditor(caller);
  await writing(context, "categories", (tx) => removeLabel(tx, context, "categories", params.categoryId));
  return {};
}
