import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import type { getPostBySlugRequest } from "@porchlight/contract/blog/posts/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { splitFieldsets } from "../rich-content/compressed-rich-content.ts";
import { publicVisibility, readerKind, urlBases } from "./post-visibility.ts";
import { findPostBySlug } from "./posts-store.ts";

/**
 * The published post with this slug. Without a language, a post in the site's language comes first. Reading its rich
 * content
 * counts as a view.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostBySlug(
  context: BlogContext,
  request: RequestContext,
  { params, query }: z.output<typeof getPostBySlugRequest>,
): Promise<RawJson> {
  const languages = { language: query.language, preferredLanguage: context.site.language };
  const { fieldsets, serialize: tell } = splitFieldsets<PostFieldset>(query.fieldsets);
  const fields = { fieldsets, bases: urlBases(context), reader: readerKind(request.caller) };
  const post = await findPostBySlug(context.db, publicVisibility(context), params.slug, languages, fields);
  if (!post) throw new Refusal("POST_NOT_FOUND");
  if (fieldsets.includes("RICH_CONTENT")) context.views.record(post.id, request);
  return new RawJson(`{"post":${await tell(post.json)}}`);
}
