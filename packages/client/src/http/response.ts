import type { FieldViolation } from "@porchlight/contract/errors";
import {
  type ErrorDetails,
  type ErrorKind,
  PorchlightError,
  type SignInErrorCode,
  unreadableResponse,
} from "../errors.ts";

/** An HTTP response whose body has been read. */
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

/** Codes that are more specific than their status. */
const propertiesByCode: Record<string, [kind: ErrorKind, errorCode?: SignInErrorCode]> = {
  __proto__: null as never, // guards against the code "constructor"
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

export const isNonEmptyString = (value: unknown): value is string => typeof value === "string" && value !== "";

export const isFunction = (value: unknown): boolean => typeof value === "function";

export const requestIdOf = ({ headers }: ParsedResponse): string | null => headers.get("x-wix-request-id");

/** The violation of an email field, if the request was rejected because of one. */
export const emailViolation = (details: ErrorDetails | undefined): FieldViolation | undefined =>
  details?.validationError?.fieldViolations.find(({ data }) => data?.type === "EMAIL");

/**
 * Reads a response to its end.
 *
 * @throws {PorchlightError} kind `contract` if a success or a 401 has a body that is not JSON.
 */
export async function readResponse(response: Response): Promise<ParsedResponse> {
  const { status, statusText, headers } = response;
  const text = await response.text();
  const parsed: ParsedResponse = { status, statusText, headers, body: undefined };
  try {
    if (text) parsed.body = JSON.parse(text);
  } catch {
    // The page of a proxy. Its status describes an error, but neither a success nor a rejected token.
    if (response.ok || status === 401) throw createResponseError(unreadableResponse, "MALFORMED_RESPONSE", parsed, 0);
  }
  return parsed;
}

/** Creates an error with the properties that every response has. */
export function createResponseError(
  message: string,
  code: string,
  response: ParsedResponse,
  now: number,
  details?: ErrorDetails,
): PorchlightError {
  const { status, headers } = response;
  const retryAfter = headers.get("retry-after") ?? "";
  const seconds = Math.ceil(Number(retryAfter) || (Date.parse(retryAfter) - now) / 1000);
  const [kind, errorCode = emailViolation(details) && "invalidEmail"] = propertiesByCode[code] ?? [];
  return new PorchlightError(message, {
    kind: kind ?? kindByStatus[status] ?? (status < 500 ? "invalid" : "unavailable"),
    code,
    errorCode,
    details,
    status,
    requestId: requestIdOf(response) ?? undefined,
    retryAfter: seconds > 0 ? seconds : undefined,
  });
}

/**
 * Converts a response outside 200–299 to an error. Source: errors.md §2, spec §8.
 *
 * @param optionFields Fields of the body that the caller passed in the argument `options`.
 */
export function errorFromResponse(
  response: ParsedResponse,
  now: number,
  optionFields: readonly string[] = [],
): PorchlightError {
  const { status, statusText } = response;
  const body = Object(response.body);
  const text = String(body.message ?? "");
  const { validationError, applicationError } = Object(body.details);
  const requestId = requestIdOf(response);
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
    const details = { validationError: { fieldViolations }, requestId };
    return createResponseError(`INVALID_ARGUMENT: ${list}`, "INVALID_ARGUMENT", response, now, details);
  }

  const {
    code = statusText.toUpperCase().replace(/[^A-Z0-9]+/g, "_") || "UNKNOWN",
    description = text || statusText,
    data = {},
  } = Object(applicationError);
  const details = {
    applicationError: { description: String(description), code: String(code), data: Object(data) },
    requestId,
  };
  const message =
    status >= 500 && !applicationError
      ? `System error occurred${requestId ? `, request-id: ${requestId}` : ""}`
      : [...new Set([text, description])].filter(Boolean).join(": ") || `The server returned ${status}.`;
  return createResponseError(message, details.applicationError.code, response, now, details);
}
