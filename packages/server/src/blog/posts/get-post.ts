import type { getPostRequest } from "@porchlight/contract/blog/posts/schema";
import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { Reader } from "../analytics/post-views.ts";
import type { BlogContext } from "../blog-context.ts";
import { splitFieldsets } from "../rich-content/compressed.ts";
import { addressBases, publicView, readerKind } from "./post-visibility.ts";
import { findPost } from "./posts-store.ts";

/**
 * One published post. Whoever reads all of it has seen it.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPost(
  context: BlogContext,
  { params, query }: z.output<typeof getPostRequest>,
  reader: Reader,
): Promise<RawJson> {
  if (!isId(params.postId)) throw new Refusal("POST_NOT_FOUND");
  const { fieldsets, tell } = splitFieldsets<PostFieldset>(query.fieldsets);
  const fields = { fieldsets, bases: addressBases(context), reader: readerKind(reader.caller) };
  const post = await findPost(context.db, publicView(context), params.postId, fields);
  if (!post) throw new Refusal("POST_NOT_FOUND");
  if (fieldsets.includes("RICH_CONTENT")) context.views.note(post.id, reader);
  return new RawJson(`{"post":${await tell(post.json)}}`);
}
