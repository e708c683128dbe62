import { createText } from "../../texts.ts";

/** Words of the stars below a post. */
export const ratingText = createText({
  "post.rating.title": "Rate this post",
  "post.rating.stars": "{n} of 5 stars",
  "post.rating.none": "Nobody has rated it yet.",
  "post.rating.signIn": "Sign in to rate",
});
