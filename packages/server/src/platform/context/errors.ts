import type { OAuthErrorCode } from "@porchlight/contract/auth/errors";
import { oauthErrors } from "@porchlight/contract/auth/errors";
import { type ErrorCode, errors, type FieldViolation } from "@porchlight/contract/errors";
import { fieldRules, type ViolatedRule } from "@porchlight/contract/field-rules";

/** An expected API error. Becomes the contract's error envelope. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: Record<string, unknown>;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;

  /** @param message Default: the message of the code. */
  constructor(code: ErrorCode, data: Record<string, unknown> = {}, retryAfter?: number, message?: string) {
    super(message ?? errors[code].message);
    this.code = code;
    this.status = errors[code].status;
    this.data = data;
    this.retryAfter = retryAfter;
  }
}

/** Validation errors of a request, by field. */
export class InvalidArguments extends Error {
  override readonly name = "InvalidArguments";
  readonly violations: FieldViolation[];

  constructor(violations: FieldViolation[]) {
    super(violations.map((violation) => `"${violation.field}" ${violation.description}`).join(", "));
    this.violations = violations;
  }
}

const ruleNames: ReadonlyMap<string, string> = new Map(Object.entries(fieldRules).map(([name, text]) => [text, name]));

/**
 * Creates a field violation.
 *
 * @param type The rule name that clients read. Default: the rule of `fieldRules` with this description, if any.
 * @param limits The violated limits, such as `maximum`.
 */
export function violation(
  field: string,
  description: string,
  violatedRule: ViolatedRule = "FORMAT",
  type = ruleNames.get(description),
  limits: Record<string, unknown> = {},
): FieldViolation {
  return {
    field,
    description,
    violatedRule,
    ...(type === undefined ? {} : { ruleName: type }),
    data: type === undefined ? limits : { type, ...limits },
  };
}

/** An error of the token endpoint. Source: RFC 6749 §5.2. */
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
