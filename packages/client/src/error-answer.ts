import type { FieldViolation } from "@porchlight/contract/errors";
import { type ErrorDetails, type ErrorKind, PorchlightError, type SignInErrorCode } from "./errors.ts";

/** An HTTP answer after its body was read. */
export interface Answer {
  status: number;
  /** Empty over HTTP/2. */
  statusText: string;
  headers: Headers;
  /** Undefined when the body is empty or not JSON. */
  body: unknown;
}

const kindOfStatus: Record<number, ErrorKind> = {
  401: "unauthenticated",
  403: "forbidden",
  404: "notFound",
  409: "conflict",
  429: "rateLimited",
};

/** Codes that tell more than their status. */
const factsOfCode: Record<string, [kind: ErrorKind, errorCode?: SignInErrorCode]> = {
  __proto__: null as never, // a code may be called "constructor"
  "-19971": ["captcha", "missingCaptchaToken"],
  "-19970": ["captcha", "invalidCaptchaToken"],
  "-19995": ["conflict", "emailAlreadyExists"],
  "-19976": ["unauthenticated", "invalidPassword"],
  "-19973": ["unauthenticated", "resetPassword"],
  REDIRECT_NOT_REGISTERED: ["misconfigured"],
  invalid_client: ["misconfigured"],
  MALFORMED_ANSWER: ["contract"],
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The same, or an object without members. */
export const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

export const requestIdOf = ({ headers }: Answer): string | null => headers.get("x-wix-request-id");

/** Seconds, from a number or an HTTP date. */
function readRetryAfter({ headers }: Answer, now: number): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const seconds = Number(text) || (Date.parse(text) - now) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : undefined;
}

/** An error with what every answer tells. */
export function makeError(
  message: string,
  code: string,
  answer: Answer,
  now: number,
  details?: ErrorDetails,
  errorCode?: SignInErrorCode,
): PorchlightError {
  const { status } = answer;
  const [kind, known] = factsOfCode[code] ?? [];
  return new PorchlightError(message, {
    kind: kind ?? kindOfStatus[status] ?? (status < 500 ? "invalid" : "unavailable"),
    code,
    errorCode: errorCode ?? known,
    details,
    status,
    requestId: requestIdOf(answer) ?? undefined,
    retryAfter: readRetryAfter(answer, now),
  });
}

/**
 * The error that an answer outside 200–299 stands for. Source: errors.md §2, spec §8.
 *
 * @param optionFields Members of the body that the caller gave in the argument `options`.
 */
export function errorOfAnswer(answer: Answer, now: number, optionFields: readonly string[]): PorchlightError {
  const { status, statusText } = answer;
  const body = asObject(answer.body);
  const text = typeof body.message === "string" ? body.message : "";
  const requestId = requestIdOf(answer);
  const { validationError, applicationError } = asObject(body.details) as ErrorDetails;
  const violations = validationError?.fieldViolations;

  if (Array.isArray(violations)) {
    const fieldViolations = violations
      .filter(isObject)
      .map((violation): FieldViolation => {
        const [head = ""] = String(violation.field).split(/[.[]/, 1);
        return optionFields.includes(head) ? { ...violation, field: `options.${violation.field}` } : violation;
      })
      .sort((a, b) => (a.field < b.field ? -1 : 1));
    const list = fieldViolations.map(({ field, description }) => `"${field}" ${description}`).join(", ");
    const isEmail = fieldViolations.some(({ data }) => data?.type === "EMAIL");
    const details = { validationError: { fieldViolations }, requestId };
    const errorCode = isEmail ? "invalidEmail" : undefined;
    return makeError(`INVALID_ARGUMENT: ${list}`, "INVALID_ARGUMENT", answer, now, details, errorCode);
  }

  let code = statusText.toUpperCase().replace(/[^A-Z0-9]+/g, "_") || "UNKNOWN";
  let description = text || statusText;
  let message = status < 500 ? description : `System error occurred${requestId ? `, request-id: ${requestId}` : ""}`;
  let data = {};
  if (isObject(applicationError)) {
    description = String(applicationError.description ?? "");
    code = String(applicationError.code ?? code);
    data = asObject(applicationError.data);
    message = text && description && text !== description ? `${text}: ${description}` : text || description;
  }
  const details = { applicationError: { description, code, data }, requestId };
  return makeError(message || `The server answered ${status}.`, code, answer, now, details);
}
