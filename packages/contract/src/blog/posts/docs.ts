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
      "Published posts in the order of `sort`; use the response's cursor for the next page. Lists of ids and hashtags match posts with any of them.",
    response: { description: "One page of posts and their total number.", schema: listPostsResponse },
    errors: ["CURSOR_INVALID"],
    example: { query: { sort: "PUBLISHED_DATE_DESC", paging: { limit: 3 } } },
  },
  queryPosts: {
    summary: "Query posts",
    description:
      "Published posts that match a filter, in any order, with cursor paging in both directions or offset paging. A cursor includes filter, order and fieldsets. `returnTotalCount` counts all posts that match.",
    response: { description: "One page of posts, with cursors to the adjacent pages.", schema: queryPostsResponse },
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
    summary: "Get a post by id",
    response: { description: "The post; its content only with a fieldset.", schema: postResponse },
    errors: ["POST_NOT_FOUND"],
    example: { params: { postId: exampleId }, query: { fieldsets: ["URL"] } },
  },
  getPostBySlug: {
    summary: "Get a post by slug",
    response: { description: "The post; its content only with a fieldset.", schema: postResponse },
    errors: ["POST_NOT_FOUND"],
    example: { params: { slug: "the-door-is-open" }, query: { fieldsets: ["RICH_CONTENT"] } },
  },
  getPostMetrics: {
    summary: "Get the metrics of a post",
    response: { description: "The numbers of views, likes and comments.", schema: metricsResponse },
    errors: ["POST_NOT_FOUND"],
    example: { params: { postId: exampleId } },
  },
  getTotalPosts: {
    summary: "Count posts",
    response: { description: "The number of published posts.", schema: totalResponse },
    example: {},
  },
  queryPostCountStats: {
    summary: "Count posts by month",
    response: { description: "The months with posts and their numbers.", schema: postCountStatsResponse },
    example: { query: { order: "NEWEST", months: 12, timeZone: "Europe/Berlin" } },
  },
  listCategories: {
    summary: "List categories",
    response: { description: "One page of categories in the owner's order.", schema: listCategoriesResponse },
    errors: ["CURSOR_INVALID"],
    example: { query: { paging: { limit: 10 } } },
  },
  getCategory: {
    summary: "Get a category by id",
    response: { description: "The category.", schema: categoryResponse },
    errors: ["CATEGORY_NOT_FOUND"],
    example: { params: { categoryId: exampleId } },
  },
  getCategoryBySlug: {
    summary: "Get a category by slug",
    response: { description: "The category.", schema: categoryResponse },
    errors: ["CATEGORY_NOT_FOUND"],
    example: { params: { slug: "workshop" } },
  },
  queryCategories: {
    summary: "Query categories",
    response: { description: "One page of categories and their total number.", schema: queryCategoriesResponse },
    errors: ["CURSOR_INVALID"],
    example: { body: { query: { filter: { slug: "workshop" }, paging: { limit: 10 } } } },
  },
  getTag: {
    summary: "Get a tag by id",
    response: { description: "The tag.", schema: tagResponse },
    errors: ["TAG_NOT_FOUND"],
    example: { params: { tagId: exampleId } },
  },
  getTagBySlug: {
    summary: "Get a tag by slug",
    response: { description: "The tag.", schema: tagResponse },
    errors: ["TAG_NOT_FOUND"],
    example: { params: { slug: "glue" } },
  },
  getTagByLabel: {
    summary: "Get a tag by label",
    description: "Case-insensitive.",
    response: { description: "The tag.", schema: tagResponse },
    errors: ["TAG_NOT_FOUND"],
    example: { params: { label: "Glue" } },
  },
  queryTags: {
    summary: "Query tags",
    response: { description: "One page of tags and their total number.", schema: queryTagsResponse },
    example: { body: { query: { filter: { label: "Glue" }, paging: { limit: 10 } } } },
  },
} as const satisfies Record<string, EndpointDocs>;
