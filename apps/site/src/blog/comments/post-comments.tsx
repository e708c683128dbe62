import type { Comment } from "@porchlight/client/blog";
import { Anchor, Notice } from "@porchlight/react";
import { signInHref } from "../../shell/return-to.ts";
import { useSite } from "../../site.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentItem, nameOf } from "./comment-item.tsx";
import { commentText } from "./comment-texts.ts";
import { type CommentActions, type PostCommentsProps, useCommentActions, withQuery } from "./use-comment-actions.ts";

/** The comments of a post in threads, and the form for a new one. */
export default function PostComments({ postId, path, comments: loaded }: PostCommentsProps) {
  const { language } = useSite().settings;
  const { page, isLater } = loaded;
  const { comments, total, obstacle, nextCursor } = page;
  const { notice, ...actions } = useCommentActions({ postId, path, comments: loaded });
  const threads = comments.filter(({ _id, threadId }) => _id === threadId);
  if (obstacle === "OFF" || obstacle === "RESTRICTED" || (obstacle === "CLOSED" && total === 0)) return null;
  const names = new Map(comments.map((comment) => [comment._id, nameOf(comment)]));
  return (
    <section id="comments" className="comments" aria-labelledby="comments-title">
      <h2 id="comments-title">
        {commentText("comments.title")} {total > 0 && <span className="muted">{total.toLocaleString(language)}</span>}
      </h2>
      <div ref={notice.ref} tabIndex={-1} role="status">
        {notice.result && <Notice kind="success">{commentText(`comments.done.${notice.result}`)}</Notice>}
      </div>
      {obstacle === "CLOSED" && <p className="muted">{commentText("comments.closed")}</p>}
      {obstacle === "MUTED" && <p className="muted">{commentText("comments.muted")}</p>}
      {obstacle === "SIGN_IN" && (
        <p>
          <Anchor className="site-button" data-variant="secondary" href={signInHref(`${path}#comments`)}>
            {commentText("comments.signIn")}
          </Anchor>
        </p>
      )}
      {(actions.mayComment || (actions.outcome && !actions.open)) && (
        <CommentForm key={actions.formKey} actions={actions} action="create" />
      )}
      {total === 0 && comments.length === 0 && obstacle === undefined && (
        <p className="muted">{commentText("comments.empty")}</p>
      )}
      <ol className="comments-list">
        {threads.map((thread) => (
          <li key={thread._id}>
            <CommentItem comment={thread} actions={actions} />
            <Replies thread={thread} comments={comments} names={names} actions={actions} />
          </li>
        ))}
      </ol>
      {(nextCursor !== undefined || isLater) && (
        <p className="comments-pages">
          {isLater && <Anchor href={`${path}#comments`}>{commentText("comments.newest")}</Anchor>}
          {nextCursor !== undefined && (
            <Anchor href={withQuery(path, "comments", nextCursor)}>{commentText("comments.older")}</Anchor>
          )}
        </p>
      )}
    </section>
  );
}

function Replies({
  thread,
  comments,
  names,
  actions,
}: {
  thread: Comment;
  comments: readonly Comment[];
  names: ReadonlyMap<string, string>;
  actions: CommentActions;
}) {
  const replies = comments.filter(({ _id, threadId }) => threadId === thread._id && _id !== thread._id);
  if (replies.length === 0) return null;
  return (
    <ol className="comments-list">
      {replies.map((reply) => (
        <li key={reply._id}>
          <CommentItem
            comment={reply}
            actions={actions}
            inReplyTo={
              reply.parentId && reply.parentId !== thread._id && names.has(reply.parentId)
                ? { id: reply.parentId, name: names.get(reply.parentId)! }
                : undefined
            }
          />
        </li>
      ))}
    </ol>
  );
}
