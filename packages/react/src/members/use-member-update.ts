import { useCallback } from "react";
import type { SessionMember } from "../auth/member-client.ts";
import { needModule } from "../auth/need-module.ts";
import { type Sending, useSending } from "../auth/use-sending.ts";
import { usePorchlight } from "../provider.tsx";
import { explainChange } from "./change-failures.ts";

export interface MemberNamesParams {
  firstName: string;
  lastName: string;
  /** What others see; first and last name when empty. */
  nickname: string;
}

/** Changes the names of `member`, who is signed in. Whoever shows them, here and in other tabs, shows the new ones. */
export function useMemberUpdate(member: SessionMember): Sending<MemberNamesParams> {
  const { client, session } = usePorchlight();
  const members = needModule(client.members, "members", "members");
  const id = member._id ?? "";
  const send = useCallback(
    async (_context: unknown, { firstName, lastName, nickname }: MemberNamesParams) => {
      const names = {
        contact: { firstName: firstName.trim() || null, lastName: lastName.trim() || null },
        profile: { nickname: nickname.trim() || null },
      };
      session.tellMember(await members.updateMember(id, names));
    },
    [id, members, session],
  );
  return useSending(explainChange, send);
}
