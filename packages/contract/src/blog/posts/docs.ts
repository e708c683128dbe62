import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  categoryResponse,
  listCategoriesResponse,
  listPostsResponse,
  metricsResponse,
  postCountStatsResponse,
  postResponse,
  queryCategoriesResponse,
  queryPostsResponse,
  queryTagsResponse,
  tagResponse,
  totalResponse,
} from "./response-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

export const postDocs = {
  listPosts: {
    summary: "List posts",
    description:
      "Published posts in the order of `sort`; a cursor of the answer gets the next page. Lists of ids and hashtags match posts that have any of them.",
    response: { description: "One page of posts, and how many there are.", schema: listPostsResponse },
    errors: ["CURSOR_INVALID"],
    example: { query: { sort: "PUBLISHED_DATE_DESC", paging: { limit: 3 } } },
  },
  queryPosts: {
    summary: "Query posts",
    description:
      "Published posts that fit a filter, in any order, paged by cursor in both ways or by offset. A cursor carries filter, order and fieldsets.",
    response: { description: "One page of posts, and cursors to the pages around it.", schema: queryPostsResponse },
    errors: ["CURSOR_INVALID"],
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
    response: { description: "The post; its text only when a fieldset asks for it.", schema: postResponse },
    errors: ["POST_NOT_FOUND"],
    example: { params: { postId: exampleId }, query: { fieldsets: ["URL"] } },
  },
  getPostBySlug: {
    summary: "Read a post by slug",
    response: { description: "The post; its text only when a fieldset asks for it.", schema: postResponse },
    errors: ["POST_NOT_FOUND"],
    example: { params: { slug: "the-door-is-open" }, query: { fieldsets: ["RICH_CONTENT"] } },
  },
  getPostMetrics: {
    summary: "Count a post's views, likes and comments",
    response: { description: "The three numbers.", schema: metricsResponse },
    errors: ["POST_NOT_FOUND"],
    example: { params: { postId: exampleId } },
  },
  getTotalPosts: {
    summary: "Count the posts",
    response: { description: "How many posts are published.", schema: totalResponse },
    example: {},
  },
  queryPostCountStats: {
    summary: "Count posts by month",
    response: { description: "The months that have posts, and how many.", schema: postCountStatsResponse },
    example: { query: { order: "NEWEST", months: 12, timeZone: "Europe/Berlin" } },
  },
  listCategories: {
    summary: "List categories",
    response: { description: "One page of categories in the owner's order.", schema: listCategoriesResponse },
    example: { query: { paging: { limit: 10 } } },
  },
  getCategory: {
    summary: "Read a category by id",
    response: { description: "The category.", schema: categoryResponse },
    errors: ["CATEGORY_NOT_FOUND"],
    example: { params: { categoryId: exampleId } },
  },
  getCategoryBySlug: {
    summary: "Read a category by slug",
    response: { description: "The category.", schema: categoryResponse },
    errors: ["CATEGORY_NOT_FOUND"],
    example: { params: { slug: "workshop" } },
  },
  queryCategories: {
    summary: "Query categories",
    response: { description: "One page of categories, and how many there are.", schema: queryCategoriesResponse },
    example: { body: { query: { filter: { slug: "workshop" }, paging: { limit: 10 } } } },
  },
  getTag: {
    summary: "Read a tag by id",
    response: { description: "The tag.", schema: tagResponse },
    errors: ["TAG_NOT_FOUND"],
    example: { params: { tagId: exampleId } },
  },
  getTagBySlug: {
    summary: "Read a tag by slug",
    response: { description: "The tag.", schema: tagResponse },
    errors: ["TAG_NOT_FOUND"],
    example: { params: { slug: "glue" } },
  },
  getTagByLabel: {
    summary: "Read a tag by label",
    description: "A label counts whatever its case.",
    response: { description: "The tag.", schema: tagResponse },
    errors: ["TAG_NOT_FOUND"],
    example: { params: { label: "Glue" } },
  },
  queryTags: {
    summary: "Query tags",
    response: { description: "One page of tags, and how many there are.", schema: queryTagsResponse },
    example: { body: { query: { filter: { label: "Glue" }, paging: { limit: 10 } } } },
  },
} as const satisfies Record<string, EndpointDocs>;
