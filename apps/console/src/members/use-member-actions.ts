import type { Member } from "@porchlight/client/members";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { errorText } from "../ui/errors/error-text.ts";
import { showToast } from "../ui/toast.tsx";

/** Something to do with members. */
export type MemberAction = "approve" | "reject" | "block" | "unblock" | "mute" | "unmute";

interface Change {
  action: MemberAction;
  ids: readonly string[];
  /** For the message, if it is one member. */
  name?: string | undefined;
}

/**
 * Changes members, refreshes what is displayed of them, and offers to make those that were changed what they were. The
 * emails about approvals and rejections wait until the offer has expired.
 */
export function useMemberActions() {
  const { clients } = useConsole();
  const cache = useQueryClient();
  const { members, memberAccounts } = clients.site;
  const calls: Record<MemberAction, (id: string) => Promise<unknown>> = {
    approve: (id) => members.approveMember(id),
    reject: (id) => memberAccounts.rejectMember(id),
    block: (id) => members.blockMember(id),
    unblock: (id) => members.approveMember(id),
    mute: (id) => members.muteMember(id),
    unmute: (id) => members.unmuteMember(id),
  };
  const refresh = () => cache.invalidateQueries({ queryKey: ["members"] });
  async function undo(ids: readonly string[]): Promise<void> {
    const results = await Promise.allSettled(ids.map((id) => memberAccounts.undoMemberReview(id)));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) showToast(errorText(failed.reason));
    await refresh();
  }
  return useMutation({
    /** Resolves to the number of members that could not be changed. */
    mutationFn: async (change: Change): Promise<number> => {
      const { action } = change;
      const { members: found } = await members.queryMembers(
        { filter: { _id: { $in: [...change.ids] } }, paging: { limit: change.ids.length } },
        { fieldsets: ["FULL"] },
      );
      const unchanged = new Set(found.filter((member) => isDone(action, member)).map(({ _id }) => _id));
      const ids = change.ids.filter((id) => !unchanged.has(id));
      const results = await Promise.allSettled(ids.map((id) => calls[action](id)));
      const failed = results.filter((result) => result.status === "rejected");
      if (ids.length === 0) showToast(text("Nothing to change"));
      if (failed.length === ids.length) {
        if (failed[0]) throw failed[0].reason;
        return 0;
      }
      const changed = ids.filter((_id, index) => results[index]?.status === "fulfilled");
      showToast(doneText(change, changed.length), { undo: () => void undo(changed) });
      return failed.length;
    },
    onSettled: refresh,
  });
}

/** Whether an action would not change a member. */
function isDone(action: MemberAction, { status, activityStatus }: Member): boolean {
  if (action === "mute") return activityStatus === "MUTED";
  if (action === "unmute") return activityStatus !== "MUTED";
  return status === (action === "block" ? "BLOCKED" : action === "reject" ? undefined : "APPROVED");
}

function doneText({ action, name }: Change, n: number): string {
  const values = { n, name: name ?? "" };
  switch (action) {
    case "approve":
      return name === undefined
        ? text("{n, plural, one {# member approved} other {# members approved}}", values)
        : text("{name} approved", values);
    case "reject":
      return name === undefined
        ? text("{n, plural, one {# member rejected} other {# members rejected}}", values)
        : text("{name} rejected", values);
    case "block":
      return name === undefined
        ? text("{n, plural, one {# member blocked} other {# members blocked}}", values)
        : text("{name} blocked", values);
    case "unblock":
      return name === undefined
        ? text("{n, plural, one {# member unblocked} other {# members unblocked}}", values)
        : text("{name} unblocked", values);
    case "mute":
      return name === undefined
        ? text("{n, plural, one {# member muted} other {# members muted}}", values)
        : text("{name} muted", values);
    case "unmute":
      return name === undefined
        ? text("{n, plural, one {# member unmuted} other {# members unmuted}}", values)
        : text("{name} unmuted", values);
  }
}
