import type { GetPostMetricsRequest } from "@porchlight/contract/blog/posts/post";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import type { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { jsonEntity } from "../json-list.ts";
import { publicVisibility } from "../posts/post-visibility.ts";
import { findPostMetrics } from "../posts/posts-store.ts";

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
