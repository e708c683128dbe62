import type { createTagRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { tellTag } from "../serialize-category.ts";
import { makeLabel, writing } from "./taxonomy-operations.ts";

/**
 * Makes a tag, in the site's language unless another is given.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SLUG_TAKEN`, `LABEL_TAKEN`.
 */
export async function createTag(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof createTagRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const tag = { label: body.label.trim(), slug: body.slug, language: body.language ?? context.site.language };
  const json = await writing(context, "tags", async (tx) =>
    tellTag(tx, context, await makeLabel(tx, context, "tags", tag, { label: "label", slug: "slug" }), body.fieldsets),
  );
  return new RawJson(`{"tag":${json}}`);
}
