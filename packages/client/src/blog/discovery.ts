import * as conversions from "@porchlight/contract/blog/discovery/conversions";
import type {
  GetPostsAroundRequest,
  SearchedText,
  SearchPostsRequest,
} from "@porchlight/contract/blog/discovery/discovery";
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

/** Where a reader goes on after a post. */
export interface PostsAround {
  /** Published just before it; absent before the first. */
  previous?: Post;
  /** Published just after it; absent after the last. */
  next?: Post;
  /** Up to three: those that the writer has chosen, then those with the most tags and categories in common. */
  related: Post[];
}

/** A post that was found, with the words that were searched for marked in its title and in a passage of its text. */
export interface PostSearchResult {
  post: Post;
  title: SearchedText[];
  /** Some 30 words around what was found, with … where they were cut. */
  passage: SearchedText[];
}

/** Finding posts by their words, and around another. Apart from `posts`, because few pages need it. */
export function discovery(transport: Transport) {
  return {
    /**
     * Finds published posts by their words, in whatever form and with or without accents, the best and the newest first.
     *
     * @param expression 1 to 200 characters. The last word may be unfinished; "words in quotes" stand together; posts with a `-word` are
     * left out.
     * @param options `paging.limit` 1 to 100, 50 unless given; `paging.offset` up to 1000; all languages unless one is given.
     * @returns At most the 1000 newest posts that match: where there are more, `pagingMetadata.tooManyToCount` is true.
     * @throws {PorchlightError} `INVALID_ARGUMENT`. An addition of Porchlight, `GET /v3/posts/search`.
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
     * Reads the posts before and after one, and up to three that go with it.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND`. An addition of Porchlight, `GET /v3/posts/{postId}/around`.
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
