import type { FieldViolation } from "@porchlight/contract/errors";
import { type ErrorDetails, type ErrorKind, PorchlightError, type SignInErrorCode } from "./errors.ts";

/** An HTTP answer after its body was read. */
export interface Answer {
  status: number;
  statusText: string;
  headers: Headers;
  /** Undefined when the body is empty or not JSON. */
  body: unknown;
}

const kindOfStatus: Record<number, ErrorKind> = {
  401: "unauthenticated",
  403: "forbidden",
  404: "notFound",
  408: "timeout",
  409: "conflict",
  410: "notFound",
  412: "conflict",
  429: "rateLimited",
};

/** Codes that tell more than their status. */
const factsOfCode: Record<string, [kind: ErrorKind | undefined, errorCode?: SignInErrorCode]> = {
  "-19971": ["captcha", "missingCaptchaToken"],
  "-19970": ["captcha", "invalidCaptchaToken"],
  "-19995": ["conflict", "emailAlreadyExists"],
  "-19976": ["unauthenticated", "invalidPassword"],
  "-19973": ["unauthenticated", "resetPassword"],
  REDIRECT_NOT_REGISTERED: ["misconfigured"],
  invalid_client: ["misconfigured"],
  unauthorized_client: ["misconfigured"],
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Seconds, from a number or an HTTP date. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after");
  if (!text) return undefined;
  const seconds = Number.isNaN(Number(text)) ? (Date.parse(text) - now) / 1000 : Number(text);
  return seconds >= 0 ? Math.ceil(seconds) : undefined;
}

export const kindOf = (status: number, code: string): ErrorKind =>
  factsOfCode[code]?.[0] ?? kindOfStatus[status] ?? (status >= 500 ? "unavailable" : "invalid");

/**
 * The error that an answer outside 200–299 stands for. Source: errors.md §2, spec §8.
 *
 * @param optionFields Members of the body that the caller gave in the argument `options`.
 */
export function errorOfAnswer(answer: Answer, now: number, optionFields: readonly string[] = []): PorchlightError {
  const { status, headers, body } = answer;
  const requestId = headers.get("x-wix-request-id") ?? undefined;
  const told = isObject(body) && isObject(body.details) ? (body.details as ErrorDetails) : {};
  const text = isObject(body) && typeof body.message === "string" ? body.message : "";
  const make = (message: string, code: string, details: ErrorDetails, errorCode?: SignInErrorCode): PorchlightError =>
    new PorchlightError(message, {
      kind: kindOf(status, code),
      code,
      errorCode: errorCode ?? factsOfCode[code]?.[1],
      details: { ...details, requestId: requestId ?? null },
      status,
      requestId,
      retryAfter: readRetryAfter(headers, now),
    });

  if (Array.isArray(told.validationError?.fieldViolations)) {
    const fieldViolations = told.validationError.fieldViolations
      .map((violation) => renameField(violation, optionFields))
      .sort((a, b) => (a.field < b.field ? -1 : 1));
    const list = fieldViolations.map(({ field, description }) => `"${field}" ${description}`).join(", ");
    const isEmail = fieldViolations.some(({ data }) => data?.type === "EMAIL");
    const details = { validationError: { fieldViolations } };
    return make(`INVALID_ARGUMENT: ${list}`, "INVALID_ARGUMENT", details, isEmail ? "invalidEmail" : undefined);
  }

  if (isObject(told.applicationError)) {
    const { description = "", data = {} } = told.applicationError;
    const code = String(told.applicationError.code);
    const message = text && description && text !== description ? `${text}: ${description}` : text || description;
    return make(message || code, code, { applicationError: { description, code, data } });
  }

  const { statusText } = answer; // empty over HTTP/2
  const code = statusText.toUpperCase().replace(/[^A-Z0-9]+/g, "_") || "UNKNOWN";
  const description = text || statusText;
  const message = status < 500 ? description : `System error occurred${requestId ? `, request-id: ${requestId}` : ""}`;
  return make(message || `The server answered ${status}.`, code, { applicationError: { description, code, data: {} } });
}

function renameField(violation: FieldViolation, optionFields: readonly string[]): FieldViolation {
  const head = String(violation.field).split(/[.[]/, 1)[0] ?? "";
  return optionFields.includes(head) ? { ...violation, field: `options.${violation.field}` } : violation;
}
