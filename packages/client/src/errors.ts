import type { OAuthErrorCode } from "@porchlight/contract/auth/errors";
import type { ErrorCode, FieldViolation } from "@porchlight/contract/errors";

/** What the caller can do about an error. The union is closed, so the compiler checks a `switch` over it. */
export type ErrorKind =
  | "network"
  | "timeout"
  | "aborted"
  | "rateLimited"
  | "unavailable"
  | "unauthenticated"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "invalid"
  | "captcha"
  | "misconfigured"
  | "contract";

/** The contract's names for the reasons that a sign-in fails. Source: spec §8. */
export type SignInErrorCode =
  | "invalidEmail"
  | "invalidPassword"
  | "resetPassword"
  | "emailAlreadyExists"
  | "missingCaptchaToken"
  | "invalidCaptchaToken";

/** Codes of errors that the client finds itself. Documented in the reference of the client, "Errors". */
export type ClientErrorCode =
  | "ABORTED"
  | "API_KEY_MISSING"
  | "CAPTCHA_FAILED"
  | "COOKIES_READ_ONLY"
  | "CRYPTO_MISSING"
  | "ERR_JOSE_NOT_SUPPORTED"
  | "ERR_JWS_INVALID"
  | "ERR_JWS_SIGNATURE_VERIFICATION_FAILED"
  | "ERR_JWT_CLAIM_VALIDATION_FAILED"
  | "ERR_JWT_EXPIRED"
  | "FRAME_SILENT"
  | "FRAME_TIMEOUT"
  | "IDENTITY_MISSING"
  | "INSECURE_CONTEXT"
  | "INVALID_ARGUMENT"
  | "INVALID_OPTION"
  | "INVALID_STATE"
  | "LIVE_UNAVAILABLE"
  | "MALFORMED_EVENT"
  | "MALFORMED_RESPONSE"
  | "MEMBER_REQUIRED"
  | "NETWORK"
  | "NO_PAGE"
  | "PASSKEY_CANCELLED"
  | "PASSKEY_DOMAIN"
  | "PASSKEY_EXISTS"
  | "PASSKEY_UNSUPPORTED"
  | "PUBLIC_KEY_MISSING"
  | "PUBLIC_KEY_UNREADABLE"
  | "RENEWAL_NEEDED"
  | "SESSION_COMMITTED"
  | "SESSION_SUSPENDED"
  | "STRATEGY_CANNOT"
  | "TIMEOUT"
  | "TOKEN_REPEATED"
  | "UNEXPECTED_EVENT";

/** Codes that are documented; a newer server may send others. */
export type DocumentedErrorCode = ErrorCode | OAuthErrorCode | ClientErrorCode;

/** The details of an error response, in the shape of the contract. */
export interface ErrorDetails {
  /** The rejected rule: the server's code, a description, and data that depends on the code. */
  applicationError?: { code: string; description: string; data?: Record<string, unknown> };
  /** Sorted by field. Fields have the names that the caller used. */
  validationError?: { fieldViolations: FieldViolation[] };
  /** The id of the request in the server's log; `null` when the response has none. */
  requestId?: string | null;
  /** Error code of the token endpoint. Source: RFC 6749 §5.2. */
  error?: string;
  /** Description of the token endpoint's error. */
  error_description?: string;
}

export interface ErrorProperties {
  kind: ErrorKind;
  code: string;
  errorCode?: SignInErrorCode | undefined;
  details?: ErrorDetails | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

const retryableKinds: readonly ErrorKind[] = ["network", "timeout", "rateLimited", "unavailable"];

/** The error that this package throws. Switch on `kind`, or on `code` for a specific case; never on `message`. */
export class PorchlightError extends Error {
  /** Always `PorchlightError`; see {@link isPorchlightError}. */
  override readonly name = "PorchlightError"; // literal: survives minification
  /** What the caller can do about it. */
  declare readonly kind: ErrorKind;
  /** The server's or this package's code. Open union: a newer server may send an unknown code. */
  declare readonly code: DocumentedErrorCode | (string & {});
  /** The contract's name for the reason that a sign-in failed; absent for other calls. */
  declare readonly errorCode: SignInErrorCode | undefined;
  /** The details of the response, such as the violations by field. */
  declare readonly details: ErrorDetails | undefined;
  /** HTTP status, 400–599; absent when there was no response. */
  declare readonly status: number | undefined;
  /** The id of the request in the server's log; absent when a proxy responded. */
  declare readonly requestId: string | undefined;
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean;
  /** Seconds to wait before a retry, if the server sent `Retry-After`. */
  declare readonly retryAfter: number | undefined;

  constructor(message: string, { cause, ...properties }: ErrorProperties) {
    super(message, { cause });
    Object.assign(this, properties, { retryable: retryableKinds.includes(properties.kind) });
  }
}

/**
 * Whether `value` is a {@link PorchlightError}. Works across realms and copies of this package, unlike `instanceof`.
 */
export function isPorchlightError(value: unknown): value is PorchlightError {
  return (value as PorchlightError | null | undefined)?.name === "PorchlightError";
}

/** Creates an error that does not come from a response. */
export const createError = (
  kind: ErrorKind,
  code: DocumentedErrorCode,
  message: string,
  cause?: unknown,
): PorchlightError => new PorchlightError(message, { kind, code, cause });

/** Creates an error that the site's developer has to fix; the message says how. */
export const configurationError = (code: DocumentedErrorCode, message: string, cause?: unknown): PorchlightError =>
  createError("misconfigured", code, message, cause);

/** Also logs the error, because sign-in pages show their visitors a general message. */
export function logConfigurationError(code: DocumentedErrorCode, message: string, cause?: unknown): PorchlightError {
  console.error(message);
  return configurationError(code, message, cause);
}

/** Validates an option of a constructor. @throws {PorchlightError} `INVALID_OPTION`, naming the option. */
export function requireOption(isValid: unknown, option: string, expected: string): void {
  if (!isValid) throw createError("misconfigured", "INVALID_OPTION", `${option} must be ${expected}.`);
}

export const unreadableResponse = "The response is not readable. Is the host correct?";

/** Creates the error for a response that violates the contract. */
export const malformedResponse = (cause: unknown): PorchlightError =>
  createError("contract", "MALFORMED_RESPONSE", unreadableResponse, cause);
