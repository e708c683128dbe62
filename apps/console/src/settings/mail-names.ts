import type { MailKind, MailPartProblem } from "@porchlight/client/site";
import { text } from "../texts/text.ts";

/** The name of an email, and when it is sent. */
export interface MailName {
  name: string;
  when: string;
}

/** The emails in groups, in the order of the page. */
export const mailGroups: readonly { title: string; kinds: readonly MailKind[] }[] = [
  {
    title: text("Sign-up and sign-in"),
    kinds: ["verification", "knownAddress", "approved", "rejected", "activation", "recovery", "secondStep"],
  },
  {
    title: text("Account and security"),
    kinds: [
      "firstPassword",
      "passwordChanged",
      "newEmail",
      "emailChanged",
      "emailInUse",
      "secondStepAdded",
      "secondStepRemoved",
      "recoveryCodes",
      "secondStepsReset",
      "accountDeleted",
    ],
  },
  {
    title: text("Posts and forms"),
    kinds: [
      "postApproved",
      "postRejected",
      "commentPosted",
      "commentReply",
      "newsletterConfirmation",
      "formConfirmation",
      "formReply",
      "formSubmitted",
    ],
  },
  { title: text("Operations"), kinds: ["memberWaiting", "webhookParked"] },
];

/** Names of the emails. */
export const mailNames: Readonly<Record<MailKind, MailName>> = {
  verification: { name: text("Verification code"), when: text("To a person who signs up, to verify the address.") },
  secondStep: { name: text("Sign-in code"), when: text("To a member who uses email as a second factor.") },
  newEmail: { name: text("Code for a new address"), when: text("To the new address of a member who changes it.") },
  recovery: { name: text("Password reset"), when: text("To a member who has forgotten the password.") },
  activation: { name: text("Invitation"), when: text("To a person you invite, with a link to set a password.") },
  firstPassword: { name: text("First password set"), when: text("To a member who has set the first password.") },
  passwordChanged: { name: text("Password changed"), when: text("To a member whose password has changed.") },
  secondStepAdded: { name: text("Second factor added"), when: text("To a member who has added a second factor.") },
  secondStepRemoved: {
    name: text("Second factor removed"),
    when: text("To a member who has removed a second factor."),
  },
  recoveryCodes: { name: text("New recovery codes"), when: text("To a member who has created recovery codes.") },
  secondStepsReset: {
    name: text("Second factors reset"),
    when: text("To a member whose second factors you have removed."),
  },
  knownAddress: { name: text("Already registered"), when: text("To a member whose address is used to sign up again.") },
  approved: { name: text("Approved"), when: text("To a person whose request to join you approve.") },
  rejected: { name: text("Rejected"), when: text("To a person whose request to join you reject.") },
  postApproved: { name: text("Post approved"), when: text("To the author of a post that an editor approves.") },
  postRejected: { name: text("Post rejected"), when: text("To the author of a post that an editor rejects.") },
  commentPosted: {
    name: text("New comment"),
    when: text("To the author of a post, or to you, when a member comments or a comment waits for approval."),
  },
  commentReply: { name: text("Reply to a comment"), when: text("To a member whose comment gets a reply.") },
  newsletterConfirmation: {
    name: text("Newsletter subscription"),
    when: text("To a member who subscribes to new posts by email, to confirm the subscription."),
  },
  emailInUse: { name: text("Address in use"), when: text("To a member whose address another member enters.") },
  emailChanged: { name: text("Address changed"), when: text("To the previous address of a member who changed it.") },
  accountDeleted: { name: text("Account deleted"), when: text("To a person whose account is deleted.") },
  memberWaiting: {
    name: text("Member waiting"),
    when: text("To you, when a person has signed up and waits for approval; at most once an hour."),
  },
  webhookParked: { name: text("Webhook failed"), when: text("To you, when deliveries to a webhook have failed.") },
  formSubmitted: { name: text("Form notice"), when: text("To you, when a form is submitted.") },
  formReply: { name: text("Reply to a form"), when: text("To the sender of a form whose submission you reply to.") },
  formConfirmation: { name: text("Form confirmation"), when: text("To the sender of a form.") },
};

/** Names of the variables of emails. */
export const variableNames: Readonly<Record<string, string>> = {
  siteName: text("Name of the site"),
  greeting: text("Greeting, such as “Hello Ada,”"),
  name: text("First name"),
  code: text("Code"),
  link: text("Address of the link"),
  minutes: text("Validity in minutes"),
  factor: text("Second factor"),
  former: text("Previous address"),
  next: text("New address"),
  title: text("Title"),
  date: text("Date of publication"),
  reason: text("Reason"),
  host: text("Host of the webhook"),
  webhook: text("ID of the webhook"),
  answers: text("Answers"),
  message: text("Your message"),
  author: text("Author of the comment"),
  comment: text("Comment"),
};

/** A sentence that says what is wrong with a part and what to do. */
export function problemText({ problem, variable = "", limit = 0 }: MailPartProblem): string {
  switch (problem) {
    case "empty":
      return text("Enter a text.");
    case "tooLong":
      return text("Use at most {limit} characters.", { limit });
    case "unknownVariable":
      return text("{variable} is not available in this email.", { variable: `{${variable}}` });
    case "missingVariable":
      return text("Insert {variable}: without it, the email serves no purpose.", { variable: `{${variable}}` });
    case "unclosedVariable":
      return text("A brace does not belong to a variable. Insert variables from the menu.");
    case "controlCharacter":
      return text("The text contains invisible characters. Enter it again.");
    case "markup":
      return text("Links start with https://, mailto: or tel:. Other HTML is not allowed here.");
  }
}
