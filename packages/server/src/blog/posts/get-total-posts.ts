import type { getTotalPostsRequest } from "@porchlight/contract/blog/posts/schema";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import type { BlogContext } from "../blog-context.ts";
import { countPosts } from "./post-stats-store.ts";
import { publicVisibility } from "./post-visibility.ts";

/** Number of published posts, in one language or in all. */
export async function getTotalPosts(
  context: BlogContext,
  _request: Requester,
  { query }: z.output<typeof getTotalPostsRequest>,
): Promise<{ total: number }> {
  return { total: await countPosts(context.db, publicVisibility(context), query.language) };
}
