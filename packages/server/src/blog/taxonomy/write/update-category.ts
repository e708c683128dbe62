import type { updateCategoryRequest } from "@porchlight/contract/blog/taxonomy/schema";
import type * as z from "zod";
import { InvalidArguments, violation } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/http/request-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { tellCategory } from "../serialize-category.ts";
import { readCategory } from "./parse-category-input.ts";
import { changeLabel, lockKnown, writing } from "./taxonomy-operations.ts";

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
  needEditor(caller);
  const { category: input, fieldsets } = body;
  const change = { ...readCategory(context, input), ...(input.slug !== undefined && { slug: input.slug }) };
  const json = await writing(context, "categories", async (tx) => {
    const known = await lockKnown(tx, context, "categories", params.categoryId);
    if (input.language != null && input.language !== known.language)
      throw new InvalidArguments([violation("category.language", `stays what it is, ${known.language}`, "OTHER")]);
    await changeLabel(tx, context, "categories", known, change, { label: "category.label", slug: "category.slug" });
    return tellCategory(tx, context, known.id, fieldsets);
  });
  return new RawJson(`{"category":${json}}`);
}
