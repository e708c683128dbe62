import type { createCategoryRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { tellCategory } from "../serialize-category.ts";
import { readCategory } from "./parse-category-input.ts";
import { makeLabel, writing } from "./taxonomy-operations.ts";

/**
 * Makes a category, in the site's language unless another is given.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SLUG_TAKEN`, `LABEL_TAKEN`. @throws {InvalidArguments}
 */
export async function createCategory(
  context: BlogContext,
  { caller }: Requester,
  { body }: z.output<typeof createCategoryRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const { category: input, fieldsets } = body;
  const { label = "", ...change } = readCategory(context, input);
  const language = input.language ?? context.site.language;
  const fields = { label: "category.label", slug: "category.slug" };
  const category = { ...change, label, slug: input.slug, language };
  const json = await writing(context, "categories", async (tx) =>
    tellCategory(tx, context, await makeLabel(tx, context, "categories", category, fields), fieldsets),
  );
  return new RawJson(`{"category":${json}}`);
}
