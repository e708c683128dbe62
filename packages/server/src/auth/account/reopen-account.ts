import { lockMemberByIdOrEmail } from "../../members/administration/lock-member-by-id-or-email.ts";
import { type MemberSummary, toMemberSummary } from "../../members/administration/member-summary.ts";
import { setMemberStatus } from "../../members/members-store.ts";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { needAdministrator } from "./require-administrator.ts";

/**
 * Lets a member in again who is BLOCKED or OFFLINE, with the password and the second step that they had. They sign in anew.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_NOT_CLOSED`.
 */
export async function reopenAccount(context: ServerContext, caller: Caller, idOrEmail: string): Promise<MemberSummary> {
  needAdministrator(caller);
  const reopened = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    if (member.status !== "BLOCKED" && member.status !== "OFFLINE") throw new Refusal("MEMBER_NOT_CLOSED");
    await recordApiKeyUse(tx, context, caller);
    await recordAuditEvent(tx, context, "member-reopened", { by: caller, memberId: member.id });
    return setMemberStatus(tx, context.site.id, member.id, "ACTIVE", context.now());
  });
  return toMemberSummary(reopened);
}
