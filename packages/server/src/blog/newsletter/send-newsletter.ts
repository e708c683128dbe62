import type { Transaction } from "kysely";
import { type DbOrTx, disableStatementTimeout } from "../../platform/db/database.ts";
import type { NewsletterPayload } from "../../platform/db/tables/outbox-payloads.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { RunAgain } from "../../platform/jobs/job-queue.ts";
import { enqueueJobNow } from "../../platform/jobs/jobs-store.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { createSender, renderMail } from "../../platform/mail/delivery.ts";
import { mayBeAccepted, rejectionOf } from "../../platform/mail/smtp-session.ts";
import { isEmailQuotaUsed, secondsUntilNextDay } from "../../platform/settings/site-quotas-store.ts";
import type { BlogContext, BlogTxContext } from "../blog-context.ts";
import { publicVisibility } from "../posts/post-visibility.ts";
import {
  claimDelivery,
  countDeliveriesSince,
  endNewsletter,
  failDelivery,
  findMailedPost,
  findRecipientProfile,
  findWaitingRecipients,
  insertRecipients,
  lockNewsletter,
  lockNewsletters,
  markQueued,
  type NewsletterRecipient,
  reopenFailedDeliveries,
  setDeliveryStatus,
  setNewsletterState,
  setQueuedMail,
} from "./newsletter-posts-store.ts";
import { recordBounce } from "./newsletter-store.ts";
import { composePostMail } from "./post-mail.ts";

const dayMs = 24 * 60 * 60_000;
const maxBatchSize = 100;
const minuteSeconds = 60;
/** Pause while the emails of a translation are queued. */
const translationPauseSeconds = 10;
/** Pause after as many emails as are allowed in a minute. */
const ratePauseSeconds = 5;

/**
 * Queues the emails of a post that is being published, if they are planned. Posts with a date of more than a day ago
 * are not news. Emails that wait for a date are due at the new one.
 *
 * @param on Date of the post, if it is new.
 */
export async function queueNewsletter(
  tx: Transaction<Tables>,
  { site, now }: BlogTxContext,
  postId: string,
  { on, at }: { on: Date; at: Date },
): Promise<void> {
  const former = await markQueued(tx, site.id, postId, now());
  if (!former) return;
  if (former === "PLANNED" && on.getTime() < at.getTime() - dayMs)
    await setNewsletterState(tx, site.id, postId, "DECLINED");
  else await enqueueJobNow(tx, site.id, "newsletter", postId);
}

/**
 * Queues the next emails of a post in one transaction, which is repeated as a whole if the process dies. The first one
 * determines the recipients. The database allows one email for each post and member.
 *
 * @returns Set if recipients remain, or the emails are not due yet.
 */
export async function queueNewsletterBatch(context: BlogContext, postId: string): Promise<RunAgain | undefined> {
  const { newsletter, newsletterDelay, newsletterRate } = await context.settings.read();
  const { site, now } = context;
  const again = await context.db.transaction().execute(async (tx) => {
    await lockNewsletters(tx, site.id);
    const row = await lockNewsletter(tx, site.id, postId);
    if (!row) return undefined;
    const { state, queuedAt, visibleFrom, isBehindTranslation } = row;
    const at = now();
    if (newsletter === "off" || !visibleFrom) return void (await endNewsletter(tx, site.id, postId, at));
    const dueAt = Math.max(queuedAt.getTime(), visibleFrom.getTime()) + newsletterDelay * minuteSeconds * 1_000;
    if (dueAt > at.getTime()) return { afterSeconds: Math.ceil((dueAt - at.getTime()) / 1_000) };
    if (state === "QUEUED" && isBehindTranslation) return { afterSeconds: translationPauseSeconds };
    if (await isEmailQuotaUsed(tx, site.id)) return { afterSeconds: secondsUntilNextDay() };
    const recent = await countDeliveriesSince(tx, site.id, new Date(at.getTime() - minuteSeconds * 1_000));
    const batchSize = Math.min(maxBatchSize, newsletterRate - recent);
    if (batchSize <= 0) return { afterSeconds: ratePauseSeconds };
    if (state === "QUEUED") {
      // One row for each of any number of subscribers.
      await disableStatementTimeout(tx);
      await insertRecipients(tx, site.id, postId, at);
    }
    const recipients = await findWaitingRecipients(tx, site.id, postId, batchSize);
    for (const recipient of recipients) await queueMail(tx, context, postId, recipient);
    const isLast = recipients.length < batchSize;
    await setNewsletterState(tx, site.id, postId, isLast ? "SENT" : "SENDING", isLast ? at : null);
    return isLast ? undefined : { afterSeconds: Math.ceil((batchSize / newsletterRate) * minuteSeconds) };
  });
  context.wakeOutbox();
  return again;
}

