import type { AvailableFactor, SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { PasskeyChallenge } from "@porchlight/contract/auth/passkeys/passkey";
import type { ServerState } from "@porchlight/contract/auth/state";
import {
  type ErrorDetails,
  type ErrorKind,
  isPorchlightError,
  type PorchlightError,
  type SignInErrorCode,
} from "../errors.ts";
import { emailViolation } from "../http/response.ts";

/** State of a sign-in. Source: spec §4, "Client login states"; client.md, MFA. */
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

/** A failed sign-in or sign-up. */
export interface LoginFailure {
  loginState: "FAILURE";
  /** Error message. */
  error: string;
  /** The contract's name of the error, if it has one. */
  errorCode?: SignInErrorCode | undefined;
  kind: ErrorKind;
  /** The server's code; absent for `Unknown _state`. */
  code?: string | undefined;
  details?: ErrorDetails | undefined;
  requestId?: string | undefined;
  /** Seconds. */
  retryAfter?: number | undefined;
  /** Why an existing member may not sign in: blocked, deleted. */
  identityStatus?: string | undefined;
}

/** Result of register, login and processVerification, discriminated by `loginState`. */
export type LoginResult =
  /** `deviceToken`: after MFA with a device to be trusted. */
  | { loginState: "SUCCESS"; data: { sessionToken: string; deviceToken?: string } }
  | { loginState: "INITIAL" | "USER_CAPTCHA_REQUIRED" | "SILENT_CAPTCHA_REQUIRED" | "OWNER_APPROVAL_REQUIRED" }
  | { loginState: "EMAIL_VERIFICATION_REQUIRED"; data: { stateToken: string } }
  | {
      loginState: "MFA_REQUIRED";
      data: {
        stateToken: string;
        factors: AvailableFactor[];
        reason?: string | undefined;
        /** The factor that `requestFactor` sent a code or push notification for. */
        challenged?: SecondFactorType;
        /** With PUSH: two digits to display. */
        pushNumber?: string | undefined;
        /** With WEBAUTHN: the challenge for the passkey. */
        webauthn?: PasskeyChallenge | undefined;
      };
    }
  | LoginFailure;

/** The decisive part of a sign-in response; the module `authentication` has the rest. */
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
export function loginFailure(error: PorchlightError): LoginFailure {
  const { kind, code, errorCode, details, requestId, retryAfter, cause } = error;
  // The cause of a configuration fault names the setting.
  const { message } = kind === "misconfigured" && isPorchlightError(cause) ? cause : error;
  return {
    loginState: "FAILURE",
    error: emailViolation(details)?.description ?? message,
    errorCode,
    kind,
    code,
    details,
    requestId,
    retryAfter,
  };
}
