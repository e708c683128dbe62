import type { getPostBySlugRequest } from "@porchlight/contract/blog/posts/schema";
import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { Reader } from "../analytics/post-views.ts";
import type { BlogContext } from "../blog-context.ts";
import { splitFieldsets } from "../rich-content/compressed.ts";
import { addressBases, publicView, readerKind } from "./post-visibility.ts";
import { findPostBySlug } from "./posts-store.ts";

/**
 * The published post with exactly this slug. Without a language the site's own comes first. Whoever reads all of it has seen it.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostBySlug(
  context: BlogContext,
  { params, query }: z.output<typeof getPostBySlugRequest>,
  reader: Reader,
): Promise<RawJson> {
  const languages = { language: query.language, preferredLanguage: context.site.language };
  const { fieldsets, tell } = splitFieldsets<PostFieldset>(query.fieldsets);
  const fields = { fieldsets, bases: addressBases(context), reader: readerKind(reader.caller) };
  const post = await findPostBySlug(context.db, publicView(context), params.slug, languages, fields);
  if (!post) throw new Refusal("POST_NOT_FOUND");
  if (fieldsets.includes("RICH_CONTENT")) context.views.note(post.id, reader);
  return new RawJson(`{"post":${await tell(post.json)}}`);
}
