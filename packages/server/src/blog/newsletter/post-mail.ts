import type { NewsletterContent } from "@porchlight/contract/blog/newsletter/newsletter";
import { plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { MailPayload } from "../../platform/db/tables/outbox-payloads.ts";
import { html } from "../../platform/http/html.ts";
import { chooseSiteLanguage, createTexts } from "../../platform/i18n/texts.ts";
import {
  layOutMail,
  type MailBody,
  paragraph,
  type Recipient,
  toSingleLine,
} from "../../platform/mail/compose-mail.ts";
import { newsletterUnsubscribeUrl } from "../../platform/mail/opt-outs-store.ts";
import type { BlogTxContext } from "../blog-context.ts";
import { blogBaseUrl, postUrl } from "../posts/post-visibility.ts";
import type { MailedPost } from "./newsletter-posts-store.ts";
import { contentToMailHtml, mailImage, safeUrl } from "./post-content.ts";

/**
 * The email of a post, in the language of the recipient around the text of the post.
 *
 * @param recipient Without `memberId`, the email is a test, and its link to unsubscribe is incomplete.
 */
export function composePostMail(
  context: BlogTxContext,
  post: MailedPost,
  { memberId = "", ...recipient }: Recipient & { memberId?: string },
  content: NewsletterContent,
): MailPayload {
  const { site, config } = context;
  const text = createTexts(chooseSiteLanguage(site, undefined, recipient.profile.language));
  const unsubscribeUrl = newsletterUnsubscribeUrl(context, memberId);
  const url = postUrl(blogBaseUrl(context), post.slug, post.addressLanguage);
  const footer = text("mail.newsletterPost.footer", { siteName: site.name });
  const subject = toSingleLine(post.title);
  const isWhole = content === "full" && post.isWhole;
  const card = {
    heading: post.title,
    link: { url, label: text(isWhole ? "mail.newsletterPost.open" : "mail.newsletterPost.link") },
    otherLink: { url: unsubscribeUrl, label: text("mail.newsletterPost.stop") },
  };
  const values = { siteName: site.name };
  return {
    to: recipient.email,
    language: text.language,
    subject,
    ...layOutMail({
      ...card,
      language: text.language,
      subject,
      preheader: post.excerpt,
      values,
      footer,
      body: postBody(post, content, { postUrl: url, openLabel: card.link.label, baseUrl: config.publicUrl }),
    }),
    template: { kind: "newsletterPost", values, footer },
    ...(memberId !== "" && { unsubscribeUrl }),
    listId: `newsletter.${new URL(config.publicUrl).hostname}`,
  };
}

/** @param content How much of the post the email contains; for posts that members may not read, the public part. */
function postBody(
  { title, excerpt, authors, imageUrl, imageAlt, richContent }: MailedPost,
  content: NewsletterContent,
  options: Parameters<typeof contentToMailHtml>[1],
): MailBody {
  const image = imageUrl === null ? undefined : safeUrl(imageUrl, options.baseUrl);
  const byline = authors.join(", ");
  const isFull = content === "full" && richContent.nodes.length > 0;
  const plain = isFull ? plainTextOf(richContent.nodes).replaceAll("\n", "\n\n") : excerpt;
  return {
    html: html`${image?.startsWith("http") && mailImage(image, imageAlt ?? "")}${byline !== "" && html`<p class="quiet" style="margin:0 0 16px;color:#565c69">${byline}</p>`}${isFull ? contentToMailHtml(richContent.nodes, options) : excerpt !== "" && paragraph(excerpt)}`,
    text: [title, byline, plain].filter((part) => part !== "").join("\n\n"),
  };
}
