import type { ErrorCode, FieldViolation } from "@porchlight/contract/errors";

/** What the caller can do about it; closed, so that a `switch` over it is checked. */
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

/** The contract's words for what a sign-in may fail with. Source: spec §8. */
export type SignInErrorCode =
  | "invalidEmail"
  | "invalidPassword"
  | "resetPassword"
  | "emailAlreadyExists"
  | "missingCaptchaToken"
  | "invalidCaptchaToken";

/** The part of an answer that says what was refused, in the contract's shape. */
export interface ErrorDetails {
  applicationError?: { code: string; description: string; data?: Record<string, unknown> };
  /** Sorted by field; fields in the caller's names. */
  validationError?: { fieldViolations: FieldViolation[] };
  requestId?: string | null;
  /** Answer of the token endpoint. Source: RFC 6749 §5.2. */
  error?: string;
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

/** Everything this package throws on purpose. Switch on `kind`, or on `code` for one case; never on `message`. */
export class PorchlightError extends Error {
  override readonly name = "PorchlightError"; // literal: survives minification
  declare readonly kind: ErrorKind;
  /** Open union: a newer server may send a code this version does not know. */
  declare readonly code: ErrorCode | (string & {});
  /** What a sign-in failed with, in the contract's words; absent elsewhere. */
  declare readonly errorCode: SignInErrorCode | undefined;
  declare readonly details: ErrorDetails | undefined;
  /** HTTP status, 400–599; absent when no answer came. */
  declare readonly status: number | undefined;
  /** Give this to whoever runs the server; absent when a proxy answered. */
  declare readonly requestId: string | undefined;
  /** Whether the same call may succeed later without a change. */
  declare readonly retryable: boolean;
  /** Seconds until a new try makes sense, where the server said so. */
  declare readonly retryAfter: number | undefined;

  constructor(message: string, { cause, ...facts }: ErrorProperties) {
    super(message, { cause });
    Object.assign(this, facts, { retryable: retryableKinds.includes(facts.kind) });
  }
}

/** Works across realms and duplicated copies of this package, where `instanceof` does not. */
export function isPorchlightError(value: unknown): value is PorchlightError {
  return (value as PorchlightError | null | undefined)?.name === "PorchlightError";
}

/** A {@link PorchlightError} of which no server has told anything. */
export const createError = (kind: ErrorKind, code: string, message: string, cause?: unknown): PorchlightError =>
  new PorchlightError(message, { kind, code, cause });

/** What the site's owner has to set right, told in `message`. */
export const configurationError = (code: string, message: string, cause?: unknown): PorchlightError =>
  createError("misconfigured", code, message, cause);
