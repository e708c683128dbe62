export type { Cursors, PagingMetadata } from "@porchlight/contract/wire/query";
export type {
  CursorPage,
  CursorQuery,
  OffsetPage,
  OffsetQuery,
  QueryBuilder,
  QueryConditions,
  TypedQuery,
} from "../query/query-types.ts";
export { type BlogEvent, type BlogEventsOptions, blogEvents } from "./blog-events.ts";
export {
  categories,
  categoryCalls,
  type GetCategoryBySlugOptions,
  type GetCategoryOptions,
  type ListCategoriesOptions,
  type QueryCategoriesOptions,
} from "./categories.ts";
export { type CategoryInput, categoryWrites, type WriteCategoryOptions } from "./category-writes.ts";
export {
  type Comment,
  type CommentObstacle,
  type CommentPage,
  type CommentStatus,
  commentModeration,
  comments,
  type ListCommentsOptions,
  type ModeratedComment,
  maxCommentLength,
  maxModeratedComments,
  type QueryCommentsOptions,
} from "./comments/comments.ts";
export {
  discovery,
  type GetPostsAroundOptions,
  type PostSearchResult,
  type PostsAround,
  type SearchedText,
  type SearchPostsOptions,
} from "./discovery.ts";
export {
  draftLifecycle,
  type ListPostRevisionsOptions,
  type PostRevision,
  type ReportPostEditingOptions,
  type RestorePostRevisionOptions,
  type TranslateDraftOptions,
} from "./draft-lifecycle.ts";
export type {
  BulkDraftPosts,
  DraftAction,
  DraftFieldset,
  DraftMedia,
  DraftOrigin,
  DraftPost,
  DraftPostInput,
  DraftPostQueryFields,
  DraftSort,
  ModerationStatus,
} from "./draft-post.ts";
export {
  type BulkCreateDraftPostsOptions,
  type BulkUpdateDraftPostsOptions,
  type CreateDraftPostOptions,
  type DeleteDraftPostOptions,
  draftPosts,
  type GetDraftPostOptions,
  type ListDeletedDraftPostsOptions,
  type ListDraftPostsOptions,
  type MaskedDraftPost,
  type QueryDraftPostsOptions,
  type UpdateDraftPostOptions,
} from "./draft-posts.ts";
export { type ImageFile, imageSrcSet, parseImageUrl } from "./image-url.ts";
export { type Like, type LikedEntity, type LikeQueryFields, likeCalls, likes } from "./likes.ts";
export {
  type NewsletterPostState,
  type NewsletterStats,
  type NewsletterStatus,
  type NewsletterSubscription,
  newsletter,
  newsletterPosts,
  type PostNewsletter,
} from "./newsletter/newsletter.ts";
export {
  type PollObstacle,
  type PollOptionResult,
  type PollResults,
  type PollState,
  type PollViewRole,
  type PollVoter,
  polls,
} from "./polls.ts";
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
export { compressRichContent, decompressRichContent } from "./post.ts";
export { type PostSeo, readPostSeo, type SeoData, withPostSeo } from "./post-seo.ts";
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
export { maxStars, type PostRating, ratings } from "./ratings.ts";
export { type CreateTagOptions, type TagInput, tagWrites, type WriteTagOptions } from "./tag-writes.ts";
export {
  type GetTagByLabelOptions,
  type GetTagBySlugOptions,
  type GetTagOptions,
  type QueryTagsOptions,
  tagCalls,
  tags,
} from "./tags.ts";
