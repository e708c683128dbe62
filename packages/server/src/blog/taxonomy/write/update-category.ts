import type { updateCategoryRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import { InvalidArguments, violation } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { serializeCategory } from "../serialize-category.ts";
import { parseCategoryInput } from "./parse-category-input.ts";
import { lockExistingTerm, updateTerm, withTaxonomyLock } from "./taxonomy-operations.ts";

/**
 * Changes a category: what is left out stays, `null` takes it away.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `CATEGORY_NOT_FOUND`, `SLUG_TAKEN`, `LABEL_TAKEN`. @throws {InvalidArguments}
 */
export async function updateCategory(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof updateCategoryRequest>,
): Promise<RawJson> {
  requireEditor(caller);
  const { category: input, fieldsets } = body;
  const change = { ...parseCategoryInput(context, input), ...(input.slug !== undefined && { slug: input.slug }) };
  const json = await withTaxonomyLock(context, "categories", async (tx) => {
    const current = await lockExistingTerm(tx, context, "categories", params.categoryId);
    if (input.language != null && input.language !== current.language)
      throw new InvalidArguments([violation("category.language", `stays what it is, ${current.language}`, "OTHER")]);
    await updateTerm(tx, context, "categories", current, change, { label: "category.label", slug: "category.slug" });
    return serializeCategory(tx, context, current.id, fieldsets);
  });
  return new RawJson(`{"category":${json}}`);
}
