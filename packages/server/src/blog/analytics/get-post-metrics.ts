import type { GetPostMetricsRequest } from "@porchlight/contract/blog/posts/post";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { publicView } from "../posts/post-visibility.ts";
import { findPostMetrics } from "../posts/posts-store.ts";

/**
 * Comments, likes and views of one published post.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostMetrics(context: BlogContext, { params }: GetPostMetricsRequest): Promise<RawJson> {
  if (!isId(params.postId)) throw new Refusal("POST_NOT_FOUND");
  const json = await findPostMetrics(context.db, publicView(context), params.postId);
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return new RawJson(`{"metrics":${json}}`);
}
