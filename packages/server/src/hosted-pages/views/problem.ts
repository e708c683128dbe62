import type { CaptchaKind } from "@porchlight/contract/auth/captcha/captcha";
import type { TextKey } from "../../platform/i18n/texts.ts";

type Values = Readonly<Record<string, string | number>>;

/** Invalid input. */
export interface ValidationError {
  key: TextKey;
  values?: Values;
  /** Name of the field; absent if the error belongs to none. */
  field?: string;
  /** Another field to mark as invalid. */
  alsoMarks?: string;
}

/** The reason why a form is shown again. */
export interface Problem {
  /** HTTP status of the response. */
  status: number;
  /** Validation errors, in the order of the fields. */
  issues?: readonly ValidationError[];
  /** Shown above the form if the input is valid. */
  notice?: { key: TextKey; values?: Values; kind: "warning" | "danger" };
  /** Seconds until a retry may succeed. */
  retryAfter?: number;
  /** The captcha to solve before the form is accepted. */
  captcha?: CaptchaKind;
  /** To quote when contacting the operator. */
  requestId?: string;
}

export const validationProblem = (...issues: ValidationError[]): Problem => ({ status: 422, issues });
