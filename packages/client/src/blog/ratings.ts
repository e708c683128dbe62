import * as endpoints from "@porchlight/contract/blog/reactions/endpoints";
import type { PostRating, PostRatingResponse } from "@porchlight/contract/blog/reactions/rating";
import type { CallOptions, Transport } from "../transport.ts";

export { maxStars, type PostRating } from "@porchlight/contract/blog/reactions/rating";

/** Star ratings of posts. Separate from `posts` because few pages need it. A Porchlight extension. */
export function ratings(transport: Transport) {
  return {
    /**
     * Gets the rating of a post, including this reader's.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND`.
     */
    async getPostRating(postId: string, call?: CallOptions): Promise<PostRating> {
      const { rating }: PostRatingResponse = await transport.send(
        endpoints.getPostRating,
        { params: { postId } },
        { ...call },
      );
      return rating;
    },

    /**
     * Rates a post, replacing this reader's previous rating.
     *
     * @param stars 1 to 5.
     * @returns The updated rating.
     * @throws {PorchlightError} `POST_NOT_FOUND`, `RATINGS_OFF`, `RATINGS_MEMBERS_ONLY`, `INVALID_ARGUMENT`.
     */
    async ratePost(postId: string, stars: number, call?: CallOptions): Promise<PostRating> {
      const request = { params: { postId }, body: { stars } };
      const { rating }: PostRatingResponse = await transport.send(endpoints.ratePost, request, { ...call });
      return rating;
    },

    /**
     * Removes this reader's rating.
     *
     * @returns The updated rating.
     * @throws {PorchlightError} `POST_NOT_FOUND`.
     */
    async removePostRating(postId: string, call?: CallOptions): Promise<PostRating> {
      const { rating }: PostRatingResponse = await transport.send(
        endpoints.removePostRating,
        { params: { postId } },
        { ...call },
      );
      return rating;
    },
  };
}
