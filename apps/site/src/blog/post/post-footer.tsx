import { lazy, Suspense } from "react";
import { escapeForScript } from "../../shell/page-state.ts";
import { useSite } from "../../site.ts";
import { blogPosting, type PostFacts } from "../json-ld.ts";
import { MorePostsNav } from "../list/more-posts-nav.tsx";
import { PostActions, type PostActionsProps } from "./post-actions.tsx";
import type { MorePosts } from "./post-loader.ts";
import type { ShownRating } from "./use-rating.ts";

/** Ratings are off on most sites. */
const PostRating = lazy(() => import("./post-rating.tsx"));

interface PostFooterProps extends Omit<PostActionsProps, "title"> {
  facts: PostFacts;
  more: MorePosts;
  ratings: ShownRating;
}

/** Below a post: actions, related posts, and structured data. */
export default function PostFooter({ facts, more, ratings, ...actions }: PostFooterProps) {
  const { nonce, settings } = useSite();
  return (
    <>
      <PostActions {...actions} title={facts.title} />
      {settings.postRatings && (
        <Suspense>
          <PostRating postId={actions.postId} path={actions.path} figures={ratings} />
        </Suspense>
      )}
      <MorePostsNav {...more} />
      <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
        {escapeForScript(JSON.stringify(blogPosting(facts)))}
      </script>
    </>
  );
}
