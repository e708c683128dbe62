import { createText } from "../texts.ts";

/** Texts around the account sections, whose own are in the React package. */
export const accountText = createText({
  "account.title": "Your account",
  "account.sections": "Sections of your account",
  "account.info": "Info",
  "account.BOOKINGS": "Bookings",
  "account.ORDERS": "Orders",
  "account.SUBSCRIPTIONS": "Subscriptions",
  "account.EVENTS": "Events",
  "account.security": "Security",
  "account.sessions": "Sessions",
  "account.noScript":
    "This part of your account needs JavaScript. Switch it on in your browser and load this page again.",
  "account.deleted.title": "Your account is deleted",
  "account.deleted.text": "We have sent you a last mail. You can sign up again whenever you like.",
  "account.deleted.home": "To the home page",
  "account.leave.title": "Leave without saving?",
  "account.leave.stay": "Stay",
  "account.leave.leave": "Leave",
});
