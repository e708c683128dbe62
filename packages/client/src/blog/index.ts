export type { Cursors, PagingMetadata } from "@porchlight/contract/query";
export type {
  CursorPage,
  CursorQuery,
  OffsetPage,
  OffsetQuery,
  QueryBuilder,
  QueryConditions,
  TypedQuery,
} from "../query-types.ts";
export {
  categories,
  categoryCalls,
  type GetCategoryBySlugOptions,
  type GetCategoryOptions,
  type ListCategoriesOptions,
  type QueryCategoriesOptions,
} from "./categories.ts";
export { type ImageFile, readImageAddress } from "./image-address.ts";
export type {
  BlogMetaData,
  Category,
  Decoration,
  Link,
  Post,
  PostFieldset,
  PostMetrics,
  PostSort,
  PostStatus,
  RichContent,
  RichContentNode,
  Tag,
} from "./post.ts";
export {
  type GetPostBySlugOptions,
  type GetPostOptions,
  type GetTotalPostsOptions,
  type ListPostsOptions,
  type PostCountPeriod,
  postCalls,
  posts,
  type QueryPostCountStatsOptions,
  type QueryPostsOptions,
} from "./posts.ts";
export type { CategoryQueryFields, PostQueryFields, TagQueryFields } from "./query-fields.ts";
export {
  type GetTagByLabelOptions,
  type GetTagBySlugOptions,
  type GetTagOptions,
  type QueryTagsOptions,
  tagCalls,
  tags,
} from "./tags.ts";
