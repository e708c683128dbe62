import { lazy, Suspense } from "react";
import { escapeForScript } from "../../shell/page-state.ts";
import { useSite } from "../../site.ts";
import { AuthorCard, authorPersons, useAuthors } from "../author-card.tsx";
import type { PostComments as LoadedComments } from "../comments/comments-loader.ts";
import { JoinCall } from "../join-call.tsx";
import { blogPosting, type PostMetadata } from "../json-ld.ts";
import { MorePostsNav } from "../list/more-posts-nav.tsx";
import { PostActions, type PostActionsProps } from "./post-actions.tsx";
import type { MorePosts } from "./post-loader.ts";
import type { ShownRating } from "./use-rating.ts";

const PostComments = lazy(() => import("../comments/post-comments.tsx"));
/** Ratings are off on most sites. */
const PostRating = lazy(() => import("./post-rating.tsx"));

interface PostFooterProps extends Omit<PostActionsProps, "title"> {
  metadata: PostMetadata;
  more: MorePosts;
  ratings: ShownRating;
  comments: LoadedComments | undefined;
}

/** Below a post: actions, related posts, and structured data. */
export default function PostFooter({ metadata, more, ratings, comments, ...actions }: PostFooterProps) {
  const { nonce, settings } = useSite();
  const authors = useAuthors(metadata.authors);
  return (
    <>
      {authors.map((author) => (
        <AuthorCard key={author.name} author={author} />
      ))}
      <PostActions {...actions} title={metadata.title} />
      {settings.postRatings && (
        <Suspense>
          <PostRating postId={actions.postId} path={actions.path} figures={ratings} />
        </Suspense>
      )}
      <JoinCall />
      {comments && (
        <Suspense>
          <PostComments postId={actions.postId} path={actions.path} comments={comments} />
        </Suspense>
      )}
      <MorePostsNav {...more} />
      <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
        {escapeForScript(
          JSON.stringify(blogPosting(metadata, authorPersons(metadata.authors, settings), comments?.page)),
        )}
      </script>
    </>
  );
}
