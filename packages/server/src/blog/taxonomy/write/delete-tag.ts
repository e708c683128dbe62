import type { deleteTagRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { removeLabel, writing } from "./taxonomy-operations.ts";

/** Removes a tag; its posts and drafts stay, without it. @throws {Refusal} `NOT_ALLOWED`, `TAG_NOT_FOUND`. */
export async function deleteTag(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof deleteTagRequest>,
): Promise<Record<string, never>> {
  needEditor(caller);
  await writing(context, "tags", (tx) => removeLabel(tx, context, "tags", params.tagId));
  return {};
}
