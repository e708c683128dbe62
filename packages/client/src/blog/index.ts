export { categories, type GetCategoryOptions, type ListCategoriesOptions } from "./categories.ts";
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
  posts,
} from "./posts.ts";
export { type GetTagOptions, tags } from "./tags.ts";
