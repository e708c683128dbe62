import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  newsletterPostResponse,
  newsletterStatsResponse,
  newsletterSubscriptionResponse,
  testNewsletterResponse,
} from "./schema.ts";

const params = { postId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" };
const subscription = { description: "The subscription.", schema: newsletterSubscriptionResponse };
const delivery = { description: "The emails of the post.", schema: newsletterPostResponse };
const forEditors = "For owners, editors, and API keys of editors. A Porchlight extension.";

export const newsletterDocs = {
  getNewsletterSubscription: {
    summary: "Get your newsletter subscription",
    description: "For members. A Porchlight extension.",
    response: subscription,
    errors: ["NOT_ALLOWED"],
  },
  setNewsletterSubscription: {
    summary: "Subscribe to new posts by email",
    description:
      "For members. A new subscription is `PENDING` until the member opens the link of the confirmation email and confirms; a repeated call sends another email. Unsubscribing and changes of the categories take effect immediately. A Porchlight extension.",
    response: subscription,
    errors: ["NEWSLETTER_OFF", "NOT_ALLOWED"],
    example: { body: { subscribed: true, categoryIds: null } },
  },
  getNewsletterStats: {
    summary: "Count the subscribers of the newsletter",
    description: forEditors,
    response: { description: "Numbers of members.", schema: newsletterStatsResponse },
    errors: ["NOT_ALLOWED"],
  },
  getMemberNewsletterSubscription: {
    summary: "Get a member's newsletter subscription",
    description: "For owners, support, and API keys. A Porchlight extension.",
    response: subscription,
    errors: ["MEMBER_NOT_FOUND", "NOT_ALLOWED"],
    example: { params: { memberId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2c" } },
  },
  getPostNewsletter: {
    summary: "Get the state of the emails of a post",
    description: forEditors,
    response: delivery,
    errors: ["POST_NOT_FOUND", "NOT_ALLOWED"],
    example: { params },
  },
  planPostNewsletter: {
    summary: "Decide whether a post is sent by email",
    description: `Before its first publication: the emails are sent when it is published, also by its schedule. ${forEditors}`,
    response: delivery,
    errors: ["POST_NOT_FOUND", "NEWSLETTER_OFF", "NEWSLETTER_FINAL", "NOT_ALLOWED"],
    example: { params, body: { send: true } },
  },
  retryPostNewsletter: {
    summary: "Send failed emails of a post again",
    description: `To members whose email was not accepted, except those whose address was rejected, while the post is published. ${forEditors}`,
    response: delivery,
    errors: ["POST_NOT_FOUND", "POST_STATUS_CONFLICT", "NEWSLETTER_OFF", "NOT_ALLOWED"],
    example: { params },
  },
  testPostNewsletter: {
    summary: "Send the email of a post to yourself",
    description: `With an API key, to the owner. ${forEditors}`,
    response: { description: "The recipient.", schema: testNewsletterResponse },
    errors: ["POST_NOT_FOUND", "MAIL_NOT_SENT", "NOT_ALLOWED"],
    example: { params },
  },
} as const satisfies Record<string, EndpointDocs>;
