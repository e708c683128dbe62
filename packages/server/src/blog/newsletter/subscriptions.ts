import type {
  MemberNewsletterRequest,
  NewsletterStatsResponse,
  NewsletterSubscription,
  NewsletterSubscriptionResponse,
  SetNewsletterSubscriptionRequest,
} from "@porchlight/contract/blog/newsletter/newsletter";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { equalInConstantTime } from "../../platform/crypto/secrets.ts";
import { isId } from "../../platform/db/ids.ts";
import { isMemberReader, requireEditor, requireMember } from "../../platform/identity/require-editor.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { newsletterConfirmationMail } from "../../platform/mail/templates/notification-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import {
  confirmStoredSubscription,
  countSubscriptions,
  endStoredSubscription,
  findSubscription,
  resumeStoredSubscription,
  type SubscriptionRow,
  updateSubscribedCategories,
  upsertPendingSubscription,
} from "./newsletter-store.ts";

/** A week, as the email says. */
const confirmationTtlMs = 7 * 24 * 60 * 60_000;

/**
 * The caller's subscription.
 *
 * @throws {Refusal} `NOT_ALLOWED`; `UNAUTHENTICATED` if the member was deleted or blocked.
 */
export async function getNewsletterSubscription(
  context: ServerContext,
  { caller }: Requester,
): Promise<NewsletterSubscriptionResponse> {
  const row = await findSubscription(context.db, context.site.id, requireMember(caller));
  if (!row?.isActive) throw new Refusal("UNAUTHENTICATED");
  return { subscription: serializeSubscription(row) };
}

function serializeSubscription({ status, email, categoryIds }: SubscriptionRow): NewsletterSubscription {
  return {
    status: status === null || status === "UNSUBSCRIBED" ? "NONE" : status,
    email,
    ...(categoryIds && { categoryIds }),
  };
}

/**
 * Subscribes or unsubscribes the caller, or changes the categories. A new subscription waits for its confirmation by
 * email.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `NEWSLETTER_OFF`, `TOO_MANY_REQUESTS`; `UNAUTHENTICATED` if the member was deleted
 *   or blocked.
 */
export async function setNewsletterSubscription(
  context: ServerContext,
  { caller }: Requester,
  { body: { subscribed, categoryIds } }: SetNewsletterSubscriptionRequest,
): Promise<NewsletterSubscriptionResponse> {
  const memberId = requireMember(caller);
  const { db, site, settings, limits, now } = context;
  if (subscribed && (await settings.read()).newsletter === "off") throw new Refusal("NEWSLETTER_OFF");
  const current = await findSubscription(db, site.id, memberId);
  if (!current?.isActive) throw new Refusal("UNAUTHENTICATED");
  const isNew = ({ status }: SubscriptionRow) => subscribed && status !== "SUBSCRIBED";
  if (isNew(current)) await limits.count("newsletterConfirmationsPerMailbox", current.emailKey);
  const row = await db.transaction().execute(async (tx) => {
    const locked = await findSubscription(tx, site.id, memberId, true);
    if (!locked?.isActive) throw new Refusal("UNAUTHENTICATED");
    const categories = categoryIds === undefined ? locked.categoryIds : categoryIds;
    const at = now();
    if (!subscribed) await endStoredSubscription(tx, site.id, memberId, at);
    else if (!isNew(locked)) await updateSubscribedCategories(tx, site.id, memberId, categories);
    else {
      await upsertPendingSubscription(tx, site.id, { memberId, categoryIds: categories, at });
      const url = confirmationUrl(context, { ...locked, requestedAt: at });
      const mail = newsletterConfirmationMail(context, locked, { url, ttlMinutes: confirmationTtlMs / 60_000 });
      await enqueueOutboxEntry(tx, site.id, "mail", mail, at);
    }
    return findSubscription(tx, site.id, memberId);
  });
  context.wakeOutbox();
  return { subscription: serializeSubscription(row!) };
}

type Confirmable = Pick<SubscriptionRow, "memberId" | "emailKey" | "requestedAt">;

const signatureOf = ({ secrets }: Pick<ServerContext, "secrets">, { memberId, emailKey, requestedAt }: Confirmable) =>
  secrets.mac("newsletter confirmation", `${memberId}.${requestedAt?.getTime()}.${emailKey}`);

/** The page that confirms a subscription. Its token is valid for one request to subscribe with one address. */
function confirmationUrl(context: Pick<ServerContext, "secrets" | "config">, row: Confirmable): string {
  const token = `${row.memberId}.${signatureOf(context, row).toString("base64url")}`;
  return `${context.config.publicUrl}/hosted/newsletter?${new URLSearchParams({ token })}`;
}

/** The subscription that the token of a confirmation email is for; `undefined` if it is invalid or has expired. */
export async function findConfirmableSubscription(
  context: Pick<ServerContext, "db" | "site" | "secrets" | "now">,
  token: string,
): Promise<SubscriptionRow | undefined> {
  const [memberId = "", signature = "", ...others] = token.split(".");
  if (!isId(memberId) || others.length > 0) return undefined;
  const row = await findSubscription(context.db, context.site.id, memberId);
  const { requestedAt, status } = row ?? {};
  if (
    !row?.isActive ||
    !requestedAt ||
    (status !== "PENDING" && status !== "SUBSCRIBED") ||
    requestedAt.getTime() + confirmationTtlMs < context.now().getTime()
  )
    return undefined;
  return equalInConstantTime(signatureOf(context, row), Buffer.from(signature, "base64url")) ? row : undefined;
}

/** Confirms a subscription; idempotent. @returns Whether the token is valid. */
export async function confirmNewsletterSubscription(context: ServerContext, token: string): Promise<boolean> {
  const row = await findConfirmableSubscription(context, token);
  if (!row) return false;
  if (row.status === "SUBSCRIBED") return true;
  await confirmStoredSubscription(context.db, context.site.id, { ...row, at: context.now() });
  return (await findConfirmableSubscription(context, token))?.status === "SUBSCRIBED";
}

/** A choice on the unsubscribe page. `categoryIds` null: all posts. */
export type NewsletterChoice = { kind: "stop" } | { kind: "resume" } | { kind: "choose"; categoryIds: string[] | null };

/** Applies the choice of a member whose link is valid; idempotent. */
export async function changeNewsletterByLink(
  { db, site, now }: Pick<ServerContext, "db" | "site" | "now">,
  memberId: string,
  choice: NewsletterChoice,
): Promise<void> {
  if (choice.kind === "stop") await endStoredSubscription(db, site.id, memberId, now());
  else if (choice.kind === "resume") await resumeStoredSubscription(db, site.id, memberId);
  else await updateSubscribedCategories(db, site.id, memberId, choice.categoryIds);
}

/** A member's subscription. @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`. */
export async function getMemberNewsletterSubscription(
  context: ServerContext,
  { caller }: Requester,
  { params: { memberId } }: MemberNewsletterRequest,
): Promise<NewsletterSubscriptionResponse> {
  if (!isMemberReader(caller)) throw new Refusal("NOT_ALLOWED");
  const row = isId(memberId) ? await findSubscription(context.db, context.site.id, memberId) : undefined;
  if (!row) throw new Refusal("MEMBER_NOT_FOUND");
  return { subscription: serializeSubscription(row) };
}

/** @throws {Refusal} `NOT_ALLOWED`. */
export async function getNewsletterStats(
  context: ServerContext,
  { caller }: Requester,
): Promise<NewsletterStatsResponse> {
  requireEditor(caller);
  return { stats: await countSubscriptions(context.db, context.site.id) };
}
