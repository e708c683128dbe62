import { type OAuthErrorCode, oauthErrors } from "@porchlight/contract/auth/errors";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import { type ErrorCode, errors, type FieldViolation } from "@porchlight/contract/errors";
import { maxBlogPageSize } from "@porchlight/contract/limits";
import type { StubMember } from "./stub-state.ts";

/** A server response, or a network failure. */
export type StubResponse =
  | { status?: number; body?: unknown; headers?: Readonly<Record<string, string>> }
  | "network error";

/** Context of a route. */
export interface RouteContext {
  /** The signed-in member. */
  member: StubMember | undefined;
  /** The visitor, if no member is signed in. */
  visitorId: string | undefined;
}

/** An endpoint of the stub. */
export interface StubRoute {
  endpoint: Endpoint<EndpointRequest, unknown>;
  /** The body of a success. @throws {StubError} */
  respond(request: EndpointRequest & RouteContext): unknown;
  /** Whether it requires no access token. */
  isOpen: boolean;
}

/** Lets the compiler check the response against the endpoint. */
export function route<Request extends EndpointRequest, Response>(
  endpoint: Endpoint<Request, Response>,
  respond: (request: Request & RouteContext) => Response | Promise<Response>,
  { isOpen = false } = {},
): StubRoute {
  return { endpoint, respond: respond as StubRoute["respond"], isOpen };
}

/** Thrown by routes, returned as the response. */
export class StubError extends Error {
  readonly response: StubResponse;

  constructor(respond: StubResponse) {
    super("refused");
    this.response = respond;
  }
}

/**
 * An error response of the server: `errorResponse("-19971", { kind: "silent" })`,
 * `errorResponse("TOO_MANY_REQUESTS", {}, { "retry-after": "60" })`.
 */
export function errorResponse(
  code: ErrorCode,
  data: Record<string, unknown> = {},
  headers: Readonly<Record<string, string>> = {},
): Exclude<StubResponse, string> {
  const { status, message } = errors[code];
  return {
    status,
    headers,
    body: { message, details: { applicationError: { code, description: message, data } } },
  };
}

/** A validation error; fields have wire names. */
export function validationErrorResponse(...fieldViolations: FieldViolation[]): StubResponse {
  const list = fieldViolations.map(({ field, description }) => `"${field}" ${description}`).join(", ");
  const body = { message: `INVALID_ARGUMENT: ${list}`, details: { validationError: { fieldViolations } } };
  return { status: 400, body };
}

/** An error of the token endpoint. Source: RFC 6749 §5.2. */
export function oauthErrorResponse(code: OAuthErrorCode): StubResponse {
  const { status, message } = oauthErrors[code];
  return { status, body: { error: code, error_description: message, message } };
}

export const emailViolation = (field: string): FieldViolation => ({
  field,
  description: "must be an email address, like name@example.com",
  violatedRule: "FORMAT",
  ruleName: "EMAIL",
  data: { type: "EMAIL" },
});

/** Untyped callers may send anything. @throws {StubError} unless `value` is text. */
export function requireText(field: string, value: unknown): void {
  if (typeof value === "string") return;
  const found = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  const description = `Invalid input: expected string, received ${found}`;
  const violatedRule = value === undefined ? "REQUIRED_FIELD" : "VALIDATION";
  throw new StubError(validationErrorResponse({ field, description, violatedRule, data: {} }));
}

/** @throws {StubError} for an invalid page size. */
export function requirePageSize(field: string, limit: number): void {
  if (limit >= 1 && limit <= maxBlogPageSize) return;
  const rule: Omit<FieldViolation, "field"> =
    limit > maxBlogPageSize
      ? {
          description: `Too big: expected number to be <=${maxBlogPageSize}`,
          violatedRule: "MAX",
          data: { maximum: maxBlogPageSize },
        }
      : { description: "Too small: expected number to be >=1", violatedRule: "MIN", data: { minimum: 1 } };
  throw new StubError(validationErrorResponse({ field, ...rule }));
}

/** The stub has no list of common passwords: only the length counts. */
export function passwordViolation(password: string): FieldViolation | undefined {
  if ([...password].length >= 8) return undefined;
  return {
    field: "password",
    description: "must have at least 8 characters",
    violatedRule: "MIN_LENGTH",
    ruleName: "PASSWORD_TOO_SHORT",
    data: { type: "PASSWORD_TOO_SHORT", minimum: 8 },
  };
}
