import type { getPostsAroundRequest } from "@porchlight/contract/blog/discovery/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import { isId } from "../../platform/db/ids.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { findPostsAround } from "./adjacent-posts-store.ts";
import { addressBases, publicView } from "./post-visibility.ts";

/**
 * Where a reader goes on after a post: the posts before and after it, and those related to it.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPostsAround(
  context: BlogContext,
  { params, query }: z.output<typeof getPostsAroundRequest>,
): Promise<RawJson> {
  if (!isId(params.postId)) throw new Refusal("POST_NOT_FOUND");
  const fields = { fieldsets: query.fieldsets ?? [], bases: addressBases(context) };
  const rows = await findPostsAround(context.db, publicView(context), params.postId, fields);
  if (rows.length === 0) throw new Refusal("POST_NOT_FOUND");
  const neighbours = rows.flatMap(({ relation, json }) =>
    json !== null && (relation === "previous" || relation === "next") ? `"${relation}":${json},` : [],
  );
  const related = rows.flatMap(({ relation, json }) => (relation === "related" && json !== null ? json : []));
  return new RawJson(`{${neighbours.join("")}"related":[${related}]}`);
}
