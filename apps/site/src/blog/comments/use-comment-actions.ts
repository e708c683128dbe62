import { useEffect, useRef, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useSite } from "../../site.ts";
import { type CommentResult, failureKey } from "./comment-texts.ts";
import type { CommentOutcome, PostComments as LoadedComments, OpenForm } from "./comments-loader.ts";
import { type CommentFields, sendComment } from "./send-comment.ts";

/** Props of the comments of a post. */
export interface PostCommentsProps {
  postId: string;
  /** Path of the post, with the language in its query. */
  path: string;
  comments: LoadedComments;
}

/** What the forms and links below a post do. Without scripts they are requests to `path`. */
export interface CommentActions {
  postId: string;
  path: string;
  mayComment: boolean;
  open: OpenForm | undefined;
  outcome: CommentOutcome | undefined;
  isPending: boolean;
  /** Opens a form, or closes it. */
  show(form: OpenForm | undefined): void;
  send(fields: CommentFields): void;
}

/** The path of a post with a parameter, at its comments. */
export function withQuery(path: string, name: string, value: string, fragment = "comments"): string {
  return `${path}${path.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}#${fragment}`;
}

/** Sends forms without leaving the page, and loads the comments again. */
export function useCommentActions({ postId, path, comments }: PostCommentsProps) {
  const { client } = useSite();
  const { revalidate } = useRevalidator();
  const { key } = useLocation();
  const [open, setOpen] = useState(comments.open);
  const [outcome, setOutcome] = useState(comments.outcome);
  const [result, setResult] = useState(comments.result);
  const [isPending, setIsPending] = useState(false);
  const [sent, setSent] = useState(0);
  const ref = useRef<HTMLDivElement>(null);
  const shownKey = useRef(key);
  useEffect(() => {
    if (sent > 0) ref.current?.focus();
  }, [sent]);
  useEffect(() => {
    // A link of the page, such as to older comments, starts without messages.
    if (shownKey.current === key) return;
    shownKey.current = key;
    setResult(undefined);
    setOutcome(undefined);
  }, [key]);

  async function send(fields: CommentFields) {
    if (isPending) return;
    setIsPending(true);
    setOutcome(undefined);
    setResult(undefined);
    try {
      const { result: done } = await sendComment(client, fields);
      await revalidate();
      setOpen(undefined);
      setResult(done satisfies CommentResult);
      setSent((count) => count + 1);
    } catch (error) {
      setOutcome({ fields, failure: failureKey(error) });
    }
    setIsPending(false);
  }

  return {
    postId,
    path,
    mayComment: comments.page.obstacle === undefined,
    open,
    outcome,
    isPending,
    /** An empty form after each comment. */
    formKey: sent,
    show(form: OpenForm | undefined) {
      setOutcome(undefined);
      setOpen(form);
    },
    send: (fields: CommentFields) => void send(fields),
    notice: { ref, result },
  };
}
