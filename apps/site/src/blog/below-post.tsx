import { escapeForScript } from "../page-state.ts";
import { useSite } from "../site.ts";
import { blogPosting, type PostFacts } from "./json-ld.ts";
import type { MorePosts } from "./more-posts.ts";
import { MorePostsNav } from "./more-posts-nav.tsx";
import { PostActions, type PostActionsProps } from "./post-actions.tsx";

interface BelowPostProps extends Omit<PostActionsProps, "title"> {
  facts: PostFacts;
  more: MorePosts;
}

/** What stands below a post: what to do with it, where to read on, and what search engines are told of it. */
export default function BelowPost({ facts, more, ...actions }: BelowPostProps) {
  const { nonce } = useSite();
  return (
    <>
      <PostActions {...actions} title={facts.title} />
      <MorePostsNav {...more} />
      <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
        {escapeForScript(JSON.stringify(blogPosting(facts)))}
      </script>
    </>
  );
}
