import type { Transaction } from "kysely";
import { isId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { addToOutbox } from "../../../platform/jobs/outbox.ts";
import { postApprovedMail, postRejectedMail } from "../../../platform/mail/templates/review-templates.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import { blogBaseUrl } from "../../posts/post-visibility.ts";
import { postUrl } from "../../slugs/post-url.ts";
import { findReachable, type LockedDraft } from "../write/draft-writes-store.ts";

/** What an editor has decided about a post in review, and how the post is called after it. */
export type Verdict = { title: string; slug: string; language: string } & (
  | { status: "APPROVED" /** When it will be published, if not now. */; on?: Date | undefined }
  | { status: "REJECTED"; reason: string | null | undefined }
);

/** Titles may be as long as a page. */
const shownMaxLength = 200;

/** Mails the member who submitted a post what has become of it, in the transaction that decides it; nobody where they are gone. */
export async function mailVerdict(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  { moderation }: LockedDraft,
  verdict: Verdict,
): Promise<void> {
  const memberId = moderation?.submittedBy;
  const member = memberId == null || !isId(memberId) ? undefined : await findReachable(tx, context.site.id, memberId);
  if (!member) return;
  const title = verdict.title.length > shownMaxLength ? `${verdict.title.slice(0, shownMaxLength)}…` : verdict.title;
  const language = verdict.language === context.site.language ? null : verdict.language;
  const url = postUrl(blogBaseUrl(context), verdict.slug, language);
  const mail =
    verdict.status === "APPROVED"
      ? postApprovedMail(context, member, { title, url, on: verdict.on })
      : postRejectedMail(context, member, { title, reason: verdict.reason ?? "" });
  await addToOutbox(tx, context.site.id, "mail", mail, context.now());
}
