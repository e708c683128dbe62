import { endpoint } from "../../endpoint.ts";
import type {
  MemberNewsletterRequest,
  NewsletterPostRequest,
  NewsletterPostResponse,
  NewsletterStatsResponse,
  NewsletterSubscriptionResponse,
  PlanNewsletterRequest,
  SetNewsletterSubscriptionRequest,
  TestNewsletterResponse,
} from "./newsletter.ts";

type Nothing = Record<never, never>;

/** Porchlight extensions: the contract has no newsletter. */
const path = "/_api/porchlight/v1/newsletter";
export const getNewsletterSubscription = /* @__PURE__ */ endpoint<Nothing, NewsletterSubscriptionResponse>(
  "GET",
  `${path}/subscription`,
);
export const setNewsletterSubscription = /* @__PURE__ */ endpoint<
  SetNewsletterSubscriptionRequest,
  NewsletterSubscriptionResponse
>("PUT", `${path}/subscription`);
export const getNewsletterStats = /* @__PURE__ */ endpoint<Nothing, NewsletterStatsResponse>("GET", `${path}/stats`);
export const getMemberNewsletterSubscription = /* @__PURE__ */ endpoint<
  MemberNewsletterRequest,
  NewsletterSubscriptionResponse
>("GET", `${path}/members/:memberId`);
export const getPostNewsletter = /* @__PURE__ */ endpoint<NewsletterPostRequest, NewsletterPostResponse>(
  "GET",
  `${path}/posts/:postId`,
);
export const planPostNewsletter = /* @__PURE__ */ endpoint<PlanNewsletterRequest, NewsletterPostResponse>(
  "PUT",
  `${path}/posts/:postId`,
);
export const retryPostNewsletter = /* @__PURE__ */ endpoint<NewsletterPostRequest, NewsletterPostResponse>(
  "POST",
  `${path}/posts/:postId/retry`,
);
export const testPostNewsletter = /* @__PURE__ */ endpoint<NewsletterPostRequest, TestNewsletterResponse>(
  "POST",
  `${path}/posts/:postId/test`,
);
