import type { mergeTagRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { serializeTag } from "../serialize-category.ts";
import { mergeTerms, withTaxonomyLock } from "./taxonomy-operations.ts";

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
  requireEditor(caller);
  const pair = { id: params.tagId, targetId: body.targetTagId, field: "targetTagId" };
  const json = await withTaxonomyLock(context, "tags", async (tx) =>
    serializeTag(tx, context, await mergeTerms(tx, context, "tags", pair), body.fieldsets),
  );
  return new RawJson(`{"tag":${json}}`);
}
