import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useConsole } from "../context.ts";

/** Something to do with members. */
export type MemberAction = "approve" | "reject" | "block" | "mute" | "unmute" | "delete";

/** Changes members and refreshes what is displayed of them. */
export function useMemberActions() {
  const { clients } = useConsole();
  const cache = useQueryClient();
  const { members, memberAccounts } = clients.site;
  const calls: Record<MemberAction, (id: string) => Promise<unknown>> = {
    approve: (id) => members.approveMember(id),
    reject: (id) => memberAccounts.rejectMember(id),
    block: (id) => members.blockMember(id),
    mute: (id) => members.muteMember(id),
    unmute: (id) => members.unmuteMember(id),
    delete: (id) => members.deleteMember(id),
  };
  return useMutation({
    /** Resolves to the number of members that could not be changed. */
    mutationFn: async ({ action, ids }: { action: MemberAction; ids: readonly string[] }): Promise<number> => {
      const results = await Promise.allSettled(ids.map((id) => calls[action](id)));
      const failed = results.filter((result) => result.status === "rejected");
      if (failed.length === ids.length) throw failed[0]!.reason;
      return failed.length;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ["members"] }),
  });
}
