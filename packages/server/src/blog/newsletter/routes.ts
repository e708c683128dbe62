import * as newsletter from "@porchlight/contract/blog/newsletter/endpoints";
import {
  memberNewsletterRequest,
  newsletterPostRequest,
  planNewsletterRequest,
  setNewsletterSubscriptionRequest,
} from "@porchlight/contract/blog/newsletter/schema";
import * as z from "zod";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import { getPostNewsletter, planPostNewsletter, retryPostNewsletter, testPostNewsletter } from "./newsletter-posts.ts";
import {
  getMemberNewsletterSubscription,
  getNewsletterStats,
  getNewsletterSubscription,
  setNewsletterSubscription,
} from "./subscriptions.ts";

const change = { limit: "changesPerIp", authorize: requireEditor } as const;

/** Subscriptions of members to new posts by email, and the emails of posts. */
export function newsletterRoutes(area: Area, context: Parameters<typeof getPostNewsletter>[0]): void {
  serve(area, newsletter.getNewsletterSubscription, z.object({}), (request) =>
    getNewsletterSubscription(context, request),
  );
  serve(
    area,
    newsletter.setNewsletterSubscription,
    setNewsletterSubscriptionRequest,
    (request, input) => setNewsletterSubscription(context, request, input),
    { limit: "changesPerIp", memberLimit: "changesPerMember" },
  );
  serve(area, newsletter.getNewsletterStats, z.object({}), (request) => getNewsletterStats(context, request), {
    authorize: requireEditor,
  });
  serve(area, newsletter.getMemberNewsletterSubscription, memberNewsletterRequest, (request, input) =>
    getMemberNewsletterSubscription(context, request, input),
  );
  serve(
    area,
    newsletter.getPostNewsletter,
    newsletterPostRequest,
    (request, input) => getPostNewsletter(context, request, input),
    { authorize: requireEditor },
  );
  serve(
    area,
    newsletter.planPostNewsletter,
    planNewsletterRequest,
    (request, input) => planPostNewsletter(context, request, input),
    change,
  );
  serve(
    area,
    newsletter.retryPostNewsletter,
    newsletterPostRequest,
    (request, input) => retryPostNewsletter(context, request, input),
    change,
  );
  serve(
    area,
    newsletter.testPostNewsletter,
    newsletterPostRequest,
    (request, input) => testPostNewsletter(context, request, input),
    change,
  );
}
