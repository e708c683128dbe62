import { createText } from "../../texts.ts";

/** Words below what everyone may read of a post. */
export const readOnText = createText({
  "post.readOn.title": "This post is for members",
  "post.readOn.text": "Sign in to read on.",
  "post.readOn.plan": "The rest of this post is for members with a plan.",
});
