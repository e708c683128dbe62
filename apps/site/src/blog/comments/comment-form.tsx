import { maxCommentLength } from "@porchlight/client/blog";
import { Anchor } from "@porchlight/react";
import { type FormEvent, useId } from "react";
import { commentText } from "./comment-texts.ts";
import { readCommentFields } from "./send-comment.ts";
import type { CommentActions } from "./use-comment-actions.ts";

interface CommentFormProps {
  actions: CommentActions;
  action: "create" | "update";
  /** The comment to change, or to reply to. */
  comment?: { id: string; name: string; text: string } | undefined;
}

/** A form for a comment, a reply or a change. Works without scripts. */
export function CommentForm({ actions, action, comment }: CommentFormProps) {
  const id = useId();
  const { outcome, path, postId, isPending } = actions;
  const failed = outcome?.fields.action === action && outcome.fields.commentId === comment?.id ? outcome : undefined;
  const label =
    action === "update"
      ? commentText("comments.editLabel")
      : comment
        ? commentText("comments.replyTo", { name: comment.name })
        : commentText("comments.label");
  const initial = failed?.fields.text ?? (action === "update" ? comment?.text : "");
  const describedBy = [failed && `${id}-error`, action === "create" && !comment && `${id}-hint`].filter(Boolean);
  return (
    <form className="comment-form" method="post" action={path} onSubmit={(event) => submit(event, actions)}>
      <HiddenFields action={action} postId={postId} commentId={comment?.id} />
      <label className="site-label" htmlFor={id}>
        {label}
      </label>
      {action === "create" && !comment && (
        <p className="site-hint" id={`${id}-hint`}>
          {commentText("comments.hint")}
        </p>
      )}
      {failed && (
        <p className="site-field-error" id={`${id}-error`} role="alert">
          {commentText(failed.failure, { n: maxCommentLength })}
        </p>
      )}
      <textarea
        className="site-input site-textarea"
        id={id}
        name="text"
        rows={comment ? 3 : 4}
        required
        maxLength={maxCommentLength}
        defaultValue={initial}
        aria-invalid={failed ? true : undefined}
        aria-describedby={describedBy.length > 0 ? describedBy.join(" ") : undefined}
        // biome-ignore lint/a11y/noAutofocus: the reader has just opened this form
        autoFocus={comment !== undefined}
      />
      <p className="comment-buttons">
        <button type="submit" className="site-button" data-variant="primary" aria-disabled={isPending || undefined}>
          {commentText(action === "update" ? "comments.save" : comment ? "comments.reply" : "comments.submit")}
        </button>
        {comment && (
          <Anchor
            className="site-button"
            data-variant="quiet"
            href={`${path}#comment-${comment.id}`}
            onClick={(event) => {
              event.preventDefault();
              actions.show(undefined);
            }}
          >
            {commentText("comments.cancel")}
          </Anchor>
        )}
      </p>
    </form>
  );
}

/** A question before a comment is deleted or reported. Works without scripts. */
export function CommentQuestion({
  actions,
  action,
  commentId,
}: {
  actions: CommentActions;
  action: "delete" | "report";
  commentId: string;
}) {
  const label = commentText(`comments.${action}`);
  const { outcome } = actions;
  const failed = outcome?.fields.action === action && outcome.fields.commentId === commentId ? outcome : undefined;
  return (
    <details className="comment-question" open={failed ? true : undefined}>
      <summary>{label}</summary>
      <form method="post" action={actions.path} onSubmit={(event) => submit(event, actions)}>
        <HiddenFields action={action} postId={actions.postId} commentId={commentId} />
        {failed && (
          <p className="site-field-error" role="alert">
            {commentText(failed.failure)}
          </p>
        )}
        <p>{commentText(`comments.${action}Question`)}</p>
        <button type="submit" className="site-button" data-variant="danger">
          {label}
        </button>
      </form>
    </details>
  );
}

function HiddenFields({
  action,
  postId,
  commentId,
}: {
  action: string;
  postId: string;
  commentId: string | undefined;
}) {
  return (
    <>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="post" value={postId} />
      {commentId !== undefined && <input type="hidden" name="comment" value={commentId} />}
    </>
  );
}

function submit(event: FormEvent<HTMLFormElement>, { send }: CommentActions): void {
  event.preventDefault();
  const fields = readCommentFields(new FormData(event.currentTarget));
  if (fields) send(fields);
}
