/** Modules for some blog pages, loaded on demand. */

import { likeCalls, ratings } from "@porchlight/client/blog";

export { discovery, polls, tagCalls as tags } from "@porchlight/client/blog";

/** Likes and ratings. */
export const reactions = (...[transport]: Parameters<typeof likeCalls>) => ({
  ...likeCalls(transport),
  ...ratings(transport),
});
