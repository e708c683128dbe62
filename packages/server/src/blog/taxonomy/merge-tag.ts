import type { mergeTagRequest } from "@porchlight/contract/blog/taxonomy-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../deps.ts";
import { RawJson } from "../../http/serve.ts";
import { needEditor } from "../../sessions/need-editor.ts";
import { mergeLabels, writing } from "./taxonomy-steps.ts";
import { tellTag } from "./tell-label.ts";

/**
 * Gives the posts and drafts of a tag to another, lets its page lead there, and removes it.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `TAG_NOT_FOUND`. @throws {InvalidArguments}
 */
export async function mergeTag(
  deps: Deps,
  caller: Caller,
  { params, body }: z.output<typeof mergeTagRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const pair = { id: params.tagId, targetId: body.targetTagId, field: "targetTagId" };
  const json = await writing(deps, "tags", async (tx) =>
    tellTag(tx, deps, await mergeLabels(tx, deps, "tags", pair), body.fieldsets),
  );
  return new RawJson(`{"tag":${json}}`);
}
