import type { createCategoryRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { serializeCategory } from "../serialize-category.ts";
import { parseCategoryInput } from "./parse-category-input.ts";
import { createTerm, withTaxonomyLock } from "./taxonomy-operations.ts";

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
  requireEditor(caller);
  const { category: input, fieldsets } = body;
  const { label = "", ...change } = parseCategoryInput(context, input);
  const language = input.language ?? context.site.language;
  const fields = { label: "category.label", slug: "category.slug" };
  const category = { ...change, label, slug: input.slug, language };
  const json = await withTaxonomyLock(context, "categories", async (tx) =>
    serializeCategory(tx, context, await createTerm(tx, context, "categories", category, fields), fieldsets),
  );
  return new RawJson(`{"category":${json}}`);
}
