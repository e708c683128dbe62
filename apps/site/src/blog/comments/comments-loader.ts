import type { CommentPage } from "@porchlight/client/blog";
import { createContext } from "react-router";
import type { SiteClient } from "../../client.ts";
import { type CommentResult, commentResults, failureKey } from "./comment-texts.ts";
import { type CommentFields, readCommentFields, sendComment } from "./send-comment.ts";

/** A form that failed, with what was typed. */
export interface CommentOutcome {
  fields: CommentFields;
  failure: ReturnType<typeof failureKey>;
}

/** The comments of a post, and the forms that are open. */
export interface PostComments {
  page: CommentPage;
  /** Whether this is not the first page. */
  isLater: boolean;
  open?: OpenForm | undefined;
  result?: CommentResult | undefined;
  outcome?: CommentOutcome | undefined;
}

/** A form within the thread: a reply to a comment, or its change. */
export interface OpenForm {
  action: "create" | "update";
  commentId: string;
}

/** On the server, the outcome of the submitted form that the page responds to. */
export const commentOutcomeContext = createContext<CommentOutcome | null>(null);

/** Loads a page of comments. The query of the address opens forms for browsers without scripts. */
export async function loadComments(
  client: SiteClient,
  postId: string,
  query: URLSearchParams,
  outcome: CommentOutcome | null,
): Promise<PostComments> {
  const [cursor, from] = [query.get("comments"), query.get("thread")];
  const options = { ...(cursor && { cursor }), ...(from && { commentId: from }) };
  const page = await client.reactions.listComments(postId, options).catch((error: unknown) => {
    if (!cursor || Object(error).code !== "CURSOR_INVALID") throw error;
    return client.reactions.listComments(postId);
  });
  const [reply, edit] = [query.get("reply"), query.get("edit")];
  return {
    page,
    isLater: Boolean(cursor || from),
    open: outcome
      ? openFormOf(outcome.fields)
      : reply
        ? { action: "create", commentId: reply }
        : edit
          ? { action: "update", commentId: edit }
          : undefined,
    result: commentResults.find((result) => result === query.get("comment")),
    ...(outcome && { outcome }),
  };
}

function openFormOf({ action, commentId }: CommentFields): OpenForm | undefined {
  return commentId && (action === "create" || action === "update") ? { action, commentId } : undefined;
}

/** A form of a browser without scripts: where to go next, or why it failed. */
export type SubmittedComment = { redirectTo: string } | { outcome: CommentOutcome } | undefined;

/** Handles a form below a post. @param path Of the post, with the language in its query. */
export async function submitComment(client: SiteClient, data: FormData, page: URL): Promise<SubmittedComment> {
  const fields = readCommentFields(data);
  if (!fields) return undefined;
  try {
    const { id, result } = await sendComment(client, fields);
    const query = new URLSearchParams({ comment: result });
    const language = page.searchParams.get("language");
    if (language) query.set("language", language);
    if (id) query.set("thread", id);
    return { redirectTo: `${page.pathname}?${query}#${id ? `comment-${id}` : "comments"}` };
  } catch (error) {
    return { outcome: { fields, failure: failureKey(error) } };
  }
}
