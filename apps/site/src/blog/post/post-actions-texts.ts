import { createText } from "../../texts.ts";

/** Words of what a reader may do with a post. */
export const actionText = createText({
  "post.like": "Like",
  "post.share": "Share",
  "post.copied": "Link copied",
  "post.likeFailed": "That did not work. Try again.",
  "post.view": "1 view",
  "post.views": "{n} views",
});
