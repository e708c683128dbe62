import type { EndpointReference } from "../endpoint-reference.ts";
import {
  categoryAnswer,
  listCategoriesAnswer,
  listPostsAnswer,
  metricsAnswer,
  postAnswer,
  tagAnswer,
  totalAnswer,
} from "./answer-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

export const blogReferences = {
  listPosts: {
    summary: "List posts",
    description:
      "Published posts in the order of `sort`; a cursor of the answer gets the next page. Lists of ids and hashtags match posts that have any of them.",
    answer: { description: "One page of posts, and how many there are.", schema: listPostsAnswer },
    refuses: ["CURSOR_INVALID"],
    example: { query: { sort: "PUBLISHED_DATE_DESC", paging: { limit: 3 } } },
  },
  getPost: {
    summary: "Read a post by id",
    answer: { description: "The post; its text only when a fieldset asks for it.", schema: postAnswer },
    refuses: ["POST_NOT_FOUND"],
    example: { params: { postId: exampleId }, query: { fieldsets: ["URL"] } },
  },
  getPostBySlug: {
    summary: "Read a post by slug",
    answer: { description: "The post; its text only when a fieldset asks for it.", schema: postAnswer },
    refuses: ["POST_NOT_FOUND"],
    example: { params: { slug: "the-door-is-open" }, query: { fieldsets: ["RICH_CONTENT"] } },
  },
  getPostMetrics: {
    summary: "Count a post's views, likes and comments",
    answer: { description: "The three numbers.", schema: metricsAnswer },
    refuses: ["POST_NOT_FOUND"],
    example: { params: { postId: exampleId } },
  },
  getTotalPosts: {
    summary: "Count the posts",
    answer: { description: "How many posts are published.", schema: totalAnswer },
    example: {},
  },
  listCategories: {
    summary: "List categories",
    answer: { description: "One page of categories in the owner's order.", schema: listCategoriesAnswer },
    example: { query: { paging: { limit: 10 } } },
  },
  getCategory: {
    summary: "Read a category by id",
    answer: { description: "The category.", schema: categoryAnswer },
    refuses: ["CATEGORY_NOT_FOUND"],
    example: { params: { categoryId: exampleId } },
  },
  getTag: {
    summary: "Read a tag by id",
    answer: { description: "The tag.", schema: tagAnswer },
    refuses: ["TAG_NOT_FOUND"],
    example: { params: { tagId: exampleId } },
  },
} as const satisfies Record<string, EndpointReference>;
