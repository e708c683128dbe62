import type { getTotalPostsRequest } from "@porchlight/contract/blog/post-schema";
import type * as z from "zod";
import type { Deps } from "../../platform/context/server-context.ts";
import { countPosts } from "./post-stats-store.ts";
import { publicView } from "./post-visibility.ts";

/** How many published posts there are, in one language or in all. */
export async function getTotalPosts(
  deps: Deps,
  { query }: z.output<typeof getTotalPostsRequest>,
): Promise<{ total: number }> {
  return { total: await countPosts(deps.db, publicView(deps), query.language) };
}
