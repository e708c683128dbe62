import type { deleteTagRequest } from "@porchlight/contract/blog/taxonomy-schema";
import type * as z from "zod";
import type { Caller } from "../../../platform/context/caller.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { removeLabel, writing } from "./taxonomy-operations.ts";

/** Removes a tag; its posts and drafts stay, without it. @throws {Refusal} `NOT_ALLOWED`, `TAG_NOT_FOUND`. */
export async function deleteTag(
  context: BlogContext,
  caller: Caller,
  { params }: z.output<typeof deleteTagRequest>,
): Promise<Record<string, never>> {
  needEditor(caller);
  await writing(context, "tags", (tx) => removeLabel(tx, context, "tags", params.tagId));
  return {};
}
