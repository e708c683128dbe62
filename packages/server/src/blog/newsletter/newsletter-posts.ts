import type {
  NewsletterPostRequest,
  NewsletterPostResponse,
  PlanNewsletterRequest,
  PostNewsletter,
  TestNewsletterResponse,
} from "@porchlight/contract/blog/newsletter/newsletter";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { isId, newId } from "../../platform/db/ids.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import { createSender, renderMail } from "../../platform/mail/delivery.ts";
import { getOwnerEmail, staffRecipient } from "../../platform/mail/owner-email.ts";
import { failureOf } from "../../platform/mail/verify-smtp.ts";
import type { BlogContext } from "../blog-context.ts";
import { publicVisibility } from "../posts/post-visibility.ts";
import {
  countNewRecipients,
  findMailedPost,
  findNewsletterPost,
  findStaffEmail,
  type NewsletterPostRow,
  setNewsletterState,
} from "./newsletter-posts-store.ts";
import { composePostMail } from "./post-mail.ts";
import { requeueFailedMails } from "./send-newsletter.ts";

/** @throws {Refusal} `POST_NOT_FOUND`. */
async function requirePost(db: DbOrTx, siteId: string, postId: string, lock = false): Promise<NewsletterPostRow> {
  const row = isId(postId) ? await findNewsletterPost(db, siteId, postId, lock) : undefined;
  if (!row) throw new Refusal("POST_NOT_FOUND");
  return row;
}

/** Whether the emails of a post can be planned: before its first publication, or after one that was undone in time. */
const canPlan = ({ state, wasPublished }: NewsletterPostRow): boolean =>
  state === "PLANNED" || state === "CANCELED" || (!wasPublished && (state === null || state === "DECLINED"));

async function readNewsletter({ db, site, settings }: BlogContext, postId: string): Promise<PostNewsletter> {
  const row = await requirePost(db, site.id, postId);
  const { state, queuedAt, completedAt, sent, waiting, failed, retryable } = row;
  const canSend = canPlan(row) && (await settings.read()).newsletter === "on";
  const expected = canSend ? await countNewRecipients(db, site.id, postId) : state === "QUEUED" ? row.recipients : null;
  return {
    state: state === null || state === "DECLINED" ? "NONE" : state,
    canSend,
    sent,
    waiting: expected ?? waiting,
    failed,
    retryable,
    ...(queuedAt && { queuedDate: queuedAt.toISOString() }),
    ...(state === "SENT" && completedAt && { completedDate: completedAt.toISOString() }),
  };
}

/** The state of the emails of a post. @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`. */
export async function getPostNewsletter(
  context: BlogContext,
  { caller }: Requester,
  { params }: NewsletterPostRequest,
): Promise<NewsletterPostResponse> {
  requireEditor(caller);
  return { newsletter: await readNewsletter(context, params.postId) };
}

/**
 * Decides whether the emails of a post are sent when it is published for the first time.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `NEWSLETTER_OFF`, `NEWSLETTER_FINAL`.
 */
export async function planPostNewsletter(
  context: BlogContext,
  { caller }: Requester,
  { params: { postId }, body: { send } }: PlanNewsletterRequest,
): Promise<NewsletterPostResponse> {
  requireEditor(caller);
  if (send) await requireNewsletter(context);
  await context.db.transaction().execute((tx) => planNewsletter(tx, context.site.id, postId, send));
  return { newsletter: await readNewsletter(context, postId) };
}

/** @throws {Refusal} `NEWSLETTER_OFF`. */
export async function requireNewsletter({ settings }: Pick<BlogContext, "settings">): Promise<void> {
  if ((await settings.read()).newsletter === "off") throw new Refusal("NEWSLETTER_OFF");
}

/** {@link planPostNewsletter} in a transaction. @throws {Refusal} `POST_NOT_FOUND`, `NEWSLETTER_FINAL`. */
export async function planNewsletter(tx: DbOrTx, siteId: string, postId: string, send: boolean): Promise<void> {
  const row = await requirePost(tx, siteId, postId, true);
  if (canPlan(row)) {
    const otherwise = row.wasPublished ? "CANCELED" : "DECLINED";
    await setNewsletterState(tx, siteId, postId, send ? "PLANNED" : otherwise);
  } else if (send) throw new Refusal("NEWSLETTER_FINAL");
}

/**
 * Sends the failed emails of a post again, except to addresses that were rejected, and except those that the mail
 * server may have accepted.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `NEWSLETTER_OFF`; `POST_STATUS_CONFLICT` unless it is published.
 */
export async function retryPostNewsletter(
  context: BlogContext,
  { caller }: Requester,
  { params: { postId } }: NewsletterPostRequest,
): Promise<NewsletterPostResponse> {
  requireEditor(caller);
  const { db, site } = context;
  await requireNewsletter(context);
  await db.transaction().execute(async (tx) => {
    const { isPublished } = await requirePost(tx, site.id, postId, true);
    // Otherwise, they would be dropped.
    if (!isPublished) throw new Refusal("POST_STATUS_CONFLICT");
    await requeueFailedMails(tx, context, postId);
  });
  context.wakeJobs("newsletter");
  return { newsletter: await readNewsletter(context, postId) };
}

/**
 * Sends the email of a post, also of a draft, to the caller; for programs, to the owner.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `POST_NOT_FOUND`, `TOO_MANY_REQUESTS`; `MAIL_NOT_SENT` with a `reason` if the mail
 *   server does not accept it.
 */
export async function testPostNewsletter(
  context: BlogContext,
  { caller }: Requester,
  { params: { postId } }: NewsletterPostRequest,
): Promise<TestNewsletterResponse> {
  requireEditor(caller);
  const { db, site, settings, log, now } = context;
  const staffId = caller.kind === "staff" ? caller.staffId : undefined;
  const options = { siteLanguage: site.language, isDraft: true };
  const post = isId(postId) ? await findMailedPost(db, publicVisibility(context), postId, options) : undefined;
  if (!post) throw new Refusal("POST_NOT_FOUND");
  await context.limits.count("testMailsPerStaff", staffId ?? site.id);
  const to = (staffId && (await findStaffEmail(db, staffId))) || (await getOwnerEmail(context));
  const { newsletterContent } = await settings.read();
  const mail = composePostMail(context, post, await staffRecipient(context, to), newsletterContent);
  const payload = await renderMail(context, { ...mail, subject: `[Test] ${mail.subject}` }, undefined);
  try {
    await createSender(context)({ siteId: site.id, id: newId(now().getTime()), payload });
  } catch (error) {
    log.warn({ event: "test-mail-failed", mail: "newsletterPost", err: error }, "a test email was not accepted");
    throw new Refusal("MAIL_NOT_SENT", { reason: context.config.smtpUrl ? failureOf(error) : "notConfigured" });
  }
  return { to };
}
