import type { MorePosts } from "./more-posts.ts";
import { MorePostsNav } from "./more-posts-nav.tsx";
import { PostActions, type PostActionsProps } from "./post-actions.tsx";

/** What stands below a post: what to do with it, and where to read on. */
export default function BelowPost({ more, ...actions }: PostActionsProps & { more: MorePosts }) {
  return (
    <>
      <PostActions {...actions} />
      <MorePostsNav {...more} />
    </>
  );
}
