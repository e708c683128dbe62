import type { updateTagRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { tellTag } from "../serialize-category.ts";
import { changeLabel, lockKnown, writing } from "./taxonomy-operations.ts";

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
  needEditor(caller);
  const { label, slug } = body.tag;
  const change = { ...(label !== undefined && { label: label.trim() }), ...(slug !== undefined && { slug }) };
  const json = await writing(context, "tags", async (tx) => {
    const known = await lockKnown(tx, context, "tags", params.tagId);
    await changeLabel(tx, context, "tags", known, change, { label: "tag.label", slug: "tag.slug" });
    return tellTag(tx, context, known.id, body.fieldsets);
  });
  return new RawJson(`{"tag":${json}}`);
}
