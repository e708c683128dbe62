import type { DraftPost } from "@porchlight/client/blog";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { errorText } from "../../ui/errors/error-text.ts";
import { TextArea } from "../../ui/fields.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { RunPostAction } from "./publish-dialog.tsx";

/** Props of {@link SendBackDialog}. */
export interface SendBackDialogProps {
  id: string;
  run: RunPostAction;
  onDone(): void;
  onClose(): void;
}

/** Sends a post in review back to its author with a note. */
export function SendBackDialog({ id, run, onDone, onClose }: SendBackDialogProps) {
  const { draftPosts } = useConsole().clients.site;
  const [note, setNote] = useState("");
  const sendBack = useMutation({
    mutationFn: () =>
      run((revision) =>
        draftPosts.updateDraftPost(id, revision, { action: "UPDATE_REJECT", rejectionReason: note.trim() }),
      ),
    onSuccess: onDone,
  });
  return (
    <Dialog title={text("Send back")} isOpen onClose={onClose}>
      <TextArea
        label={text("Note for the author")}
        hint={text("Describe what to change. The author gets the note by email.")}
        value={note}
        onChange={setNote}
        maxLength={1000}
        autoFocus
      />
      {sendBack.isError && <ErrorMessage error={sendBack.error} />}
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{text("Cancel")}</Button>
        <Button kind="primary" isPending={sendBack.isPending} onPress={() => sendBack.mutate()}>
          {text("Send back")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Props of {@link ReviewNotice}. */
export interface ReviewNoticeProps {
  post: DraftPost;
  /** Whether the person reviews posts. */
  mayPublish: boolean;
  run: RunPostAction;
}

/** Says what the state of the review means for the person who has the post open, and lets them end it. */
export function ReviewNotice({ post, mayPublish, run }: ReviewNoticeProps) {
  const { status, rejectionReason } = post.moderationDetails ?? {};
  if (post.status === "IN_REVIEW") return <InReview post={post} mayPublish={mayPublish} run={run} />;
  if (post.status === "UNPUBLISHED" && status === "REJECTED")
    return (
      <div role="note" className="rounded-md bg-warning-soft p-3">
        <p className="font-medium">{text("The review asks for changes")}</p>
        {rejectionReason && <p className="whitespace-pre-wrap break-words">{rejectionReason}</p>}
      </div>
    );
  if (!mayPublish && (post.status === "PUBLISHED" || post.status === "SCHEDULED"))
    return (
      <p role="note" className="rounded-md bg-sunken p-3">
        {text("Only editors can change a post after it has been approved.")}
      </p>
    );
  return null;
}

function InReview({ post, mayPublish, run }: ReviewNoticeProps) {
  const { draftPosts } = useConsole().clients.site;
  const [isSendingBack, setIsSendingBack] = useState(false);
  const withdraw = useMutation({
    mutationFn: () =>
      run((revision) => draftPosts.updateDraftPost(post._id, revision, { action: "UPDATE_REVERT_TO_DRAFT" })),
    onError: (error) => showToast(errorText(error)),
  });
  return (
    <div role="note" className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-warning-soft p-3">
      <p>
        {mayPublish
          ? text("This post waits for your review. Publish it, or send it back to its author.")
          : text("This post is in review and cannot be edited. Withdraw it to make changes.")}
      </p>
      {mayPublish ? (
        <Button onPress={() => setIsSendingBack(true)}>{text("Send back")}</Button>
      ) : (
        <Button isPending={withdraw.isPending} onPress={() => withdraw.mutate()}>
          {text("Withdraw")}
        </Button>
      )}
      {isSendingBack && (
        <SendBackDialog
          id={post._id}
          run={run}
          onClose={() => setIsSendingBack(false)}
          onDone={() => setIsSendingBack(false)}
        />
      )}
    </div>
  );
}
