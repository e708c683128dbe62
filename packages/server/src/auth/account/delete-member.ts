import { lockMemberByIdOrEmail } from "../../members/administration/lock-member-by-id-or-email.ts";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { eraseMember } from "./erase-member.ts";
import { needAdministrator } from "./require-administrator.ts";

/**
 * Deletes a member on the owner's word, without a mail. See {@link eraseMember} for what is left.
 *
 * @returns The id, and the e-mail that is free now.
 * @throws {Refusal} `NOT_ALLOWED`; `MEMBER_NOT_FOUND`, also for whoever is deleted already.
 */
export async function deleteMember(
  context: ServerContext,
  { caller }: Requester,
  idOrEmail: string,
): Promise<{ id: string; email: string }> {
  needAdministrator(caller);
  const { id, email } = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    await eraseMember(tx, context, member);
    await recordApiKeyUse(tx, context, caller);
    await recordAuditEvent(tx, context, "member-deleted", { by: caller, memberId: member.id });
    return member;
  });
  return { id, email };
}
