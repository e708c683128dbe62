import type { Transaction } from "kysely";
import { isId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry } from "../../../platform/jobs/outbox-store.ts";
import { postApprovedMail, postRejectedMail } from "../../../platform/mail/templates/notification-templates.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import { blogBaseUrl, postUrl } from "../../posts/post-visibility.ts";
import { findReviewRecipient, type LockedDraft } from "../write/draft-writes-store.ts";

/** The decision of an editor about a post in review, with the post's identity after the change. */
export type ReviewResult = { title: string; slug: string; language: string } & (
  | { status: "APPROVED" /** Publication date, if in the future. */; on?: Date | undefined }
  | { status: "REJECTED"; reason: string | null | undefined }
);

const maxShownTitleLength = 200;

/** Enqueues an email about the decision to the member who submitted the post, if they still have an account. */
export async function sendReviewResult(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  { moderation }: LockedDraft,
  result: ReviewResult,
): Promise<void> {
  const memberId = moderation?.submittedBy;
  const member =
    memberId == null || !isId(memberId) ? undefined : await findReviewRecipient(tx, context.site.id, memberId);
  if (!member) return;
  const title =
    result.title.length > maxShownTitleLength ? `${result.title.slice(0, maxShownTitleLength)}…` : result.title;
  const language = result.language === context.site.language ? null : result.language;
  const url = postUrl(blogBaseUrl(context), result.slug, language);
  const mail =
    result.status === "APPROVED"
      ? postApprovedMail(context, member, { title, url, on: result.on })
      : postRejectedMail(context, member, { title, reason: result.reason ?? "" });
  await enqueueOutboxEntry(tx, context.site.id, "mail", mail, context.now());
}
