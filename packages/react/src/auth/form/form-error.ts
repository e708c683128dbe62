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

/** Names of the inputs of the sign-in screens and of those about the account. */
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

/** Something that keeps a form from going on, as data: the screens turn it into words. */
export interface FormError {
  key: AuthTextKey;
  values?: Readonly<Record<string, string | number>>;
  /** The field to correct; absent when it belongs to none. */
  field?: AuthFieldName;
  /** Another field that is marked as wrong with it. */
  relatedField?: AuthFieldName;
  /** The server's own sentence, where it says more than ours. */
  description?: string;
}

/** Why a sign-in, a sign-up or a confirmation did not go through. */
export interface AuthError extends FormError {
  /**
   * `summary`: something typed has to change. `field`: the same where there is but one field, which is enough.
   * `notice`: nothing typed is wrong; the fields stay as they are.
   */
  display: "summary" | "field" | "notice";
  /** No new try before this time, in milliseconds since the epoch. */
  retryAt?: number;
  /** Give this to whoever runs the server. */
  requestId?: string;
  /** More of the same answer, one for each further field. */
  additionalErrors?: readonly FormError[];
}
