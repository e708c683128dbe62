import type { createTagRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { serializeTag } from "../serialize-category.ts";
import { createTerm, withTaxonomyLock } from "./taxonomy-operations.ts";

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
  requireEditor(caller);
  const tag = { label: body.label.trim(), slug: body.slug, language: body.language ?? context.site.language };
  const json = await withTaxonomyLock(context, "tags", async (tx) =>
    serializeTag(
      tx,
      context,
      await createTerm(tx, context, "tags", tag, { label: "label", slug: "slug" }),
      body.fieldsets,
    ),
  );
  return new RawJson(`{"tag":${json}}`);
}
