import { createText } from "../texts.ts";

/** Words of the stars below a post. */
export const ratingText = createText({
  "post.rating.title": "Rate this post",
  "post.rating.star": "1 star",
  "post.rating.stars": "{n} stars",
  "post.rating.none": "Nobody has rated it yet.",
  "post.rating.one": "{average} of 5 stars (1 rating)",
  "post.rating.many": "{average} of 5 stars ({n} ratings)",
  "post.rating.signIn": "Sign in to rate",
  "post.rating.failed": "That did not work. Try again.",
});
