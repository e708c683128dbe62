import { authErrors } from "./auth/errors.ts";
import { blogErrors } from "./blog/errors.ts";
import { dataErrors } from "./data/errors.ts";
import { mediaErrors } from "./media/errors.ts";
import { membersErrors } from "./members/errors.ts";
import { redirectsErrors } from "./redirects/errors.ts";

/** What a code stands for: the status it travels with and a sentence that says what is wrong. */
export interface ErrorDefinition {
  readonly status: number;
  readonly message: string;
}

/** Codes that any route may answer. */
export const commonErrors = {
  MALFORMED_REQUEST: { status: 400, message: "The request cannot be read. Send well-formed JSON in UTF-8." },
  INVALID_ARGUMENT: { status: 400, message: "A value in the request does not fit." },
  UNAUTHENTICATED: { status: 401, message: "The access token is missing, expired or not of this site." },
  NOT_ALLOWED: { status: 403, message: "You have no right to do this." },
  NOT_FOUND: { status: 404, message: "There is nothing at this address." },
  METHOD_NOT_ALLOWED: { status: 405, message: "This address does not take this method." },
  PAYLOAD_TOO_LARGE: { status: 413, message: "The request is too large." },
  URI_TOO_LONG: { status: 414, message: "The address is too long." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Send the body as uncompressed application/json." },
  RANGE_NOT_SATISFIABLE: { status: 416, message: "The file ends before the part that was asked for." },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many tries. Wait as long as Retry-After says." },
  HEADERS_TOO_LARGE: { status: 431, message: "The request's headers are too large." },
  INTERNAL: { status: 500, message: "Something went wrong on our side." },
  UNAVAILABLE: { status: 503, message: "The service is busy. Try again in a moment." },
} as const satisfies Record<string, ErrorDefinition>;

/** Every code the server answers, by area. The error catalogue is made from this. */
export const errors = {
  ...commonErrors,
  ...authErrors,
  ...redirectsErrors,
  ...membersErrors,
  ...blogErrors,
  ...dataErrors,
  ...mediaErrors,
} as const;

export type ErrorCode = keyof typeof errors;

/** One refused field. `data` is always there: the contract's client reads it on every violation. */
export interface FieldViolation {
  field: string;
  description: string;
  violatedRule: string;
  ruleName?: string;
  data: { type?: string; [key: string]: unknown };
}

/** Body of every refusal. Source: errors.md §1. */
export interface ErrorEnvelope {
  message: string;
  details:
    | { applicationError: { code: string; description: string; data: Record<string, unknown> } }
    | { validationError: { fieldViolations: FieldViolation[] } };
}
