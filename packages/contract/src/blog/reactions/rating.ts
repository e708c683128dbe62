/** The rating of a post, including the reader's. */
export interface PostRating {
  postId: string;
  /** Number of ratings. */
  ratings: number;
  /** Stars, 1 to 5, with two decimals; absent without ratings. */
  averageRating?: number;
  /** The reader's stars; absent if the reader has not rated. */
  stars?: number;
  mayRate: boolean;
}

/** Maximum stars; the minimum is 1. */
export const maxStars = 5;

/** Who may rate posts. */
export const postRatingsValues = ["off", "members", "everyone"] as const;
export type PostRatings = (typeof postRatingsValues)[number];

export type PostRatingRequest = { params: { postId: string } };
export type RatePostRequest = PostRatingRequest & { body: { stars: number } };

export interface PostRatingResponse {
  rating: PostRating;
}
