import type { CaptchaKind } from "@porchlight/contract/auth/captcha/captcha";
import type { TextKey } from "../../platform/i18n/texts.ts";

type Values = Readonly<Record<string, string | number>>;

/** Something typed that has to change. */
export interface Issue {
  key: TextKey;
  values?: Values;
  /** Name of the field to correct; absent when it belongs to none. */
  field?: string;
  /** Another field that is marked as wrong with it. */
  alsoMarks?: string;
}

/** Why a form is shown again. */
export interface Problem {
  /** Of the answer that shows it. */
  status: number;
  /** What to correct, in the order of the fields. */
  issues?: readonly Issue[];
  /** Said above the form when nothing typed is wrong. */
  notice?: { key: TextKey; values?: Values; kind: "warning" | "danger" };
  /** Seconds until it is worth trying again. */
  retryAfter?: number;
  /** What has to be passed before the form is taken. */
  captcha?: CaptchaKind;
  /** To be given to whoever runs the server. */
  requestId?: string;
}

/** One thing to correct. */
export const wrong = (...issues: Issue[]): Problem => ({ status: 422, issues });
