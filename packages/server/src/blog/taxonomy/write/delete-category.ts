import type { deleteCategoryRequest } from "@porchlight/contract/blog/taxonomy-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import { removeLabel, writing } from "./taxonomy-operations.ts";

/** Removes a category; its posts and drafts stay, without it. @throws {Refusal} `NOT_ALLOWED`, `CATEGORY_NOT_FOUND`. */
export async function deleteCategory(
  deps: Deps,
  caller: Caller,
  { params }: z.output<typeof deleteCategoryRequest>,
): Promise<Record<string, never>> {
  needEditor(caller);
  await writing(deps, "categories", (tx) => removeLabel(tx, deps, "categories", params.categoryId));
  return {};
}
