import type { createCategoryRequest } from "@porchlight/contract/blog/taxonomy-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { RawJson } from "../../../platform/http/serve.ts";
import { needEditor } from "../../../platform/identity/require-editor.ts";
import { readCategory } from "./parse-category-input.ts";
import { makeLabel, writing } from "./taxonomy-operations.ts";
import { tellCategory } from "../serialize-category.ts";

/**
 * Makes a category, in the site's language unless another is given.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SLUG_TAKEN`, `LABEL_TAKEN`. @throws {InvalidArguments}
 */
export async function createCategory(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof createCategoryRequest>,
): Promise<RawJson> {
  needEditor(caller);
  const { category: input, fieldsets } = body;
  const { label = "", ...change } = readCategory(deps, input);
  const language = input.language ?? deps.site.language;
  const fields = { label: "category.label", slug: "category.slug" };
  const category = { ...change, label, slug: input.slug, language };
  const json = await writing(deps, "categories", async (tx) =>
    tellCategory(tx, deps, await makeLabel(tx, deps, "categories", category, fields), fieldsets),
  );
  return new RawJson(`{"category":${json}}`);
}
