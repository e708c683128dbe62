import type { EndpointReference } from "../../endpoint-docs.ts";
import {
  categoryAnswer,
  listCategoriesAnswer,
  listPostsAnswer,
  metricsAnswer,
  postAnswer,
  postCountStatsAnswer,
  queryCategoriesAnswer,
  queryPostsAnswer,
  queryTagsAnswer,
  tagAnswer,
  totalAnswer,
} from "./response-schema.ts";

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
  queryPosts: {
    summary: "Query posts",
    description:
      "Published posts that fit a filter, in any order, paged by cursor in both ways or by offset. A cursor carries filter, order and fieldsets.",
    answer: { description: "One page of posts, and cursors to the pages around it.", schema: queryPostsAnswer },
    refuses: ["CURSOR_INVALID"],
    example: {
      body: {
        query: {
          filter: { title: { $contains: "lamp" } },
          sort: [{ fieldName: "firstPublishedDate", order: "DESC" }],
          cursorPaging: { limit: 3 },
        },
      },
    },
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
  queryPostCountStats: {
    summary: "Count posts by month",
    answer: { description: "The months that have posts, and how many.", schema: postCountStatsAnswer },
    example: { query: { order: "NEWEST", months: 12, timeZone: "Europe/Berlin" } },
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
  getCategoryBySlug: {
    summary: "Read a category by slug",
    answer: { description: "The category.", schema: categoryAnswer },
    refuses: ["CATEGORY_NOT_FOUND"],
    example: { params: { slug: "workshop" } },
  },
  queryCategories: {
    summary: "Query categories",
    answer: { description: "One page of categories, and how many there are.", schema: queryCategoriesAnswer },
    example: { body: { query: { filter: { slug: "workshop" }, paging: { limit: 10 } } } },
  },
  getTag: {
    summary: "Read a tag by id",
    answer: { description: "The tag.", schema: tagAnswer },
    refuses: ["TAG_NOT_FOUND"],
    example: { params: { tagId: exampleId } },
  },
  getTagBySlug: {
    summary: "Read a tag by slug",
    answer: { description: "The tag.", schema: tagAnswer },
    refuses: ["TAG_NOT_FOUND"],
    example: { params: { slug: "glue" } },
  },
  getTagByLabel: {
    summary: "Read a tag by label",
    description: "A label counts whatever its case.",
    answer: { description: "The tag.", schema: tagAnswer },
    refuses: ["TAG_NOT_FOUND"],
    example: { params: { label: "Glue" } },
  },
  queryTags: {
    summary: "Query tags",
    answer: { description: "One page of tags, and how many there are.", schema: queryTagsAnswer },
    example: { body: { query: { filter: { label: "Glue" }, paging: { limit: 10 } } } },
  },
} as const satisfies Record<string, EndpointReference>;
