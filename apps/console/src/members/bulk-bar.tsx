import { useReauthentication } from "@porchlight/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { TypedConfirmation } from "../ui/dialogs/typed-confirmation.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { countSelected, type MemberSelection, noSelection } from "./member-list.tsx";
import { type MemberAction, useMemberActions } from "./use-member-actions.ts";
import type { MemberQuery } from "./use-member-window.ts";

/** As many members are changed one by one, with an undo; more in the background. */
const maxUndo = 50;

type JobAction = "approve" | "reject" | "block" | "delete";

/** Props of {@link BulkBar}. */
export interface BulkBarProps extends Pick<MemberQuery, "filter" | "search"> {
  status: string;
  selection: MemberSelection;
  total: number;
  onSelect(selection: MemberSelection): void;
  onJob(id: string): void;
}

/** What can be done with the selected members. */
export function BulkBar({ status, filter, search, selection, total, onSelect, onJob }: BulkBarProps) {
  const { members, memberAccounts } = useConsole().clients.site;
  const [isDeleting, setIsDeleting] = useState(false);
  const reauthentication = useReauthentication();
  const actions = useMemberActions();
  const n = countSelected(selection, total);
  const starts: Record<JobAction, typeof members.bulkApproveMembers> = {
    approve: members.bulkApproveMembers,
    reject: memberAccounts.bulkRejectMembers,
    block: members.bulkBlockMembers,
    delete: members.bulkDeleteMembersByFilter,
  };
  const job = useMutation({
    mutationFn: (action: JobAction) => {
      const chosen = { id: { $in: [...selection.ids] } };
      const matching = selection.isAll
        ? selection.ids.size === 0 && Object.keys(filter).length > 0
          ? filter
          : // A filter without a condition is rejected, since it is often a mistake.
            { $and: [filter, { $not: chosen }, { createdDate: { $exists: true } }] }
        : chosen;
      const options = selection.isAll && search ? { search: { expression: search } } : {};
      return reauthentication.run(() => starts[action](matching, options));
    },
    onSuccess: ({ jobId }) => {
      setIsDeleting(false);
      onSelect(noSelection);
      onJob(jobId);
    },
  });
  function act(action: MemberAction) {
    if (!selection.isAll && n <= maxUndo)
      actions.mutate({ action, ids: [...selection.ids] }, { onSuccess: () => onSelect(noSelection) });
    else job.mutate(action === "unblock" ? "approve" : (action as JobAction));
  }
  const isPending = actions.isPending || job.isPending;
  return (
    <>
      {actions.isError && <ErrorMessage error={actions.error} />}
      {job.isError && !isDeleting && <ErrorMessage error={job.error} />}
      {actions.isSuccess && actions.data > 0 && (
        <ErrorMessage
          error={text("{n, plural, one {# member} other {# members}} could not be changed.", { n: actions.data })}
        />
      )}
      {n > 0 && (
        <div role="toolbar" aria-label={text("Selected members")} className="flex flex-wrap items-center gap-2">
          <p aria-live="polite" className="me-2 font-medium tabular-nums">
            {text("{n, number} selected", { n })}
          </p>
          {n < total && (
            <Button kind="quiet" onPress={() => onSelect({ isAll: true, ids: new Set() })}>
              {text("Select all {n, number}", { n: total })}
            </Button>
          )}
          <Button kind="quiet" onPress={() => onSelect(noSelection)}>
            {text("Clear selection")}
          </Button>
          {actionsFor(status, selection.isAll || n > maxUndo).map(({ action, name }) => (
            <Button key={action} isPending={isPending} onPress={() => act(action)}>
              {name}
            </Button>
          ))}
          <Button kind="danger" isPending={isPending} onPress={() => setIsDeleting(true)}>
            {text("Delete")}
          </Button>
        </div>
      )}
      <TypedConfirmation
        title={text("Delete {n, plural, one {# member} other {# members}}?", { n })}
        name={String(n)}
        isOpen={isDeleting && !reauthentication.prompt}
        isPending={job.isPending}
        error={job.error ?? undefined}
        confirmLabel={text("Delete")}
        onClose={() => {
          setIsDeleting(false);
          job.reset();
        }}
        onConfirm={() => job.mutate("delete")}
      >
        {text(
          "The accounts and all personal data are deleted permanently. Posts remain, without the names of the authors.",
        )}
      </TypedConfirmation>
      <ConfirmIdentity reauthentication={reauthentication} />
    </>
  );
}

function actionsFor(status: string, isJob: boolean): readonly { action: MemberAction; name: string }[] {
  const approve = { action: "approve", name: text("Approve") } as const;
  const block = { action: "block", name: text("Block") } as const;
  if (status === "BLOCKED") return isJob ? [] : [{ action: "unblock", name: text("Unblock") }];
  if (status === "PENDING") return [approve, { action: "reject", name: text("Reject") }];
  if (isJob) return status === "" ? [approve, block] : [block];
  return status === ""
    ? [approve, block, { action: "mute", name: text("Mute") }]
    : [block, { action: "mute", name: text("Mute") }];
}
