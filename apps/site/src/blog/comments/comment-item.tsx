import type { Comment } from "@porchlight/client/blog";
import { Anchor, Avatar, TimeText } from "@porchlight/react";
import type { ReactNode } from "react";
import { useSite } from "../../site.ts";
import { CommentForm, CommentQuestion } from "./comment-form.tsx";
import { commentText } from "./comment-texts.ts";
import { type CommentActions, withQuery } from "./use-comment-actions.ts";

/** The name of the author, or what stands for it. */
export function nameOf({ author, status }: Comment): string {
  if (status === "DELETED") return commentText("comments.deleted");
  if (author.name) return author.name;
  return commentText(author.memberId ? "comments.member" : "comments.formerMember");
}

/** A comment with what the reader may do. */
export function CommentItem({
  comment,
  actions,
  inReplyTo,
}: {
  comment: Comment;
  actions: CommentActions;
  /** The comment that this one replies to, unless it is the first one of the thread. */
  inReplyTo?: { id: string; name: string } | undefined;
}) {
  const { _id: id, author, text, status } = comment;
  if (status === "DELETED")
    return (
      <article id={`comment-${id}`} className="comment muted">
        <p>{commentText("comments.deleted")}</p>
      </article>
    );
  const name = nameOf(comment);
  const { open, path, mayComment, show } = actions;
  const isOpen = (action: "create" | "update") => open?.action === action && open.commentId === id;
  const form = { id, name, text };
  const openLink = (action: "create" | "update", label: string) => (
    <Anchor
      href={withQuery(path, action === "create" ? "reply" : "edit", id, `comment-${id}`)}
      onClick={(event) => {
        event.preventDefault();
        show({ action, commentId: id });
      }}
    >
      {label}
    </Anchor>
  );
  return (
    <article id={`comment-${id}`} className="comment" aria-label={name}>
      <header>
        <Avatar name={name} src={author.photoUrl} />
        <p>
          <AuthorName name={name} slug={author.slug} />
          {(author.isPostAuthor || author.isTeam) && (
            <span className="comment-badge">
              {commentText(author.isPostAuthor ? "comments.author" : "comments.team")}
            </span>
          )}
          <span className="muted">
            <TimeText value={comment._createdDate} />
            {comment.editedDate && ` · ${commentText("comments.edited")}`}
          </span>
        </p>
      </header>
      {inReplyTo && (
        <p className="comment-reply">
          <a href={`#comment-${inReplyTo.id}`}>{commentText("comments.replyTo", { name: inReplyTo.name })}</a>
        </p>
      )}
      {isOpen("update") && comment.isOwn ? (
        <CommentForm actions={actions} action="update" comment={form} />
      ) : (
        <CommentBody text={text} />
      )}
      {status === "PENDING" && <p className="comment-state">{commentText("comments.waiting")}</p>}
      {mayComment && !isOpen("update") && (
        <div className="comment-actions">
          {status === "PUBLISHED" && openLink("create", commentText("comments.reply"))}
          {comment.isOwn && openLink("update", commentText("comments.edit"))}
          <CommentQuestion actions={actions} action={comment.isOwn ? "delete" : "report"} commentId={id} />
        </div>
      )}
      {isOpen("create") && (mayComment || actions.outcome) && (
        <CommentForm actions={actions} action="create" comment={form} />
      )}
    </article>
  );
}

/** A link to the profile page, if there is one. */
function AuthorName({ name, slug }: { name: string; slug: string | undefined }) {
  const { memberDirectory } = useSite().settings;
  const shown = <bdi>{name}</bdi>;
  if (!slug || memberDirectory === undefined) return <strong>{shown}</strong>;
  return (
    <Anchor className="comment-name" href={`/members/${encodeURIComponent(slug)}`}>
      {shown}
    </Anchor>
  );
}

/** Plain text as paragraphs, with links. */
function CommentBody({ text }: { text: string }) {
  return (
    <div className="comment-body">
      {text.split(/\n{2,}/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change in place
        <p key={index} dir="auto">
          {withLinks(paragraph)}
        </p>
      ))}
    </div>
  );
}

/** A URL without the punctuation that follows it. */
const url = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/i;

function withLinks(text: string): ReactNode[] {
  return text.split(url).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change in place
      <a key={index} href={part} rel="nofollow ugc noopener">
        {part}
      </a>
    ),
  );
}
