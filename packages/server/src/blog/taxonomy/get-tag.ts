import type { getTagRequest } from "@porchlight/contract/blog/posts/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId } from "../../platform/db/ids.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { blogBaseUrl, publicVisibility } from "../posts/post-visibility.ts";
import { findTag } from "./tags-store.ts";

/**
 * One tag, with how many published posts have it.
 *
 * @throws {Refusal} `TAG_NOT_FOUND`.
 */
export async function getTag(
  context: BlogContext,
  _request: Requester,
  { params, query }: z.output<typeof getTagRequest>,
): Promise<RawJson> {
  if (!isId(params.tagId)) throw new Refusal("TAG_NOT_FOUND");
  const baseUrl = query.fieldsets?.includes("URL") ? blogBaseUrl(context) : undefined;
  const json = await findTag(context.db, publicVisibility(context), params.tagId, baseUrl);
  if (json === undefined) throw new Refusal("TAG_NOT_FOUND");
  return new RawJson(`{"tag":${json}}`);
}
