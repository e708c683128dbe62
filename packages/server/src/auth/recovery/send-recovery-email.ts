import type { SendRecoveryEmailRequest } from "@porchlight/contract/auth/recovery/schema";
import { requireEmailAddress } from "../../members/email-address.ts";
import { findMemberByEmail, lockMember } from "../../members/members-store.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { enqueueOutboxEntry, type OutboxEntries } from "../../platform/jobs/outbox-store.ts";
import { recoveryMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { requireCaptcha } from "../captcha/require-captcha.ts";
import { createRecoveryLink, recoverableStatuses } from "./recovery-link.ts";
import { findRecoveryPage } from "./recovery-page.ts";

/**
 * Requests a recovery email. The outbox worker looks up the member later, so that neither the response nor its time
 * shows whether there is one. The response is the same over the rate limits.
 *
 * @throws {InvalidArguments} `email` is invalid (`data.type` EMAIL).
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`, `-19971`, `-19970`.
 * Source: security requirements §4.8, §5 and §6.4 of the screens.
 */
export async function sendRecoveryEmail(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { body }: SendRecoveryEmailRequest,
): Promise<Record<never, never>> {
  const page = await findRecoveryPage(context, caller, body.redirect ?? {}, "redirect");
  const email = requireEmailAddress(body.email, "email");
  await requireCaptcha(context, caller, { purpose: "recovery", tokens: body.captchaTokens, ip });
  if (!(await context.limits.tryCount("emailRequestsPerIp", ip))) return {};
  const at = context.now();
  await context.db.transaction().execute(async (tx) => {
    if (!(await context.limits.tryCount("recoveryEmailsPerMailbox", email.key, tx))) return;
    await enqueueOutboxEntry(tx, context.site.id, "recovery", { to: email.key, language: body.language, ...page }, at);
  });
  context.wakeOutbox();
  return {};
}

/**
 * Emails the member with this address a link to set a new password; does nothing without such a member. Idempotent by
 * the entry's id.
 */
export async function sendRecoveryLink(
  context: ServerContext,
  { siteId, id, payload }: OutboxEntries["recovery"],
): Promise<void> {
  const { to, page, readsQuery, language } = payload;
  await context.db.transaction().execute(async (tx) => {
    const found = await findMemberByEmail(tx, siteId, to);
    const member = found && (await lockMember(tx, siteId, found.id));
    if (!member || !recoverableStatuses.includes(member.status)) return;
    const link = await createRecoveryLink(tx, context, member.id, { id, page, readsQuery });
    if (!link) return;
    const isFirst = member.password_hash === null;
    await enqueueOutboxEntry(
      tx,
      siteId,
      "mail",
      recoveryMail(context, member, { ...link, language, isFirst }),
      context.now(),
    );
  });
  context.wakeOutbox();
}
