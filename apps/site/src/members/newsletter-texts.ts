import { createText } from "../texts.ts";

/** Texts of the newsletter page of the account. */
export const newsletterText = createText({
  "newsletter.status.NONE": "Get new posts from {site} by email. You can unsubscribe at any time.",
  "newsletter.status.PENDING":
    "Your subscription is not confirmed yet. Open the link in the email that we sent to {email}.",
  "newsletter.status.SUBSCRIBED": "New posts are sent to {email}.",
  "newsletter.status.BOUNCED":
    "Emails to {email} could not be delivered, so we stopped sending them. Check your address in your profile, then subscribe again.",
  "newsletter.which": "Posts to receive",
  "newsletter.all": "All posts",
  "newsletter.some": "Only posts in these categories:",
  "newsletter.subscribe": "Subscribe",
  "newsletter.save": "Save",
  "newsletter.stop": "Unsubscribe",
  "newsletter.again": "Resend email",
  "newsletter.cancel": "Cancel",
  "newsletter.result.requested": "We sent an email to {email}. Open its link to confirm the subscription.",
  "newsletter.result.saved": "Your preferences have been saved.",
  "newsletter.result.stopped": "You will no longer receive posts by email.",
  "newsletter.result.noCategory": "Choose at least one category.",
  "newsletter.result.tooMany": "Too many attempts. Try again in a few minutes.",
  "newsletter.result.failed": "Your preferences could not be saved. Try again.",
});
