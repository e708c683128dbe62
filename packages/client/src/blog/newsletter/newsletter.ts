import * as endpoints from "@porchlight/contract/blog/newsletter/endpoints";
import type {
  NewsletterPostState,
  NewsletterStats,
  NewsletterStatsResponse,
  NewsletterStatus,
  NewsletterSubscription,
  NewsletterSubscriptionResponse,
  SetNewsletterSubscriptionRequest,
  PostNewsletter as WirePostNewsletter,
} from "@porchlight/contract/blog/newsletter/newsletter";
import * as conversions from "@porchlight/contract/blog/newsletter/newsletter";
import type { CallOptions, Transport } from "../../transport.ts";

export type { NewsletterPostState, NewsletterStats, NewsletterStatus, NewsletterSubscription };

/** The emails of a post. */
export type PostNewsletter = Omit<WirePostNewsletter, "queuedDate" | "completedDate"> & {
  queuedDate?: Date;
  completedDate?: Date;
};

const subscriptionOf = async (sent: Promise<NewsletterSubscriptionResponse>): Promise<NewsletterSubscription> =>
  (await sent).subscription;

/** The signed-in member's subscription to new posts by email. A Porchlight extension. */
export function newsletter(transport: Transport) {
  return {
    /** Gets the subscription. @throws {PorchlightError} `NOT_ALLOWED`. */
    async getNewsletterSubscription(call?: CallOptions): Promise<NewsletterSubscription> {
      return subscriptionOf(transport.send(endpoints.getNewsletterSubscription, {}, { ...call }));
    },

    /**
     * Subscribes or unsubscribes, or changes the categories. A new subscription is `PENDING` until the member confirms
     * it by email.
     *
     * @throws {PorchlightError} `NEWSLETTER_OFF`, `NOT_ALLOWED`.
     */
    async setNewsletterSubscription(
      subscription: SetNewsletterSubscriptionRequest["body"],
      call?: CallOptions,
    ): Promise<NewsletterSubscription> {
      return subscriptionOf(transport.send(endpoints.setNewsletterSubscription, { body: subscription }, { ...call }));
    },
  };
}

/** The emails of posts, for owners, editors, and programs. A Porchlight extension. */
export function newsletterPosts(transport: Transport) {
  const one = async (sent: Promise<unknown>) => ((await sent) as { newsletter: PostNewsletter }).newsletter;
  const conversion = conversions.newsletterPost;
  return {
    /** Counts the subscribers. */
    async getNewsletterStats(call?: CallOptions): Promise<NewsletterStats> {
      const response: NewsletterStatsResponse = await transport.send(endpoints.getNewsletterStats, {}, { ...call });
      return response.stats;
    },

    /** Gets a member's subscription. @throws {PorchlightError} `MEMBER_NOT_FOUND`. */
    async getMemberNewsletterSubscription(memberId: string, call?: CallOptions): Promise<NewsletterSubscription> {
      const request = { params: { memberId } };
      return subscriptionOf(transport.send(endpoints.getMemberNewsletterSubscription, request, { ...call }));
    },

    /** Gets the state of the emails of a post. @throws {PorchlightError} `POST_NOT_FOUND`. */
    getPostNewsletter(postId: string, call?: CallOptions): Promise<PostNewsletter> {
      return one(transport.send(endpoints.getPostNewsletter, { params: { postId } }, { ...call, conversion }));
    },

    /**
     * Decides whether a post is sent by email when it is published for the first time. Default: it is not.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND`, `NEWSLETTER_OFF`, `NEWSLETTER_FINAL`.
     */
    planPostNewsletter(postId: string, send: boolean, call?: CallOptions): Promise<PostNewsletter> {
      const request = { params: { postId }, body: { send } };
      return one(transport.send(endpoints.planPostNewsletter, request, { ...call, conversion }));
    },

    /** Sends failed emails again. @throws {PorchlightError} `POST_NOT_FOUND`, `NEWSLETTER_OFF`. */
    retryPostNewsletter(postId: string, call?: CallOptions): Promise<PostNewsletter> {
      return one(transport.send(endpoints.retryPostNewsletter, { params: { postId } }, { ...call, conversion }));
    },

    /** Sends the email of a post to the caller. @throws {PorchlightError} `POST_NOT_FOUND`, `MAIL_NOT_SENT`. */
    async testPostNewsletter(postId: string, call?: CallOptions): Promise<{ to: string }> {
      return transport.send(endpoints.testPostNewsletter, { params: { postId } }, { ...call });
    },
  };
}
