import type { Conversion } from "../../wire/conversion-rules.ts";

export const newsletterPost: Conversion = {
  response: { timestamp: ["newsletter.queuedDate", "newsletter.completedDate"] },
};

/** How much of a post its email contains. */
export const newsletterContents = ["excerpt", "full"] as const;
/** A value of the setting `newsletterContent`. */
export type NewsletterContent = (typeof newsletterContents)[number];

/** Maximum number of categories of a subscription. */
export const maxNewsletterCategories = 1_000;

/**
 * `PENDING`: awaiting confirmation by email. `BOUNCED`: the mail server rejected the
 * address; it gets no more emails until the member subscribes again.
 */
export const newsletterStatuses = ["NONE", "PENDING", "SUBSCRIBED", "BOUNCED"] as const;
/** The status of a subscription to the newsletter. */
export type NewsletterStatus = (typeof newsletterStatuses)[number];

/** A member's subscription to new posts by email. */
export interface NewsletterSubscription {
  status: NewsletterStatus;
  /** The address that gets the emails. */
  email: string;
  /** Only posts in these categories. Absent: all posts. */
  categoryIds?: string[];
}
export interface NewsletterSubscriptionResponse {
  subscription: NewsletterSubscription;
}
export type SetNewsletterSubscriptionRequest = {
  body: {
    /** A new subscription is `PENDING` until the member confirms it by email. */
    subscribed: boolean;
    /** `null`: all posts. Default: unchanged. */
    categoryIds?: string[] | null | undefined;
  };
};
export type MemberNewsletterRequest = { params: { memberId: string } };

/** The numbers of members by the status of their subscriptions. */
export interface NewsletterStats {
  /** Confirmed. */
  subscribers: number;
  /** Not confirmed yet. */
  pending: number;
  /** Their addresses were rejected. */
  bounced: number;
}
export interface NewsletterStatsResponse {
  stats: NewsletterStats;
}

/**
 * `NONE`: not sent, and not to be sent. `PLANNED`: sent when the post is published for the first time. `QUEUED`: sent
 * after the delay of the setting `newsletterDelay`, unless the post is unpublished. `CANCELED`: unpublished in time.
 */
export const newsletterPostStates = ["NONE", "PLANNED", "CANCELED", "QUEUED", "SENDING", "SENT"] as const;
/** Whether the emails of a post have been sent. */
export type NewsletterPostState = (typeof newsletterPostStates)[number];

/** The emails of a post. */
export interface PostNewsletter {
  state: NewsletterPostState;
  /** Whether the emails can be planned: the newsletter is on, and a post is sent once, when it is first published. */
  canSend: boolean;
  /** Members whose email was accepted by the mail server. */
  sent: number;
  /**
   * Before publishing: current subscribers. After publishing, until sending starts: subscribers at that time. Then: the
   * recipients of the emails.
   */
  waiting: number;
  /** Members whose email was not accepted. */
  failed: number;
  /** Failed emails that can be sent again: to members who are still subscribed, unless the attempt was interrupted. */
  retryable: number;
  /** ISO 8601, UTC; when the post was published. */
  queuedDate?: string;
  /** ISO 8601, UTC; when the emails of all members were queued. */
  completedDate?: string;
}
export type NewsletterPostRequest = { params: { postId: string } };
export type PlanNewsletterRequest = NewsletterPostRequest & { body: { send: boolean } };
export interface NewsletterPostResponse {
  newsletter: PostNewsletter;
}
export interface TestNewsletterResponse {
  /** The recipient. */
  to: string;
}
