import type { SendActivationEmailRequest } from "@porchlight/contract/auth/recovery/schema";
import { lockMember } from "../../members/members-store.ts";
import { recordApiKeyUse } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import { hasApiKeyRole } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { activationMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { createRecoveryLink, recoverableStatuses } from "../recovery/recovery-link.ts";
import { findRecoveryPage } from "../recovery/recovery-page.ts";

/**
 * Invites a member whom an API client created: sends a link to set the first password. Over the rate limits, sends
 * nothing; the response is the same.
 *
 * @throws {Refusal} `NOT_ALLOWED` without an API key of role admin; `NOT_FOUND` for an unknown member, or one who may
 *   not sign in; `REDIRECT_NOT_REGISTERED`.
 * @throws {InvalidArguments}
 * Source: security requirements §3.9, §4.8 and §5.
 */
export async function sendActivationEmail(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { body }: SendActivationEmailRequest,
): Promise<Record<never, never>> {
  if (!hasApiKeyRole(caller, "admin")) throw new Refusal("NOT_ALLOWED");
  const { language, redirect } = body.emailOptions ?? {};
  const page = await findRecoveryPage(context, caller, redirect ?? {}, "emailOptions.redirect");
  const maySend = await context.limits.tryCount("emailRequestsPerIp", ip);
  await context.db.transaction().execute(async (tx) => {
    await recordApiKeyUse(tx, context, caller);
    const member = await lockMember(tx, context.site.id, body.identityId.toLowerCase());
    if (!member || !recoverableStatuses.includes(member.status)) throw new Refusal("NOT_FOUND");
    if (!maySend || !(await context.limits.tryCount("invitationEmailsPerMailbox", member.email_key, tx))) return;
    const at = context.now();
    const link = await createRecoveryLink(tx, context, member.id, { id: newId(at.getTime()), ...page });
    if (link)
      await enqueueOutboxEntry(tx, context.site.id, "mail", activationMail(context, member, { ...link, language }), at);
  });
  context.wakeOutbox();
  return {};
}
