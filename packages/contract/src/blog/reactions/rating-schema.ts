import * as z from "zod";
import { mostStars } from "./rating.ts";

const params = z.object({ postId: z.string() });
const stars = z.int().min(1).max(mostStars);

export const postRatingRequest = z.object({ params });
export const ratePostRequest = z.object({ params, body: z.object({ stars }) });

/** Members of `metrics`, too. */
export const averageRating = z
  .number()
  .min(1)
  .max(mostStars)
  .optional()
  .meta({ description: "Stars, 1 to 5, to two decimals; absent while nobody has rated." });

export const postRatingResponse = z.object({
  rating: z
    .object({
      postId: z.guid(),
      ratings: z.int().min(0).meta({ description: "How many have rated." }),
      averageRating,
      stars: stars.optional().meta({ description: "What the reader has given." }),
      mayRate: z.boolean(),
    })
    .meta({ id: "PostRating", description: "What readers think of a post, for one of them." }),
});
