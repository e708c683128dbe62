import type { getPostBySlugRequest } from "@porchlight/contract/blog/post-schema";
import type * as z from "zod";
import type { Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { RawJson } from "../http/serve.ts";
import { findPostBySlug } from "./posts-store.ts";
import { addressBases, publicView } from "./public-view.ts";

/**
 * The published post with exactly this slug. Without a language the site's own comes first.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostBySlug(
  deps: Deps,
  { params, query }: z.output<typeof getPostBySlugRequest>,
): Promise<RawJson> {
  const languages = { language: query.language, preferredLanguage: deps.site.language };
  const fields = { fieldsets: query.fieldsets ?? [], bases: addressBases(deps) };
  const json = await findPostBySlug(deps.db, publicView(deps), params.slug, languages, fields);
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return new RawJson(`{"post":${json}}`);
}
