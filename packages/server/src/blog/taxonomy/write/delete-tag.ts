import type { deleteTagRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { removeTerm, withTaxonomyLock } from "./taxonomy-operations.ts";

/** Removes a tag; its posts and drafts stay, without it. @throws {Refusal} `NOT_ALLOWED`, `TAG_NOT_FOUND`. */
export async function deleteTag(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof deleteTagRequest>,
): Promise<Record<string, never>> {
  requireEditor(caller);
  await withTaxonomyLock(context, "tags", (tx) => removeTerm(tx, context, "tags", params.tagId));
  return {};
}
