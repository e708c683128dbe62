import * as endpoints from "@porchlight/contract/blog/reactions/endpoints";
import type { PostRating, PostRatingResponse } from "@porchlight/contract/blog/reactions/rating";
import type { CallOptions, Transport } from "../transport.ts";

export { mostStars, type PostRating } from "@porchlight/contract/blog/reactions/rating";

/** Stars of posts. Apart from `posts`, because few pages need it. An addition of Porchlight. */
export function ratings(transport: Transport) {
  return {
    /**
     * What readers think of a post, and what this one has given it.
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
     * Gives a post stars, in the place of those that this reader has given before.
     *
     * @param stars 1 to 5.
     * @returns The rating after it.
     * @throws {PorchlightError} `POST_NOT_FOUND`, `RATINGS_OFF`, `RATINGS_MEMBERS_ONLY`, `INVALID_ARGUMENT`.
     */
    async ratePost(postId: string, stars: number, call?: CallOptions): Promise<PostRating> {
      const request = { params: { postId }, body: { stars } };
      const { rating }: PostRatingResponse = await transport.send(endpoints.ratePost, request, { ...call });
      return rating;
    },

    /**
     * Takes back what this reader has given.
     *
     * @returns The rating after it.
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
