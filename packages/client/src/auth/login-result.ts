import type { AvailableFactor, SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { PasskeyChallenge } from "@porchlight/contract/auth/passkeys/passkey";
import type { ServerState } from "@porchlight/contract/auth/state";
import type { ErrorDetails, ErrorKind, PorchlightError, SignInErrorCode } from "../errors.ts";
import { emailViolation } from "../http/response.ts";

/** Where a sign-in stands. Source: spec §4, "Client login states"; client.md, MFA. */
export const LoginState = {
  SUCCESS: "SUCCESS",
  INITIAL: "INITIAL",
  FAILURE: "FAILURE",
  EMAIL_VERIFICATION_REQUIRED: "EMAIL_VERIFICATION_REQUIRED",
  OWNER_APPROVAL_REQUIRED: "OWNER_APPROVAL_REQUIRED",
  USER_CAPTCHA_REQUIRED: "USER_CAPTCHA_REQUIRED",
  SILENT_CAPTCHA_REQUIRED: "SILENT_CAPTCHA_REQUIRED",
  MFA_REQUIRED: "MFA_REQUIRED",
} as const;
export type LoginState = (typeof LoginState)[keyof typeof LoginState];

/** A failed step of a sign-in or sign-up. */
export interface LoginFailure {
  loginState: "FAILURE";
  /** A sentence. */
  error: string;
  /** The contract's word for it, where it has one. */
  errorCode?: SignInErrorCode | undefined;
  kind: ErrorKind;
  /** The server's code; absent for `Unknown _state`. */
  code?: string | undefined;
  details?: ErrorDetails | undefined;
  requestId?: string | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
  /** Why a known member may not sign in: blocked, deleted. */
  identityStatus?: string | undefined;
}

/** What register, login and processVerification answer; `loginState` tells which. */
export type LoginResult =
  /** `deviceToken`: after a second step on a device that is to be remembered. */
  | { loginState: "SUCCESS"; data: { sessionToken: string; deviceToken?: string } }
  | { loginState: "INITIAL" | "USER_CAPTCHA_REQUIRED" | "SILENT_CAPTCHA_REQUIRED" | "OWNER_APPROVAL_REQUIRED" }
  | { loginState: "EMAIL_VERIFICATION_REQUIRED"; data: { stateToken: string } }
  | {
      loginState: "MFA_REQUIRED";
      data: {
        stateToken: string;
        factors: AvailableFactor[];
        reason?: string | undefined;
        /** What a code was sent for, or a device asked, by `requestFactor`. */
        challenged?: SecondFactorType;
        /** With PUSH: to be shown, two digits. */
        pushNumber?: string | undefined;
        /** With WEBAUTHN: what the passkey is asked. */
        webauthn?: PasskeyChallenge | undefined;
      };
    }
  | LoginFailure;

/** What of a sign-in answer decides; the rest is in the module `authentication`. */
interface SignInResponse {
  state?: ServerState;
  sessionToken?: string;
  stateToken?: string;
  identity?: { status?: { name?: string } };
  mfaChallengeData?: { availableFactors?: AvailableFactor[]; reason?: string };
}

export const unknownState = (kind: ErrorKind, identityStatus?: string): LoginFailure => ({
  loginState: "FAILURE",
  error: "Unknown _state",
  kind,
  identityStatus,
});

/** Source: flows.md §2. */
export function loginResult({ state, sessionToken = "", stateToken = "", ...rest }: SignInResponse): LoginResult {
  switch (state) {
    case "SUCCESS":
      return { loginState: "SUCCESS", data: { sessionToken } };
    case "REQUIRE_OWNER_APPROVAL":
      return { loginState: "OWNER_APPROVAL_REQUIRED" };
    case "REQUIRE_EMAIL_VERIFICATION":
      return { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken } };
    case "REQUIRE_MFA":
    case "MFA_CHALLENGE": {
      const { availableFactors: factors = [], reason } = rest.mfaChallengeData ?? {};
      return { loginState: "MFA_REQUIRED", data: { stateToken, factors, reason } };
    }
    case "STATUS_CHECK":
      return unknownState("forbidden", rest.identity?.status?.name);
    default:
      return unknownState("contract");
  }
}

/** Source: errors.md §3. */
export function loginFailure(error: PorchlightError, fallback?: SignInErrorCode): LoginFailure {
  const { kind, code, details, requestId, retryAfter } = error;
  return {
    loginState: "FAILURE",
    error: emailViolation(details)?.description ?? error.message,
    errorCode: error.errorCode ?? (error.status ? fallback : undefined),
    kind,
    code,
    details,
    requestId,
    retryAfter,
  };
}
