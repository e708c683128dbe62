import type { EndpointReference } from "../endpoint-reference.ts";

export const blogReferences = {
  listPosts: {
    summary: "List posts",
    description:
      "Published posts in the order of `sort`; a cursor of the answer gets the next page. Lists of ids and hashtags match posts that have any of them.",
    answer: { description: "One page of posts, and how many there are." },
    refuses: ["CURSOR_INVALID"],
  },
  getPost: {
    summary: "Read a post by id",
    answer: { description: "The post; its text only when a fieldset asks for it." },
    refuses: ["POST_NOT_FOUND"],
  },
  getPostBySlug: {
    summary: "Read a post by slug",
    answer: { description: "The post; its text only when a fieldset asks for it." },
    refuses: ["POST_NOT_FOUND"],
  },
  getPostMetrics: {
    summary: "Count a post's views, likes and comments",
    answer: { description: "The three numbers." },
    refuses: ["POST_NOT_FOUND"],
  },
  getTotalPosts: {
    summary: "Count the posts",
    answer: { description: "How many posts are published." },
  },
  listCategories: {
    summary: "List categories",
    answer: { description: "One page of categories in the owner's order." },
  },
  getCategory: {
    summary: "Read a category by id",
    answer: { description: "The category." },
    refuses: ["CATEGORY_NOT_FOUND"],
  },
  getTag: {
    summary: "Read a tag by id",
    answer: { description: "The tag." },
    refuses: ["TAG_NOT_FOUND"],
  },
} as const satisfies Record<string, EndpointReference>;
