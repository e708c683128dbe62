import type { FieldViolation } from "@porchlight/contract/errors";
import { type ErrorDetails, type ErrorKind, PorchlightError, type SignInErrorCode } from "../errors.ts";

/** An HTTP answer after its body was read. */
export interface ParsedResponse {
  status: number;
  /** Empty over HTTP/2. */
  statusText: string;
  headers: Headers;
  /** Undefined when the body is empty or not JSON. */
  body: unknown;
}

const kindByStatus: Record<number, ErrorKind> = {
  401: "unauthenticated",
  403: "forbidden",
  404: "notFound",
  408: "timeout",
  409: "conflict",
  429: "rateLimited",
};

/** Codes that tell more than their status. */
const propertiesByCode: Record<string, [kind: ErrorKind, errorCode?: SignInErrorCode]> = {
  __proto__: null as never, // a code may be called "constructor"
  "-19971": ["captcha", "missingCaptchaToken"],
  "-19970": ["captcha", "invalidCaptchaToken"],
  "-19995": ["conflict", "emailAlreadyExists"],
  "-19976": ["unauthenticated", "invalidPassword"],
  "-19973": ["unauthenticated", "resetPassword"],
  REDIRECT_NOT_REGISTERED: ["misconfigured"],
  invalid_client: ["misconfigured"],
  MALFORMED_RESPONSE: ["contract"],
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** A text with something in it. */
export const isNonEmptyString = (value: unknown): value is string => typeof value === "string" && value !== "";

export const requestIdOf = ({ headers }: ParsedResponse): string | null => headers.get("x-wix-request-id");

/** What is wrong with an e-mail, where that is what was refused. */
export const emailViolation = (details: ErrorDetails | undefined): FieldViolation | undefined =>
  details?.validationError?.fieldViolations.find(({ data }) => data?.type === "EMAIL");

/** An error with what every answer tells. */
export function createResponseError(
  message: string,
  code: string,
  answer: ParsedResponse,
  now: number,
  details?: ErrorDetails,
): PorchlightError {
  const { status, headers } = answer;
  const told = headers.get("retry-after") ?? "";
  const seconds = Math.ceil(Number(told) || (Date.parse(told) - now) / 1000);
  const [kind, errorCode = emailViolation(details) && "invalidEmail"] = propertiesByCode[code] ?? [];
  return new PorchlightError(message, {
    kind: kind ?? kindByStatus[status] ?? (status < 500 ? "invalid" : "unavailable"),
    code,
    errorCode,
    details,
    status,
    requestId: requestIdOf(answer) ?? undefined,
    retryAfter: seconds > 0 ? seconds : undefined,
  });
}

/**
 * The error that an answer outside 200–299 stands for. Source: errors.md §2, spec §8.
 *
 * @param optionFields Members of the body that the caller gave in the argument `options`.
 */
export function errorFromResponse(
  answer: ParsedResponse,
  now: number,
  optionFields: readonly string[] = [],
): PorchlightError {
  const { status, statusText } = answer;
  const body = Object(answer.body);
  const text = String(body.message ?? "");
  const { validationError, applicationError } = Object(body.details);
  const requestId = requestIdOf(answer);
  const violations = validationError?.fieldViolations;

  if (Array.isArray(violations)) {
    const fieldViolations = violations
      .map((violation: FieldViolation): FieldViolation => {
        const field = String(violation?.field);
        const isOption = optionFields.includes(field.replace(/[.[].*/, ""));
        return { ...violation, field: isOption ? `options.${field}` : field };
      })
      .sort((a, b) => (a.field < b.field ? -1 : 1));
    const list = fieldViolations.map(({ field, description }) => `"${field}" ${description}`).join(", ");
    const told = { validationError: { fieldViolations }, requestId };
    return createResponseError(`INVALID_ARGUMENT: ${list}`, "INVALID_ARGUMENT", answer, now, told);
  }

  const {
    code = statusText.toUpperCase().replace(/[^A-Z0-9]+/g, "_") || "UNKNOWN",
    description = text || statusText,
    data = {},
  } = Object(applicationError);
  const told = {
    applicationError: { description: String(description), code: String(code), data: Object(data) },
    requestId,
  };
  const message =
    status >= 500 && !applicationError
      ? `System error occurred${requestId ? `, request-id: ${requestId}` : ""}`
      : [...new Set([text, description])].filter(Boolean).join(": ") || `The server answered ${status}.`;
  return createResponseError(message, told.applicationError.code, answer, now, told);
}
