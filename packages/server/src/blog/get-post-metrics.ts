import type { GetPostMetricsRequest } from "@porchlight/contract/blog/post";
import { isId } from "../db/ids.ts";
import type { Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { RawJson } from "../http/serve.ts";
import { findPostMetrics } from "./posts-store.ts";
import { publicView } from "./public-view.ts";

/**
 * Comments, likes and views of one published post.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostMetrics(deps: Deps, { params }: GetPostMetricsRequest): Promise<RawJson> {
  if (!isId(params.postId)) throw new Refusal("POST_NOT_FOUND");
  const json = await findPostMetrics(deps.db, publicView(deps), params.postId);
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return new RawJson(`{"metrics":${json}}`);
}
