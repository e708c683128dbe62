import { isPorchlightError, type PorchlightError } from "@porchlight/client";
import type { FieldViolation } from "@porchlight/contract/errors";
import { text } from "../../texts/text.ts";
import { violationText } from "./violation-text.ts";

/** What a page says that the role of the person does not include. */
export const notAllowedText = text("Your role does not allow this. Ask an owner of the site.");

const sentences: Readonly<Record<string, string>> = {
  NOT_ALLOWED: notAllowedText,
  LAST_OWNER: text("This is the last owner who can sign in. Make another person an owner first."),
  STAFF_NOT_FOUND: text("This account no longer exists. Reload the page."),
  MEMBER_NOT_FOUND: text("This member no longer exists. Reload the page."),
  MEMBER_NOT_ACTIVE: text("This member cannot sign in, and sees the site as a visitor does."),
  REVIEW_FINAL: text(
    "The member has already been notified, so this cannot be undone. Block or unblock the member instead.",
  ),
  SESSION_NOT_FOUND: text("This session has already ended. Reload the page."),
  FACTOR_NOT_FOUND: text("This factor no longer exists. Reload the page."),
  RECOVERY_TOKEN_INVALID: text("This link is invalid or has expired. Ask for another invitation."),
  SETUP_LINK_INVALID: text("This setup link is invalid or has expired. Restart the server to get another one."),
  "-19995": text("There is already an account with this email address."),
  POST_NOT_FOUND: text("This post no longer exists, or you do not have access to it."),
  POST_STATUS_CONFLICT: text("The post has changed in the meantime. Reload the page."),
  POST_TRANSLATED: text("There is already a translation in this language."),
  SLUG_TAKEN: text("Another page uses this address. Change the URL."),
  PAGE_NOT_FOUND: text("This page no longer exists."),
  PAGES_FULL: text("A site has at most 500 pages. Delete one permanently first."),
  REDIRECT_NOT_FOUND: text("This redirect no longer exists. Reload the page."),
  REDIRECTS_FULL: text("A site has at most 10,000 redirects. Delete some first."),
  LABEL_TAKEN: text("This name is already in use."),
  COLLECTION_CHANGED: text("Someone else has changed the collection. Close the dialog, and make your change again."),
  COLLECTION_EXISTS: text("There is already a collection with this name."),
  FIELD_EXISTS: text("There is already a field with this key."),
  FORM_CHANGED: text("Someone else has changed the form. Reload the page."),
  FORM_NOT_FOUND: text("This form no longer exists."),
  FORM_DRAFT_NOT_FOUND: text("The changes have already been published or discarded. Reload the page."),
  SUBMISSION_NOT_FOUND: text("This submission no longer exists."),
  SUBMISSION_WITHOUT_EMAIL: text("This submission has no email address to reply to."),
  SUBMISSION_CHANGED: text("The submission has changed in the meantime. Reload the page."),
  BACKUP_RUNNING: text("A backup is already being created. Wait until it has finished."),
  DATA_JOB_STATUS_CONFLICT: text("The job has ended in the meantime. Reload the page."),
  SITE_SETTINGS_CHANGED: text("Someone else has changed these settings in the meantime. Reload the page."),
  SITE_QUOTA_EXCEEDED: text("The site has reached a limit. Delete something, or ask its operator to raise the limit."),
  TOO_MANY_REQUESTS: text("Too many attempts. Wait a minute and try again."),
};

/** A sentence that says what went wrong and what to do. */
export function errorText(error: unknown): string {
  if (!isPorchlightError(error)) return text("Something went wrong. Reload the page and try again.");
  const { code, kind } = error;
  const sentence = code === undefined ? undefined : sentences[code];
  if (sentence) return sentence;
  const [violation] = violationsOf(error);
  if (violation) return violationText(violation);
  if (kind === "unauthenticated") return text("You are signed out. Sign in and try again.");
  if (kind === "network" || kind === "timeout")
    return text("The server cannot be reached. Check your connection and try again.");
  if (kind === "unavailable") return text("The server is busy. Try again in a moment.");
  if (kind === "forbidden") return sentences.NOT_ALLOWED!;
  // Errors of collections start with their code.
  return error.message.replace(/^[A-Z0-9_]+: /, "");
}

/** The problem with a field of a request, if the server rejected it. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  if (!isPorchlightError(error)) return undefined;
  const found = violationsOf(error).find(
    (violation) => violation.field === field || violation.field.endsWith(`.${field}`),
  );
  return found && violationText(found);
}

/** The rejected fields of a request. */
export const violationsOf = ({ details }: PorchlightError): readonly FieldViolation[] =>
  (details as { validationError?: { fieldViolations?: FieldViolation[] } } | undefined)?.validationError
    ?.fieldViolations ?? [];
