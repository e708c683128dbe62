import type { getCategoryBySlugRequest } from "@porchlight/contract/blog/posts/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { publicVisibility, urlBases } from "../posts/post-visibility.ts";
import { findCategoryBySlug } from "./categories-store.ts";

/**
 * The category with exactly this slug. Without a language the site's own comes first.
 *
 * @throws {Refusal} `CATEGORY_NOT_FOUND`.
 */
export async function getCategoryBySlug(
  context: BlogContext,
  _request: Requester,
  { params, query }: z.output<typeof getCategoryBySlugRequest>,
): Promise<RawJson> {
  const languages = { language: query.language, preferredLanguage: context.site.language };
  const fields = { fieldsets: query.fieldsets ?? [], bases: urlBases(context) };
  const json = await findCategoryBySlug(context.db, publicVisibility(context), params.slug, languages, fields);
  if (json === undefined) throw new Refusal("CATEGORY_NOT_FOUND");
  return new RawJson(`{"category":${json}}`);
}
