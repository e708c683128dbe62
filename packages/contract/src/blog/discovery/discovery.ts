import type { Conversion } from "../../wire/conversion-rules.ts";
import type { PagingMetadata } from "../../wire/query.ts";
import { postRules } from "../posts/conversions.ts";
import type { Post } from "../posts/post.ts";
import type { PostFieldset } from "../posts/post-status.ts";

export const searchPosts: Conversion = { response: /* @__PURE__ */ postRules("results.post") };

/** Under any key. */
export const getPostsAround: Conversion = { response: /* @__PURE__ */ postRules("*") };

export const getPostPreview: Conversion = { response: /* @__PURE__ */ postRules("post") };

export type GetPostPreviewRequest = { query: { token: string } };
/** A draft in the form of a published post. A Porchlight extension. */
export interface GetPostPreviewResponse {
  post: Post;
}

export type SearchPostsRequest = {
  query: {
    /** Search words; the last may be a prefix. "Quoted words" match as a phrase; `-word` excludes posts. */
    expression: string;
    /** Default: all languages. */
    language?: string;
    paging?: { limit?: number; offset?: number };
    fieldsets?: PostFieldset[];
  };
};

/** A segment of text; `found` if it matches a search term. Plain text, not HTML. */
export interface SearchedText {
  text: string;
  found?: true;
}

export interface PostSearchResult {
  post: Post;
  title: SearchedText[];
  /** About 30 words around the match, with … where text is cut off. */
  passage: SearchedText[];
}

export type GetPostsAroundRequest = { params: { postId: string }; query?: { fieldsets?: PostFieldset[] } };

/** Adjacent and related posts. */
export interface GetPostsAroundResponse {
  /** The post published just before; absent for the first. */
  previous?: Post;
  /** The post published just after; absent for the last. */
  next?: Post;
  /** Up to three: those chosen by the writer, then those with the most tags and categories in common. */
  related: Post[];
}

export interface SearchPostsResponse {
  results: PostSearchResult[];
  /** If more than 1000 posts match, `total` is 1000, `tooManyToCount` is true and the results are the newest. */
  pagingMetadata: PagingMetadata;
}
