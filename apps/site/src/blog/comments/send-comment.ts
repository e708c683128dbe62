import type { SiteClient } from "../../client.ts";
import type { CommentResult } from "./comment-texts.ts";

/** The fields of the forms below a post, which browsers without scripts submit, too. */
export interface CommentFields {
  action: "create" | "update" | "delete" | "report";
  postId: string;
  /** The comment to change, or to reply to. */
  commentId?: string | undefined;
  text: string;
}

/** Reads the fields of a form; `undefined` if it is none of a comment. */
export function readCommentFields(data: FormData): CommentFields | undefined {
  const field = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value : "";
  };
  const action = (["create", "update", "delete", "report"] as const).find((name) => name === field("action"));
  if (!action) return undefined;
  return { action, postId: field("post"), commentId: field("comment") || undefined, text: field("text") };
}

/** Sends what a form contains. Returns the comment to show, and what happened to it. */
export async function sendComment(
  { reactions }: Pick<SiteClient, "reactions">,
  { action, postId, commentId = "", text }: CommentFields,
): Promise<{ id: string; result: CommentResult }> {
  switch (action) {
    case "create": {
      const created = await reactions.createComment({ postId, text, ...(commentId && { parentId: commentId }) });
      return { id: created._id, result: created.status === "PENDING" ? "pending" : "published" };
    }
    case "update": {
      const updated = await reactions.updateComment(commentId, text);
      return { id: commentId, result: updated.status === "PENDING" ? "pending" : "saved" };
    }
    case "delete":
      await reactions.deleteComment(commentId);
      return { id: "", result: "deleted" };
    case "report":
      await reactions.reportComment(commentId);
      return { id: commentId, result: "reported" };
  }
}
