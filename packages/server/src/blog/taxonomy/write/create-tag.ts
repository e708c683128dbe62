import type { createTagRequest } from "@porchlight/contract/blog/taxonomy-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import { makeLabel, writing } from "./taxonomy-operations.ts";
import { tellTag } from "../serialize-category.ts";

/**
 * Makes a tag, in the site's language unless another is given.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SLUG_TAKEN`, `LABEL_TAKEN`.
 */
export async function createTag(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof createTagRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const tag = { label: body.label.trim(), slug: body.slug, language: body.language ?? deps.site.language };
  const json = await writing(deps, "tags", async (tx) =>
    tellTag(tx, deps, await makeLabel(tx, deps, "tags", tag, { label: "label", slug: "slug" }), body.fieldsets),
  );
  return new RawJson(`{"tag":${json}}`);
}
