import type { OAuthErrorCode } from "@porchlight/contract/auth/errors";
import { oauthErrors } from "@porchlight/contract/auth/errors";
import { type ErrorCode, errors, type FieldViolation } from "@porchlight/contract/errors";

/** A request that is understood and not carried out. Becomes the contract's envelope; nothing has changed. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly status: number;
  /** Told to the caller beside the code. */
  readonly data: Record<string, unknown>;
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number | undefined;

  /** @param words The code's sentence with the values it is about; the one of the catalogue unless given. */
  constructor(code: ErrorCode, data: Record<string, unknown> = {}, retryAfter?: number, words?: string) {
    super(words ?? errors[code].message);
    this.code = code;
    this.status = errors[code].status;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}

/** Values that do not fit, field by field. */
export class InvalidArguments extends Error {
  override readonly name = "InvalidArguments";
  readonly violations: FieldViolation[];

  constructor(violations: FieldViolation[]) {
    super(violations.map((violation) => `"${violation.field}" ${violation.description}`).join(", "));
    this.violations = violations;
  }
}

/** One refused field in the contract's shape; `type` is what clients look for, EMAIL for instance. */
export function violation(field: string, description: string, violatedRule = "FORMAT", type?: string): FieldViolation {
  return {
    field,
    description,
    violatedRule,
    ...(type === undefined ? {} : { ruleName: type }),
    data: type === undefined ? {} : { type },
  };
}

/** A refusal of the token endpoint, in the form of RFC 6749 §5.2. */
export class OAuthRefusal extends Error {
  override readonly name = "OAuthRefusal";
  readonly code: OAuthErrorCode;
  readonly status: number;

  constructor(code: OAuthErrorCode) {
    super(oauthErrors[code].message);
    this.code = code;
    this.status = oauthErrors[code].status;
  }
}
