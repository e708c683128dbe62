import type { deleteTagRequest } from "@porchlight/contract/blog/taxonomy-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../deps.ts";
import { needEditor } from "../../sessions/need-editor.ts";
import { removeLabel, writing } from "./taxonomy-steps.ts";

/** Removes a tag; its posts and drafts stay, without it. @throws {Refusal} `NOT_ALLOWED`, `TAG_NOT_FOUND`. */
export async function deleteTag(
  deps: Deps,
  caller: Caller,
  { params }: z.output<typeof deleteTagRequest>,
): Promise<Record<string, never>> {
  needEditor(caller);
  await writing(deps, "tags", (tx) => removeLabel(tx, deps, "tags", params.tagId));
  return {};
}
