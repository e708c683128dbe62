import { lockMemberByIdOrEmail } from "../../members/administration/lock-member-by-id-or-email.ts";
import { type MemberSummary, toMemberSummary } from "../../members/administration/member-summary.ts";
import { noteForAudit } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/context/server-context.ts";
import { addToOutbox } from "../../platform/jobs/outbox.ts";
import { secondStepsResetMail } from "../../platform/mail/templates/sign-in-templates.ts";
import { mailedPages } from "../email-link-urls.ts";
import { deleteChallengesOf } from "./codes/challenges-store.ts";
import { deleteFactorsOf } from "./factors-store.ts";
import { replaceRecoveryCodes } from "./recovery-codes/recovery-codes-store.ts";
import { useSecondStepsOf } from "./second-factors-store.ts";
import { deleteRememberedDevicesOf } from "./trusted-devices/trusted-devices-store.ts";

/**
 * Takes every second step away from a member who can take none of them any more, and tells them by mail. The owner answers for it
 * that it is the member who has asked.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`.
 */
export async function resetSecondSteps(
  context: ServerContext,
  caller: Caller,
  idOrEmail: string,
): Promise<MemberSummary> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  const siteId = context.site.id;
  const reset = await context.db.transaction().execute(async (tx) => {
    const member = await lockMemberByIdOrEmail(tx, context, idOrEmail);
    await deleteFactorsOf(tx, siteId, member.id);
    await replaceRecoveryCodes(tx, siteId, member.id, []);
    await deleteRememberedDevicesOf(tx, siteId, member.id);
    await deleteChallengesOf(tx, siteId, member.id);
    await useSecondStepsOf(tx, siteId, member.id, context.now());
    const notice = secondStepsResetMail(context, member, mailedPages(context, caller).forgotPassword);
    await addToOutbox(tx, siteId, "mail", notice, context.now());
    await noteForAudit(tx, context, "second-steps-reset", { by: caller, memberId: member.id });
    return member;
  });
  context.wakeOutbox();
  return toMemberSummary(reset);
}
