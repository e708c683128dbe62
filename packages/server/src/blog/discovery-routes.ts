import * as discovery from "@porchlight/contract/blog/discovery/endpoints";
import { getPostsAroundRequest, searchPostsRequest } from "@porchlight/contract/blog/discovery/schema";
import { type Area, serve } from "../platform/http/serve.ts";
import type { BlogContext } from "./blog-context.ts";
import { getAdjacentPosts } from "./posts/get-adjacent-posts.ts";
import { searchPosts } from "./search/search-posts.ts";

/** Finding posts by their words, and around another. */
export function discoveryRoutes(area: Area, context: BlogContext): void {
  const options = { revalidate: true };
  serve(area, discovery.searchPosts, searchPostsRequest, (_, input) => searchPosts(context, input), options);
  serve(
    area,
    discovery.getPostsAround,
    getPostsAroundRequest,
    (request, input) => getAdjacentPosts(context, request, input),
    options,
  );
}
