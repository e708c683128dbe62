import type {
  GetPostsAroundRequest,
  SearchedText,
  SearchPostsRequest,
} from "@porchlight/contract/blog/discovery/discovery";
import * as conversions from "@porchlight/contract/blog/discovery/discovery";
import * as endpoints from "@porchlight/contract/blog/discovery/endpoints";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { CallOptions, Transport } from "../transport.ts";
import { mediaConverters as converters } from "./media.ts";
import type { Post } from "./post.ts";

export type { SearchedText } from "@porchlight/contract/blog/discovery/discovery";
/** Options of a post search. */
export type SearchPostsOptions = Omit<SearchPostsRequest["query"], "expression">;

/** Options of the call that returns adjacent and related posts. */
export type GetPostsAroundOptions = NonNullable<GetPostsAroundRequest["query"]>;

/** Adjacent and related posts. */
export interface PostsAround {
  /** The post published just before; absent for the first. */
  previous?: Post;
  /** The post published just after; absent for the last. */
  next?: Post;
  /** Up to three: those chosen by the writer, then those with the most tags and categories in common. */
  related: Post[];
}

/** A search result, with the search terms highlighted in its title and a passage of its text. */
export interface PostSearchResult {
  post: Post;
  title: SearchedText[];
  /** About 30 words around the match, with … where text is cut off. */
  passage: SearchedText[];
}

/** Post search and adjacent posts. Separate from `posts` because few pages need it. */
export function discovery(transport: Transport) {
  return {
    /**
     * Searches published posts by word form, ignoring accents; best and newest first.
     *
     * @param expression 1 to 200 characters. The last word may be a prefix; "quoted words" match as a phrase; `-word`
     * excludes posts.
     * @param options `paging.limit` 1 to 100, default 50; `paging.offset` up to 1000; `language`, default all.
     * @returns At most the 1000 newest matching posts: if there are more, `pagingMetadata.tooManyToCount` is true.
     * @throws {PorchlightError} `INVALID_ARGUMENT`. A Porchlight extension, `GET /v3/posts/search`.
     */
    searchPosts(
      expression: string,
      options: SearchPostsOptions = {},
      call?: CallOptions,
    ): Promise<{ results: PostSearchResult[]; pagingMetadata: PagingMetadata }> {
      const request = { query: { expression, ...options } };
      return transport.send(endpoints.searchPosts, request, {
        ...call,
        conversion: conversions.searchPosts,
        converters,
      });
    },

    /**
     * Reads the draft of a preview link.
     *
     * @param token From the path that `draftPosts.createPostPreview` returned.
     * @throws {PorchlightError} `POST_NOT_FOUND`, also if the link has expired. A Porchlight extension.
     */
    getPostPreview(token: string, call?: CallOptions): Promise<{ post: Post }> {
      return transport.send(
        endpoints.getPostPreview,
        { query: { token } },
        { ...call, conversion: conversions.getPostPreview, converters },
      );
    },

    /**
     * Reads the adjacent posts of a post and up to three related ones.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND`. A Porchlight extension, `GET /v3/posts/{postId}/around`.
     */
    getPostsAround(postId: string, options: GetPostsAroundOptions = {}, call?: CallOptions): Promise<PostsAround> {
      const request = { params: { postId }, query: options };
      return transport.send(endpoints.getPostsAround, request, {
        ...call,
        conversion: conversions.getPostsAround,
        converters,
      });
    },
  };
}
