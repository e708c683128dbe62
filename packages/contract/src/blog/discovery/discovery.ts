import type { PagingMetadata } from "../../wire/query.ts";
import type { Post } from "../posts/post.ts";
import type { PostFieldset } from "../posts/post-status.ts";

export type SearchPostsRequest = {
  query: {
    /** Words, of which the last may be unfinished; "words in quotes" stand together, a word after - is in no post found. */
    expression: string;
    /** All languages unless given. */
    language?: string;
    paging?: { limit?: number; offset?: number };
    fieldsets?: PostFieldset[];
  };
};

/** A piece of a text; `found` where it is one of the words that were searched for. Plain text, not HTML. */
export interface SearchedText {
  text: string;
  found?: true;
}

export interface PostSearchResult {
  post: Post;
  title: SearchedText[];
  /** Some 30 words around what was found, with … where they were cut. */
  passage: SearchedText[];
}

export type GetPostsAroundRequest = { params: { postId: string }; query?: { fieldsets?: PostFieldset[] } };

/** Where a reader goes on after a post. */
export interface GetPostsAroundResponse {
  /** Published just before it; absent before the first. */
  previous?: Post;
  /** Published just after it; absent after the last. */
  next?: Post;
  /** Up to three: those that the writer has chosen, then those with the most tags and categories in common. */
  related: Post[];
}

export interface SearchPostsResponse {
  results: PostSearchResult[];
  /** `total` is 1000 where there are more: then `tooManyToCount` is true, and those found are the newest of them. */
  pagingMetadata: PagingMetadata;
}
