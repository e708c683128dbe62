import type { GetPostMetricsRequest } from "@porchlight/contract/blog/posts/post";
import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import type { getPostBySlugRequest, getPostRequest } from "@porchlight/contract/blog/posts/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext, Requester } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { jsonEntity } from "../json-list.ts";
import { showsViews } from "../read-cache.ts";
import { splitFieldsets } from "../rich-content/compressed-rich-content.ts";
import { publicVisibility, readerKind, urlBases } from "./post-visibility.ts";
import { findPost, findPostBySlug, findPostMetrics, type PostRow } from "./posts-store.ts";

/**
 * A published post. Reading its rich content counts as a view.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPost(
  context: BlogContext,
  request: RequestContext,
  { params, query }: z.output<typeof getPostRequest>,
): Promise<RawJson> {
  if (!isId(params.postId)) throw new Refusal("POST_NOT_FOUND");
  const { fieldsets, serialize } = splitFieldsets<PostFieldset>(query.fieldsets);
  const fields = { fieldsets, bases: urlBases(context), reader: readerKind(request.caller) };
  const post = await cachedPost(context, ["post", params.postId, fieldsets, fields.reader], () =>
    findPost(context.db, publicVisibility(context), params.postId, fields),
  );
  if (!post) throw new Refusal("POST_NOT_FOUND");
  if (fieldsets.includes("RICH_CONTENT")) context.views.record(post.id, request);
  return new RawJson(`{"post":${await serialize(post.json)}}`);
}

const cachedPost = (context: BlogContext, key: unknown, load: () => Promise<PostRow | undefined>) =>
  context.readCache.get(key, { showsViews: showsViews(key), sizeOf: (post) => post?.json.length ?? 0 }, load);

/**
 * Counts of comments, likes and views of a published post.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostMetrics(
  context: BlogContext,
  _request: Requester,
  { params }: GetPostMetricsRequest,
): Promise<RawJson> {
  if (!isId(params.postId)) throw new Refusal("POST_NOT_FOUND");
  const json = await findPostMetrics(context.db, publicVisibility(context), params.postId);
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return jsonEntity("metrics", json);
}

/**
 * The published post with this slug. Without a language, a post in the site's language comes first. Reading its rich
 * content counts as a view.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostBySlug(
  context: BlogContext,
  request: RequestContext,
  { params, query }: z.output<typeof getPostBySlugRequest>,
): Promise<RawJson> {
  const languages = { language: query.language, preferredLanguage: context.site.language };
  const { fieldsets, serialize } = splitFieldsets<PostFieldset>(query.fieldsets);
  const fields = { fieldsets, bases: urlBases(context), reader: readerKind(request.caller) };
  const post = await cachedPost(context, ["post by slug", params.slug, languages, fieldsets, fields.reader], () =>
    findPostBySlug(context.db, publicVisibility(context), params.slug, languages, fields),
  );
  if (!post) throw new Refusal("POST_NOT_FOUND");
  if (fieldsets.includes("RICH_CONTENT")) context.views.record(post.id, request);
  return new RawJson(`{"post":${await serialize(post.json)}}`);
}
