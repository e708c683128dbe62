import { createText } from "../../texts.ts";

/** Words of what has become of a list while it is read. */
export const newsText = createText({
  "news.one": "1 new post",
  "news.count": "{n} new posts",
  "news.outdated": "These posts have changed",
});
