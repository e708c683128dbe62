import { createText } from "../texts.ts";

/** Words around the blocks of the account, whose own are in the React package. */
export const accountText = createText({
  "account.title": "Your account",
  "account.sections": "Sections of your account",
  "account.info": "Info",
  "account.security": "Security",
  "account.sessions": "Sessions",
  "account.noScript":
    "This part of your account needs JavaScript. Switch it on in your browser and load this page again.",
  "account.leave.title": "Leave without saving?",
  "account.leave.stay": "Stay",
  "account.leave.leave": "Leave",
});
