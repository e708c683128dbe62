/** What readers think of a post, and what whoever asks has given it. */
export interface PostRating {
  postId: string;
  /** How many have rated it. */
  ratings: number;
  /** Stars, 1 to 5, to two decimals; absent while there are none. */
  averageRating?: number;
  /** Stars that the reader has given; absent where they have not, or are nobody who could. */
  stars?: number;
  mayRate: boolean;
}

/** The most stars that a post is given; the fewest are one. */
export const mostStars = 5;

/** Who rates posts. */
export const postRatingsValues = ["off", "members", "everyone"] as const;
export type PostRatings = (typeof postRatingsValues)[number];

export type PostRatingRequest = { params: { postId: string } };
export type RatePostRequest = PostRatingRequest & { body: { stars: number } };

export interface PostRatingResponse {
  rating: PostRating;
}
