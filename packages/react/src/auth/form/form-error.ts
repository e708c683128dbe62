import type account from "@porchlight/contract/texts/en/account.json";
import type auth from "@porchlight/contract/texts/en/auth.json";
import type authStop from "@porchlight/contract/texts/en/auth-stop.json";
import type verifyEmail from "@porchlight/contract/texts/en/auth-verifyEmail.json";
import type callback from "@porchlight/contract/texts/en/callback.json";
import type common from "@porchlight/contract/texts/en/common.json";
import type memberships from "@porchlight/contract/texts/en/memberships.json";
import type passkey from "@porchlight/contract/texts/en/passkey.json";
import type passkeyStep from "@porchlight/contract/texts/en/passkey-step.json";
import type password from "@porchlight/contract/texts/en/password.json";
import type mailedPassword from "@porchlight/contract/texts/en/password-mail.json";
import type newPassword from "@porchlight/contract/texts/en/password-new.json";
import type profile from "@porchlight/contract/texts/en/profile.json";
import type secondStep from "@porchlight/contract/texts/en/secondStep.json";
import type secondStepSent from "@porchlight/contract/texts/en/secondStep-sent.json";
import type security from "@porchlight/contract/texts/en/security.json";
import type securityEvents from "@porchlight/contract/texts/en/security-events.json";
import type securityProof from "@porchlight/contract/texts/en/security-proof.json";
import type securitySetUp from "@porchlight/contract/texts/en/security-setUp.json";

export type AuthTextKey =
  | keyof typeof account
  | keyof typeof auth
  | keyof typeof authStop
  | keyof typeof callback
  | keyof typeof common
  | keyof typeof memberships
  | keyof typeof mailedPassword
  | keyof typeof newPassword
  | keyof typeof passkey
  | keyof typeof passkeyStep
  | keyof typeof password
  | keyof typeof profile
  | keyof typeof secondStep
  | keyof typeof secondStepSent
  | keyof typeof security
  | keyof typeof securityEvents
  | keyof typeof securityProof
  | keyof typeof securitySetUp
  | keyof typeof verifyEmail;

/** Field names of the authentication and account screens. */
export type AuthFieldName =
  | "firstName"
  | "lastName"
  | "nickname"
  | "email"
  | "password"
  | "currentPassword"
  | "code"
  | "name"
  | "phone";

/** An error as data, which the screens convert to text. */
export interface FormError {
  key: AuthTextKey;
  values?: Readonly<Record<string, string | number>>;
  /** The field to correct, if any. */
  field?: AuthFieldName;
  /** Another field to mark as invalid. */
  relatedField?: AuthFieldName;
  /** The server's message, if more specific. */
  description?: string;
}

/** An error of sign-in, sign-up or verification. */
export interface AuthError extends FormError {
  /**
   * `summary`: input has to be corrected. `field`: the same with a single field. `notice`: no input caused it, and the
   * fields stay unchanged.
   */
  display: "summary" | "field" | "notice";
  /** Earliest time of the next attempt, in milliseconds since the epoch. */
  retryAt?: number;
  /** Helps the operator find the failure in the server log. */
  requestId?: string;
  /** One further error per additional field. */
  additionalErrors?: readonly FormError[];
}
