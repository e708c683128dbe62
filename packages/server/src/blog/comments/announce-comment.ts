import type { Transaction } from "kysely";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import type { Recipient } from "../../platform/mail/compose-mail.ts";
import { hasOptedOut, unsubscribeUrl } from "../../platform/mail/opt-outs-store.ts";
import { commentPostedMail, commentReplyMail } from "../../platform/mail/templates/notification-templates.ts";
import type { BlogTxContext } from "../blog-context.ts";
import { blogBaseUrl, postUrl } from "../posts/post-visibility.ts";
import { claimAnnouncement, findCommentNotice } from "./moderation-store.ts";

const maxShownTextLength = 1_000;

/**
 * Queues the emails about a comment: to the author of the post or else to the owner, and once it is published to the
 * author of the comment that it replies to. Those about its publication are sent once, also if it is hidden and
 * published again.
 *
 * @param owner Who is notified of comments on posts without an author, and of those that wait on posts of members.
 */
export async function announceComment(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  id: string,
  owner: Recipient,
): Promise<void> {
  const { site } = context;
  const row = await findCommentNotice(tx, site.id, id);
  if (!row) return;
  const { isPending, postAuthor, isStaffPost, isByPostAuthor, parentAuthor, title, language } = row;
  if (!isPending && !(await claimAnnouncement(tx, site.id, id, context.now()))) return;
  const moderator = (isPending && !isStaffPost ? undefined : postAuthor) ?? owner;
  const page = postUrl(blogBaseUrl(context), row.slug, language === site.language ? null : language);
  const comment = {
    title,
    name: row.name,
    text: row.body.length > maxShownTextLength ? `${row.body.slice(0, maxShownTextLength).toWellFormed()}…` : row.body,
    isPending,
    url: isPending
      ? `${blogBaseUrl(context)}/admin/posts/comments`
      : `${page}${page.includes("?") ? "&" : "?"}thread=${id}#comment-${id}`,
  };
  const send = async (to: Recipient, compose: typeof commentPostedMail) => {
    if (await hasOptedOut(tx, context, "comments", to.email)) return;
    const stopUrl = unsubscribeUrl(context, "comments", to.email);
    await enqueueOutboxEntry(tx, site.id, "mail", compose(context, to, { ...comment, stopUrl }), context.now());
  };
  if (isPending || !isByPostAuthor) await send(moderator, commentPostedMail);
  if (!isPending && parentAuthor && parentAuthor.email !== moderator.email) await send(parentAuthor, commentReplyMail);
}
