import type { EndpointDocs } from "../../endpoint-docs.ts";
import { postResponse } from "../posts/response-schema.ts";
import { getPostsAroundResponse, searchPostsResponse } from "./schema.ts";

export const discoveryDocs = {
  searchPosts: {
    summary: "Search posts",
    description:
      'Published posts by their words, whatever their form in the language of the post, with or without accents. The last word may be unfinished, "words in quotes" stand together, and posts with a -word are left out. The best and the newest come first.',
    response: {
      description: "One page of posts, with matches highlighted in title and text.",
      schema: searchPostsResponse,
    },
    example: { query: { expression: "lamp", paging: { limit: 3 } } },
  },
  getPostsAround: {
    summary: "Get adjacent and related posts",
    description:
      "The posts published before and after a post, and up to three related ones in its language: those chosen by the writer, then those with the most tags and categories in common.",
    response: { description: "The posts, as in lists.", schema: getPostsAroundResponse },
    errors: ["POST_NOT_FOUND"],
    example: { params: { postId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } },
  },
  getPostPreview: {
    summary: "Get the draft of a preview link",
    description: "The saved draft, in the form of a published post with its content and SEO data.",
    response: { description: "The post.", schema: postResponse },
    errors: ["POST_NOT_FOUND"],
    example: { query: { token: "eyJpZCI6…" } },
  },
} as const satisfies Record<string, EndpointDocs>;
