import { createText } from "../texts.ts";

/** Words of the account page. */
export const accountText = createText({
  "account.title": "Your account",
  "account.info": "Info",
  "account.security": "Security",
  "account.sections": "Sections of your account",
  "account.name": "Name",
  "account.noName": "You have not told us your name.",
  "account.email": "E-mail",
  "account.verified": "Confirmed",
  "account.unverified": "Not confirmed yet",
  "account.since": "Member since",
  "account.failed": "We could not load your account.",
});