async function queueMail(
  tx: Transaction<Tables>,
  { site, now }: BlogTxContext,
  postId: string,
  { memberId, email }: NewsletterRecipient,
): Promise<void> {
  const payload: NewsletterPayload = { to: email, memberId, postId };
  const at = now();
  const mailId = await enqueueOutboxEntry(tx, site.id, "newsletter", payload, at);
  await setQueuedMail(tx, site.id, { postId, memberId, mailId, at });
}

/** Has the job of a post queue its failed emails again, in batches as the first time. */
export async function requeueFailedMails(
  tx: Transaction<Tables>,
  { site, now }: BlogTxContext,
  postId: string,
): Promise<void> {
  await disableStatementTimeout(tx);
  if (await reopenFailedDeliveries(tx, site.id, postId, now())) await enqueueJobNow(tx, site.id, "newsletter", postId);
}

/**
 * Sends the email of a post to one member, unless the member has unsubscribed or the post is not public anymore. An
 * email whose attempt was interrupted may have been accepted, and is therefore not sent again.
 */
export async function deliverNewsletter(
  context: BlogContext,
  { id, payload }: { id: string; payload: NewsletterPayload },
): Promise<void> {
  const { db, site, now } = context;
  const complete = (status: "QUEUED" | "SENT" | "FAILED" | "DROPPED", reason?: string) =>
    setDeliveryStatus(db, site.id, id, { status, reason: reason ?? null, at: now() });
  const { newsletter, newsletterContent } = await context.settings.read();
  const profile =
    newsletter === "off" ? undefined : await findRecipientProfile(db, site.id, { ...payload, email: payload.to });
  const post =
    profile && (await findMailedPost(db, publicVisibility(context), payload.postId, { siteLanguage: site.language }));
  const recipient = profile && { email: payload.to, profile, memberId: payload.memberId };
  const mail =
    recipient &&
    post &&
    (await renderMail(context, composePostMail(context, post, recipient, newsletterContent), undefined));
  const former = await claimDelivery(db, site.id, id, now());
  if (former === "SENDING") return complete("FAILED", "interrupted");
  if (former !== "QUEUED") return;
  if (!mail) return complete("DROPPED");
  try {
    await createSender(context)({ siteId: site.id, id, payload: mail });
  } catch (error) {
    if (mayBeAccepted(error)) return complete("FAILED", "interrupted");
    const rejection = rejectionOf(error);
    if (!rejection) {
      await complete("QUEUED");
      throw error;
    }
    const { reason, isUnknownRecipient } = rejection;
    context.log.warn({ event: "newsletter-rejected", id, memberId: payload.memberId, reason }, "newsletter");
    await complete("FAILED", reason);
    if (isUnknownRecipient)
      await recordBounce(db, site.id, { memberId: payload.memberId, email: payload.to, reason, at: now() });
    return;
  }
  await complete("SENT");
}

/** Records that an email was not accepted in any attempt. */
export function failNewsletterMail({ db, site, now }: BlogContext, mailId: string): Promise<void> {
  return failDelivery(db, site.id, mailId, { reason: "unavailable", at: now() });
}

/** Records that the owner canceled an email. */
export function cancelNewsletterMail(tx: DbOrTx, { site, now }: BlogTxContext, mailId: string): Promise<void> {
  return failDelivery(tx, site.id, mailId, { reason: "canceled", at: now() });
}
