import { createText } from "../../texts.ts";

/** Words of the home page. */
export const homeText = createText({
  "home.line": "Stories and news, for members and for everyone who drops by.",
  "home.featured": "Featured",
  "home.latest": "Latest posts",
  "home.categories": "Categories",
  "home.all": "See all posts",
  "home.empty": "The first post is on its way.",
  "home.join.title": "Become a member",
  "home.join.text": "Sign up to have your own account on {site}. All you need is an e-mail address.",
});
