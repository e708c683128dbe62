import type { FormSubmission } from "@porchlight/client/forms";
import { TimeText } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Reply } from "lucide-react";
import type { FormEvent } from "react";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/fields.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { useStoredText } from "./use-stored-text.ts";

/** The emails that staff sent to the submitter, and the next one. */
export function SubmissionReplies({ submission: { _id: id } }: { submission: FormSubmission }) {
  const { submissions } = useConsole().clients.site;
  const queries = useQueryClient();
  const [message, setMessage] = useStoredText(`reply.${id}`);
  const queryKey = ["submission-replies", id];
  const replies = useQuery({ queryKey, queryFn: ({ signal }) => submissions.listReplies(id, { signal }) });
  const send = useMutation({
    mutationFn: () => submissions.reply(id, message),
    onSuccess() {
      setMessage("");
      showToast(text("The reply was sent"));
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const failed = [replies, send].find(({ isError }) => isError);
  const { to, addressChanged } = replies.data ?? {};
  function submit(event: FormEvent) {
    event.preventDefault();
    if (message.trim()) send.mutate();
  }
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <h3 className="font-semibold">{text("Replies")}</h3>
      {replies.data && replies.data.replies.length > 0 && (
        <ol aria-label={text("Replies")} className="grid gap-3">
          {replies.data.replies.map((reply) => (
            <li key={reply._id} className="grid gap-1 rounded-lg bg-sunken p-3">
              <p className="text-muted">
                {text("{author} to {address}", { author: reply.author ?? text("A program"), address: reply.to })} ·{" "}
                <TimeText value={reply._createdDate} />
              </p>
              <p className="break-words whitespace-pre-wrap">{reply.message}</p>
            </li>
          ))}
        </ol>
      )}
      {failed && <ErrorMessage error={failed.error} />}
      {replies.isSuccess && to === undefined && (
        <p className="text-muted">
          {addressChanged
            ? text(
                "This submission was sent without an email address. An address that was added later gets no replies.",
              )
            : text("This submission has no email address to reply to.")}
        </p>
      )}
      {to !== undefined && (
        <form onSubmit={submit} className="grid gap-2">
          <TextArea
            label={text("Reply to {address}", { address: to })}
            hint={
              addressChanged
                ? text(
                    "The email address in this submission was changed. Replies go to the address that was submitted. Answers go to the contact address of the site.",
                  )
                : text("Sent by email. Answers go to the contact address of the site.")
            }
            value={message}
            onChange={setMessage}
            maxLength={10_000}
          />
          <div>
            <Button type="submit" kind="primary" isPending={send.isPending} isDisabled={message.trim() === ""}>
              <Reply aria-hidden size={16} />
              {text("Send reply")}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
