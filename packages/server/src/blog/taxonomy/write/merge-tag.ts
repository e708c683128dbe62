import type { mergeTagRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { tellTag } from "../serialize-category.ts";
import { mergeLabels, writing } from "./taxonomy-operations.ts";

/**
 * Gives the posts and drafts of a tag to another, lets its page lead there, and removes it.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `TAG_NOT_FOUND`. @throws {InvalidArguments}
 */
export async function mergeTag(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof mergeTagRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const pair = { id: params.tagId, targetId: body.targetTagId, field: "targetTagId" };
  const json = await writing(context, "tags", async (tx) =>
    tellTag(tx, context, await mergeLabels(tx, context, "tags", pair), body.fieldsets),
  );
  return new RawJson(`{"tag":${json}}`);
}
