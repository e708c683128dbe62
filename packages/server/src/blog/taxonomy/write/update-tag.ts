import type { updateTagRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { serializeTag } from "../serialize-category.ts";
import { lockExistingTerm, updateTerm, withTaxonomyLock } from "./taxonomy-operations.ts";

/**
 * Changes the label or the slug of a tag.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `TAG_NOT_FOUND`, `SLUG_TAKEN`, `LABEL_TAKEN`.
 */
export async function updateTag(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateTagRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const { label, slug } = body.tag;
  const change = { ...(label !== undefined && { label: label.trim() }), ...(slug !== undefined && { slug }) };
  const json = await withTaxonomyLock(context, "tags", async (tx) => {
    const current = await lockExistingTerm(tx, context, "tags", params.tagId);
    await updateTerm(tx, context, "tags", current, change, { label: "tag.label", slug: "tag.slug" });
    return serializeTag(tx, context, current.id, body.fieldsets);
  });
  return new RawJson(`{"tag":${json}}`);
}
