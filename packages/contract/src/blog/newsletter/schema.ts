import * as z from "zod";
import { guid } from "../../wire/value-schema.ts";
import { maxNewsletterCategories, newsletterPostStates, newsletterStatuses } from "./newsletter.ts";

export const setNewsletterSubscriptionRequest = z.object({
  body: z.object({
    subscribed: z.boolean(),
    categoryIds: z.array(guid).min(1).max(maxNewsletterCategories).nullish(),
  }),
});
export const memberNewsletterRequest = z.object({ params: z.object({ memberId: z.string() }) });
export const newsletterPostRequest = z.object({ params: z.object({ postId: z.string() }) });
export const planNewsletterRequest = newsletterPostRequest.extend({ body: z.object({ send: z.boolean() }) });

const count = z.int().min(0);
export const newsletterSubscriptionResponse = z.object({
  subscription: z
    .object({
      status: z.enum(newsletterStatuses).meta({
        description: "`PENDING`: awaiting confirmation by email. `BOUNCED`: the mail server rejected the address.",
      }),
      email: z.string(),
      categoryIds: z.array(z.guid()).optional().meta({ description: "Absent: all posts." }),
    })
    .meta({ id: "NewsletterSubscription", description: "A member's subscription to new posts by email." }),
});
export const newsletterStatsResponse = z.object({
  stats: z.object({ subscribers: count, pending: count, bounced: count }),
});
export const newsletterPostResponse = z.object({
  newsletter: z
    .object({
      state: z.enum(newsletterPostStates),
      canSend: z.boolean().meta({ description: "Whether the emails can still be planned." }),
      sent: count,
      waiting: count,
      failed: count,
      retryable: count.meta({ description: "Failed emails that can be sent again." }),
      queuedDate: z.iso.datetime().optional(),
      completedDate: z.iso.datetime().optional(),
    })
    .meta({ id: "PostNewsletter", description: "The emails of a post." }),
});
export const testNewsletterResponse = z.object({ to: z.string() });
