import type { SendRecoveryEmailRequest } from "@porchlight/contract/auth/recovery/schema";
import { parseEmailAddress } from "../../members/email-address.ts";
import { findMemberByEmail, lockMember } from "../../members/members-store.ts";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { enqueueOutboxEntry, type OutboxEntries } from "../../platform/jobs/outbox-store.ts";
import { recoveryMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { requireCaptcha } from "../captcha/require-captcha.ts";
import { createRecoveryLink, recoverableStatuses } from "./recovery-link.ts";
import { findRecoveryPage } from "./recovery-page.ts";

/**
 * Takes down that somebody at this address has forgotten their password. Whether there is a member, and a mail, is found out
 * by the outbox's worker: neither the answer nor its time depends on it. Beyond the limits the answer is the same.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {InvalidArguments} `email` is no e-mail (`data.type` EMAIL).
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`, `-19971`, `-19970`.
 * Source: security requirements §4.8, §5 and §6.4 of the screens.
 */
export async function sendRecoveryEmail(
  context: ServerContext,
  { caller, ip: address }: RequestContext,
  { body }: SendRecoveryEmailRequest,
): Promise<Record<never, never>> {
  const page = await findRecoveryPage(context, caller, body.redirect ?? {}, "redirect");
  const email = parseEmailAddress(body.email);
  if (!email)
    throw new InvalidArguments([
      violation("email", "must be an e-mail address, like name@example.com", "FORMAT", "EMAIL"),
    ]);

  await requireCaptcha(context, caller, { purpose: "recovery", tokens: body.captchaTokens, address });
  if (!(await context.limits.tryCount("emailRequestsPerIp", address))) return {};
  const at = context.now();
  await context.db.transaction().execute(async (tx) => {
    if (!(await context.limits.tryCount("recoveryEmailsPerMailbox", email.key, tx))) return;
    await enqueueOutboxEntry(tx, context.site.id, "recovery", { to: email.key, language: body.language, ...page }, at);
  });
  context.wakeOutbox();
  return {};
}

/**
 * Mails the member at this address a link to a new password. Nobody there, or nobody who may have one: nothing happens.
 * Carried out twice it sends once.
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
