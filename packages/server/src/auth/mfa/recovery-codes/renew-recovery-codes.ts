import { lockMember } from "../../../members/members-store.ts";
import { recordAuditEvent } from "../../../platform/audit/audit.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { enqueueOutboxEntry } from "../../../platform/jobs/outbox-store.ts";
import { recoveryCodesRenewedMail } from "../../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../../platform/server-context.ts";
import { emailLinkUrls } from "../../email-link-urls.ts";
import { lockOwnSession } from "../../sessions/lock-own-session.ts";
import { listMemberFactors } from "../factors-store.ts";
import { requireRecentReauthentication } from "../recent-reauthentication.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";

/**
 * Replaces the member's recovery codes and notifies them by email.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `REAUTHENTICATION_REQUIRED`; `FACTOR_NOT_FOUND` for a
 *   member without a factor.
 */
export async function renewRecoveryCodes(
  context: ServerContext,
  { caller }: Requester,
): Promise<{ recoveryCodes: string[] }> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const siteId = context.site.id;
  const { memberId } = caller;
  const recoveryCodes = await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await requireRecentReauthentication(tx, context, caller);
    const factors = await listMemberFactors(tx, siteId, memberId);
    const member = await lockMember(tx, siteId, memberId);
    if (!member || factors.every(({ status }) => status === "REQUIRE_ACTIVATION"))
      throw new Refusal("FACTOR_NOT_FOUND");
    const notice = recoveryCodesRenewedMail(context, member, emailLinkUrls(context, caller).forgotPassword);
    await enqueueOutboxEntry(tx, siteId, "mail", notice, context.now());
    await recordAuditEvent(tx, context, "recovery-codes-renewed", { by: caller, memberId });
    return createRecoveryCodes(tx, context, memberId);
  });
  context.wakeOutbox();
  return { recoveryCodes };
}
