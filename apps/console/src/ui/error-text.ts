import { isPorchlightError } from "@porchlight/client";

const sentences: Readonly<Record<string, string>> = {
  NOT_ALLOWED: "Your role does not allow this.",
  LAST_OWNER: "This is the last owner. Make another person an owner first.",
  STAFF_NOT_FOUND: "This account no longer exists. Reload the page.",
  MEMBER_NOT_FOUND: "This member no longer exists. Reload the page.",
  SETUP_LINK_INVALID: "This setup link is invalid or has expired. Restart the server to get another one.",
  "-19995": "There is already an account with this email address.",
  TOO_MANY_REQUESTS: "Too many attempts. Wait a minute and try again.",
};

/** A sentence that says what went wrong and what to do. */
export function errorText(error: unknown): string {
  if (!isPorchlightError(error)) return "Something went wrong. Reload the page and try again.";
  const { code, kind, details } = error;
  const sentence = code === undefined ? undefined : sentences[code];
  if (sentence) return sentence;
  const violations = (details as { validationError?: { fieldViolations?: { description: string }[] } } | undefined)
    ?.validationError?.fieldViolations;
  if (violations?.[0]) return `The value ${violations[0].description}.`;
  if (kind === "network" || kind === "timeout")
    return "The server cannot be reached. Check your connection and try again.";
  if (kind === "unavailable") return "The server is busy. Try again in a moment.";
  return error.message;
}

/** The problem with a field of a request, if the server rejected it. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  if (!isPorchlightError(error)) return undefined;
  const violations = (
    error.details as { validationError?: { fieldViolations?: { field: string; description: string }[] } } | undefined
  )?.validationError?.fieldViolations;
  const found = violations?.find((violation) => violation.field === field || violation.field.endsWith(`.${field}`));
  return found && `This ${found.description}.`;
}
