import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  listLoggedMailsResponse,
  listMailTemplatesResponse,
  mailPreviewResponse,
  mailTemplateResponse,
  testMailResponse,
} from "./schema.ts";

const params = { kind: "approved", language: "en" } as const;
const parts = {
  subject: "Welcome to {siteName}",
  preheader: "You can sign in now.",
  heading: "Welcome",
  body: "<p>{greeting}</p><p>We have approved your request. <strong>See you soon.</strong></p>",
  button: "Sign in",
  closing: "",
};
const template = { description: "The texts, with the built-in ones and the variables.", schema: mailTemplateResponse };

export const mailDocs = {
  listMailTemplates: {
    summary: "List email templates",
    description:
      "Requires the role owner. Returns every email that the server sends, with the languages in which it is customized, and the sender.",
    response: { description: "All emails.", schema: listMailTemplatesResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  getMailTemplate: {
    summary: "Get an email template",
    description: "Requires the role owner.",
    response: template,
    errors: ["NOT_ALLOWED"],
    example: { params },
  },
  updateMailTemplate: {
    summary: "Customize an email template",
    description:
      "Requires the role owner. Replaces all parts of the email in this language; parts equal to the built-in ones stay built in. Emails that wait to be sent use the new texts. Codes and the link of the button are added to every email.",
    response: template,
    errors: ["NOT_ALLOWED", "SITE_SETTINGS_CHANGED"],
    example: { params, body: { parts } },
  },
  resetMailTemplate: {
    summary: "Restore an email template",
    description: "Requires the role owner. Restores the built-in texts of the email in this language.",
    response: template,
    errors: ["NOT_ALLOWED"],
    example: { params },
  },
  previewMailTemplate: {
    summary: "Preview an email template",
    description:
      "Requires the role owner. Renders these parts with sample values, as the email would be sent, or lists the problems with them. Stores and sends nothing.",
    response: { description: "The email, or the problems with its parts.", schema: mailPreviewResponse },
    errors: ["NOT_ALLOWED"],
    example: { params, body: { parts } },
  },
  sendTestMail: {
    summary: "Send a test email",
    description:
      "Requires a staff account of the role owner. Sends these parts with sample values to the address of the caller: at most 5 in a minute and 30 in an hour.",
    response: { description: "The recipient.", schema: testMailResponse },
    errors: ["NOT_ALLOWED", "MAIL_NOT_SENT", "TOO_MANY_REQUESTS"],
    example: { params, body: { parts } },
  },
  listLoggedMails: {
    summary: "List the mail log",
    description:
      "Requires the role owner. Returns who got which email and when, newest first, without its content: sent ones for 7 days, others for up to 60. To send a failed one again, use retryBackgroundJob with its ID.",
    response: { description: "A page of the mail log.", schema: listLoggedMailsResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { state: "failed", recipient: "ada@", limit: 20 } },
  },
} as const satisfies Record<string, EndpointDocs>;
