/** What some pages of the blog need, in a script of its own. */

import { likeCalls, ratings } from "@porchlight/client/blog";

export { discovery, polls } from "@porchlight/client/blog";

/** What a reader says of a post. */
export const reactions = (...[transport]: Parameters<typeof likeCalls>) => ({
  ...likeCalls(transport),
  ...ratings(transport),
});
