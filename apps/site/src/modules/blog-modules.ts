/** Modules for some pages, loaded on demand. */

import { comments, likeCalls, ratings } from "@porchlight/client/blog";

export { discovery, polls, tagCalls as tags } from "@porchlight/client/blog";
export { publishedPages } from "@porchlight/client/site";

/** Likes, ratings, and comments. */
export const reactions = (...[transport]: Parameters<typeof likeCalls>) => ({
  ...likeCalls(transport),
  ...ratings(transport),
  ...comments(transport),
});
