import type { getPostRequest } from "@porchlight/contract/blog/post-schema";
import type * as z from "zod";
import { isId } from "../db/ids.ts";
import type { Deps } from "../deps.ts";
import { Refusal } from "../errors.ts";
import { RawJson } from "../http/serve.ts";
import { findPost } from "./posts-store.ts";
import { addressBases, publicView } from "./public-view.ts";

/**
 * One published post.
 *
 * @throws {Refusal} `POST_NOT_FOUND`.
 */
export async function getPost(deps: Deps, { params, query }: z.output<typeof getPostRequest>): Promise<RawJson> {
  if (!isId(params.postId)) throw new Refusal("POST_NOT_FOUND");
  const fields = { fieldsets: query.fieldsets ?? [], bases: addressBases(deps) };
  const json = await findPost(deps.db, publicView(deps), params.postId, fields);
  if (json === undefined) throw new Refusal("POST_NOT_FOUND");
  return new RawJson(`{"post":${json}}`);
}
