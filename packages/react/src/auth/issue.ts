import type account from "@porchlight/contract/texts/en/account.json";
import type auth from "@porchlight/contract/texts/en/auth.json";
import type callback from "@porchlight/contract/texts/en/callback.json";
import type common from "@porchlight/contract/texts/en/common.json";
import type password from "@porchlight/contract/texts/en/password.json";

export type AuthTextKey =
  | keyof typeof account
  | keyof typeof auth
  | keyof typeof callback
  | keyof typeof common
  | keyof typeof password;

/** Names of the inputs of the sign-in screens and of those about the account. */
export type AuthFieldName = "firstName" | "lastName" | "nickname" | "email" | "password" | "currentPassword" | "code";

/** Something that keeps a form from going on, as data: the screens turn it into words. */
export interface Issue {
  key: AuthTextKey;
  values?: Readonly<Record<string, string | number>>;
  /** The field to correct; absent when it belongs to none. */
  field?: AuthFieldName;
  /** Another field that is marked as wrong with it. */
  alsoMarks?: AuthFieldName;
  /** The server's own sentence, where it says more than ours. */
  description?: string;
}

/** Why a sign-in, a sign-up or a confirmation did not go through. */
export interface AuthFailure extends Issue {
  /**
   * `summary`: something typed has to change. `field`: the same where there is but one field, which is enough.
   * `notice`: nothing typed is wrong; the fields stay as they are.
   */
  place: "summary" | "field" | "notice";
  /** No new try before this time, in milliseconds since the epoch. */
  retryAt?: number;
  /** Give this to whoever runs the server. */
  requestId?: string;
  /** More of the same answer, one for each further field. */
  more?: readonly Issue[];
}
