import { createText } from "../texts.ts";

/** Texts around the account sections, whose own are in the React package. */
export const accountText = createText({
  "account.title": "Your account",
  "account.sections": "Sections of your account",
  "account.info": "Profile",
  "account.BOOKINGS": "Bookings",
  "account.ORDERS": "Orders",
  "account.SUBSCRIPTIONS": "Subscriptions",
  "account.EVENTS": "Events",
  "account.newsletter": "Newsletter",
  "account.security": "Security",
  "account.sessions": "Sessions",
  "account.noScript": "This part of your account needs JavaScript. Turn it on in your browser and reload the page.",
  "account.deleted.title": "Your account is deleted",
  "account.deleted.text": "We sent you a confirmation by email. You can sign up again at any time.",
  "account.deleted.home": "Go to the home page",
  "account.leave.title": "Leave without saving?",
  "account.leave.stay": "Stay",
  "account.leave.leave": "Leave",
});
