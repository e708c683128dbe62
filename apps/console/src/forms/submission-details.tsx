import type { FormSubmission } from "@porchlight/client/forms";
import { TimeText } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Check, FileText, Mail, Trash2, X } from "lucide-react";
import type { FormEvent } from "react";
import { Link } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { ErrorMessage, Section } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { SubmissionReplies } from "./submission-replies.tsx";
import { filesOf, isFileValue, submissionStates } from "./submission-values.ts";
import { useStoredText } from "./use-stored-text.ts";

/** Props of {@link SubmissionDetails}. */
export interface SubmissionDetailsProps {
  submission: FormSubmission;
  formName: string;
  onClose(): void;
}

/** One submission: its answers, files and tags, and what can be done with it. */
export function SubmissionDetails({ submission, formName, onClose }: SubmissionDetailsProps) {
  const { submissions } = useConsole().clients.site;
  const { role } = useStaffAccount();
  const queries = useQueryClient();
  const { _id: id } = submission;
  const answers = useQuery({
    queryKey: ["submissions", "formatted", id, submission.revision],
    queryFn: ({ signal }) => submissions.getFormattedSubmission(id, { signal }),
  });
  const onSettled = () => queries.invalidateQueries({ queryKey: ["submissions"] });
  const confirm = useMutation({ mutationFn: () => submissions.confirmSubmission(id), onSettled });
  const markUnread = useMutation({
    mutationFn: () => submissions.updateSubmission(id, { revision: submission.revision, seen: false }),
    onSettled,
    onSuccess: onClose,
  });
  const restore = useMutation({ mutationFn: () => submissions.restoreSubmissionFromTrashBin(id), onSettled });
  const remove = useMutation({
    mutationFn: () => submissions.deleteSubmission(id),
    onSettled,
    onSuccess() {
      onClose();
      showToast(text("The submission was deleted"), { undo: () => restore.mutate() });
    },
  });
  const print = useMutation({
    async mutationFn() {
      const { document } = await submissions.getSubmissionDownloadUrl(id);
      return document.readyDetails.downloadUrl;
    },
  });
  const files = filesOf(submission);
  const { memberId } = submission.submitter;
  const failed = [answers, confirm, markUnread, remove, print].find(({ isError }) => isError);
  return (
    <Section
      title={formName}
      actions={
        <>
          <span className="lg:hidden">
            <Button kind="quiet" onPress={onClose}>
              <ArrowLeft aria-hidden size={16} className="rtl:rotate-180" />
              {text("Back to the list")}
            </Button>
          </span>
          <Button kind="quiet" isPending={markUnread.isPending} onPress={() => markUnread.mutate()}>
            <Mail aria-hidden size={16} />
            {text("Mark as unread")}
          </Button>
          <Button
            kind="quiet"
            aria-label={text("Delete the submission")}
            isPending={remove.isPending}
            onPress={() => remove.mutate()}
          >
            <Trash2 aria-hidden size={16} />
          </Button>
        </>
      }
    >
      {failed && <ErrorMessage error={failed.error} />}
      <p className="flex flex-wrap items-center gap-2 text-muted">
        <TimeText value={submission._createdDate} />
        <Badge tone={submission.status === "CONFIRMED" ? "success" : "warning"}>
          {submissionStates[submission.status]}
        </Badge>
        {memberId && role !== "editor" && (
          <Link to={`/members/${memberId}`} className="text-accent underline">
            {text("Show the member")}
          </Link>
        )}
      </p>
      <dl className="grid gap-4">
        {answers.data?.submissions
          .filter(({ key }) => !isFileValue(submission, key))
          .map(({ key, label, value }) => (
            <div key={key} className="grid gap-1">
              <dt className="text-muted">{label}</dt>
              <dd className="break-words whitespace-pre-wrap">{value || "–"}</dd>
            </div>
          ))}
      </dl>
      {files.length > 0 && (
        <ul className="grid gap-2" aria-label={text("Files")}>
          {files.map(({ url, displayName }) => (
            <li key={url}>
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex items-center gap-2 py-1 text-accent underline"
              >
                <FileText aria-hidden size={16} />
                {displayName}
              </a>
            </li>
          ))}
        </ul>
      )}
      <Tags submission={submission} />
      <div className="flex flex-wrap gap-2">
        {submission.status === "PENDING" && (
          <Button kind="primary" isPending={confirm.isPending} onPress={() => confirm.mutate()}>
            <Check aria-hidden size={16} />
            {text("Confirm")}
          </Button>
        )}
        {print.data ? (
          <a href={print.data} target="_blank" rel="noopener" className="py-2 text-accent underline">
            {text("Open the printable document")}
          </a>
        ) : (
          <Button isPending={print.isPending} onPress={() => print.mutate()}>
            <FileText aria-hidden size={16} />
            {text("Printable document")}
          </Button>
        )}
      </div>
      <SubmissionReplies submission={submission} />
    </Section>
  );
}

/** The tags of a submission, which only staff see. */
function Tags({ submission }: { submission: FormSubmission }) {
  const { submissions } = useConsole().clients.site;
  const queries = useQueryClient();
  const [typed, setTyped] = useStoredText(`tag.${submission._id}`);
  const tags = submission.tags?.tags.tagIds ?? [];
  const change = useMutation({
    mutationFn: ({ added = [], removed = [] }: { added?: string[]; removed?: string[] }) =>
      submissions.bulkUpdateFormSubmissionTags([submission._id], {
        assignTags: { tags: { tagIds: added } },
        unassignTags: { tags: { tagIds: removed } },
      }),
    onSuccess: () => setTyped(""),
    onSettled: () => queries.invalidateQueries({ queryKey: ["submissions"] }),
  });
  function add(event: FormEvent) {
    event.preventDefault();
    const tag = typed.trim();
    if (tag && !tags.includes(tag)) change.mutate({ added: [tag] });
  }
  return (
    <div className="grid gap-2">
      {change.isError && <ErrorMessage error={change.error} />}
      {tags.length > 0 && (
        <ul aria-label={text("Tags")} className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="inline-flex items-center rounded-full bg-sunken ps-3">
              {tag}
              <Button
                kind="quiet"
                aria-label={text("Remove the tag {tag}", { tag })}
                isDisabled={change.isPending}
                onPress={() => change.mutate({ removed: [tag] })}
              >
                <X aria-hidden size={14} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} className="flex max-w-sm items-end gap-2">
        <span className="grow">
          <TextField label={text("Tag")} value={typed} onChange={setTyped} maxLength={50} />
        </span>
        <Button type="submit" isPending={change.isPending}>
          {text("Add tag")}
        </Button>
      </form>
    </div>
  );
}
