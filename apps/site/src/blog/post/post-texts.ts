import { createText } from "../../texts.ts";

/** Words around a post. */
export const postText = createText({
  "post.related": "Related posts",
  "post.more": "More posts",
  "post.earlier": "Previous post",
  "post.later": "Next post",
});
