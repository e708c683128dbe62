import type { getCategoryBySlugRequest } from "@porchlight/contract/blog/post-schema";
import type * as z from "zod";
import type { Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { findCategoryBySlug } from "./categories-store.ts";
import { addressBases, publicView } from "../posts/post-visibility.ts";

/**
 * The category with exactly this slug. Without a language the site's own comes first.
 *
 * @throws {Refusal} `CATEGORY_NOT_FOUND`.
 */
export async function getCategoryBySlug(
  deps: Deps,
  { params, query }: z.output<typeof getCategoryBySlugRequest>,
): Promise<RawJson> {
  const languages = { language: query.language, preferredLanguage: deps.site.language };
  const fields = { fieldsets: query.fieldsets ?? [], bases: addressBases(deps) };
  const json = await findCategoryBySlug(deps.db, publicView(deps), params.slug, languages, fields);
  if (json === undefined) throw new Refusal("CATEGORY_NOT_FOUND");
  return new RawJson(`{"category":${json}}`);
}
