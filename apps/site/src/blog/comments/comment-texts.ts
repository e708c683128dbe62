import { createText } from "../../texts.ts";

/** Texts of the comments below a post. */
export const commentText = createText({
  "comments.title": "Comments",
  "comments.empty": "No comments yet.",
  "comments.closed": "Comments on this post are closed.",
  "comments.muted": "You cannot comment, because the site owner has muted you.",
  "comments.signIn": "Sign in to comment",
  "comments.label": "Your comment",
  "comments.hint": "Everyone can read your comment and your name.",
  "comments.submit": "Comment",
  "comments.reply": "Reply",
  "comments.replyTo": "Reply to {name}",
  "comments.edit": "Edit",
  "comments.editLabel": "Edit your comment",
  "comments.save": "Save",
  "comments.cancel": "Cancel",
  "comments.delete": "Delete",
  "comments.deleteQuestion": "Delete this comment permanently?",
  "comments.report": "Report",
  "comments.reportQuestion": "Ask the site owner to review this comment?",
  "comments.deleted": "Comment deleted",
  "comments.member": "Member",
  "comments.formerMember": "Former member",
  "comments.author": "Author",
  "comments.team": "Team",
  "comments.edited": "edited",
  "comments.waiting": "Waiting for approval. Only you can see it.",
  "comments.older": "Older comments",
  "comments.newest": "Newest comments",
  "comments.done.published": "Your comment is published.",
  "comments.done.pending": "Your comment waits for approval.",
  "comments.done.saved": "Your changes are saved.",
  "comments.done.deleted": "Your comment is deleted.",
  "comments.done.reported": "Thank you. The site owner will review the comment.",
  "comments.failed.empty": "Enter a comment of at most {n} characters.",
  "comments.failed.full": "This thread accepts no more replies. Start a new one.",
  "comments.failed.gone": "This comment no longer exists.",
  "comments.failed.signedOut": "Your session has ended. Sign in, and submit your comment again.",
  "comments.failed.limit": "You have written many comments. Try again in a few minutes.",
  "comments.failed": "That did not work. Try again.",
});

/** What happened to a comment, as the page says it. */
export const commentResults = ["published", "pending", "saved", "deleted", "reported"] as const;
export type CommentResult = (typeof commentResults)[number];

type FailureKey = Extract<
  Parameters<typeof commentText>[0],
  `comments.failed${string}` | "comments.closed" | "comments.muted"
>;

const failures: Readonly<Record<string, FailureKey>> = {
  INVALID_ARGUMENT: "comments.failed.empty",
  MALFORMED_REQUEST: "comments.failed.empty",
  COMMENTS_FULL: "comments.failed.full",
  COMMENTS_CLOSED: "comments.closed",
  COMMENTS_OFF: "comments.closed",
  COMMENT_NOT_FOUND: "comments.failed.gone",
  MEMBER_MUTED: "comments.muted",
  NOT_ALLOWED: "comments.failed.signedOut",
  UNAUTHENTICATED: "comments.failed.signedOut",
  TOO_MANY_REQUESTS: "comments.failed.limit",
};

/** Which text explains an error of the API. */
export const failureKey = (error: unknown): FailureKey => failures[String(Object(error).code)] ?? "comments.failed";
