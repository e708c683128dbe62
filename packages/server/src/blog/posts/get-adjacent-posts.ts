import type { getPostsAroundRequest } from "@porchlight/contract/blog/discovery/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { jsonObject } from "../json-list.ts";
import { findAdjacentPosts, type Relation } from "./adjacent-posts-store.ts";
import { publicVisibility, urlBases } from "./post-visibility.ts";

/**
 * The previous and next post of a post, and posts related to it.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getAdjacentPosts(
  context: BlogContext,
  _request: Requester,
  { params, query }: z.output<typeof getPostsAroundRequest>,
): Promise<RawJson> {
  if (!isId(params.postId)) throw new Refusal("POST_NOT_FOUND");
  const fields = { fieldsets: query.fieldsets ?? [], bases: urlBases(context) };
  const rows = await findAdjacentPosts(context.db, publicVisibility(context), params.postId, fields);
  if (rows.length === 0) throw new Refusal("POST_NOT_FOUND");
  const jsonOf = (requested: Relation) =>
    rows.flatMap(({ relation, json }) => (relation === requested ? (json ?? []) : []));
  const [previous] = jsonOf("previous");
  const [next] = jsonOf("next");
  return new RawJson(jsonObject({ previous, next, related: `[${jsonOf("related").join(",")}]` }));
}
