import { useCallback } from "react";
import { toAccountError } from "../../auth/form/account-errors.ts";
import { type Submission, useSubmission } from "../../auth/form/use-submission.ts";
import type { SessionMember } from "../../auth/member-client.ts";
import { usePorchlight } from "../../provider.tsx";
import { requireModule } from "../../require-module.ts";

/** The names to update. */
export interface MemberNamesParams {
  firstName: string;
  lastName: string;
  /** The public name. Default: first and last name. */
  nickname: string;
}

/** Updates the signed-in member's names, here and in other tabs. */
export function useMemberUpdate(member: SessionMember): Submission<MemberNamesParams> {
  const { client, session } = usePorchlight();
  const members = requireModule(client.members, "members", "members");
  const id = member._id ?? "";
  const send = useCallback(
    async (_context: unknown, { firstName, lastName, nickname }: MemberNamesParams) => {
      const names = {
        contact: { firstName: firstName.trim() || null, lastName: lastName.trim() || null },
        profile: { nickname: nickname.trim() || null },
      };
      session.setMember(await members.updateMember(id, names));
    },
    [id, members, session],
  );
  return useSubmission(toAccountError, send);
}
