import type { getTotalPostsRequest } from "@porchlight/contract/blog/posts/schema";
import type * as z from "zod";
import type { BlogContext } from "../blog-context.ts";
import { countPosts } from "./post-stats-store.ts";
import { publicView } from "./post-visibility.ts";

/** How many published posts there are, in one language or in all. */
export async function getTotalPosts(
  context: BlogContext,
  { query }: z.output<typeof getTotalPostsRequest>,
): Promise<{ total: number }> {
  return { total: await countPosts(context.db, publicView(context), query.language) };
}
