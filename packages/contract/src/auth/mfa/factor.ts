import type { PasskeyChallenge, PasskeyEnrollment, PasskeyResponse } from "../passkeys/passkey.ts";

/** Ways to prove who one is. Source: spec §4, "Factor type". */
export const factorTypes = ["PASSWORD", "SMS", "CALL", "EMAIL", "TOTP", "PUSH", "WEBAUTHN"] as const;
export type FactorType = (typeof factorTypes)[number];

/** Source: spec §4, "Factor status". */
export const factorStatuses = [
  "ENABLED",
  "REQUIRE_ACTIVATION",
  "REQUIRE_REENROLL",
  "ENABLED_BY_RULE",
  "DISABLED_BY_RULE",
] as const;
export type FactorStatus = (typeof factorStatuses)[number];

/** Why a second step is asked for. Source: spec §4, "MFA reason". */
export const mfaReasons = ["USER_SETTINGS", "HIGH_RISK_LOGIN"] as const;
export type MfaReason = (typeof mfaReasons)[number];

/** What a second step can be taken with. The contract does not know recovery codes; they are this server's own. */
export const secondFactorTypes = ["SMS", "CALL", "EMAIL", "TOTP", "PUSH", "WEBAUTHN", "RECOVERY_CODE"] as const;
/** A method of the second factor at sign-in, including the server's recovery codes. */
export type SecondFactorType = (typeof secondFactorTypes)[number];

/** Second steps that something has to be sent for. */
export const challengeFactorTypes = ["SMS", "CALL", "EMAIL", "PUSH"] as const;
/** A factor that sends a code or a push. */
export type ChallengeFactorType = (typeof challengeFactorTypes)[number];

/** One of the ways in which the member who is signing in can take the second step. */
export interface AvailableFactor {
  factorType: SecondFactorType;
  /** Enough of it to be recognised by its owner, such as the end of a number. */
  hint?: string;
}

/** A way for a member who is signed in to prove again who they are: one of the `ways` of `REAUTHENTICATION_REQUIRED`. */
export interface ProofWay {
  factorType: SecondFactorType | "PASSWORD";
  /** As in {@link AvailableFactor}. */
  hint?: string;
}

/** Proves again who one is: the password, or another of the ways. */
export type ReauthenticationInput =
  | { password: string }
  /** Without a code one is sent; with PUSH the devices are asked, and then whether they have answered. */
  | { factorType: Exclude<SecondFactorType, "WEBAUTHN">; code?: string }
  /** Without `webauthnData` the answer tells what the passkey is asked. */
  | { factorType: "WEBAUTHN"; webauthnData?: PasskeyResponse };

export interface ReauthenticateResponse {
  /** Otherwise a code is on its way, a device was asked, or the passkey is to answer. */
  proved: boolean;
  /** With type PUSH, while the device has not answered. */
  pushNumber?: string;
  /** With type WEBAUTHN. */
  webauthn?: PasskeyChallenge;
}

/** With `REQUIRE_MFA` and `MFA_CHALLENGE`. Source: recordings, mfa. */
export interface MfaChallenge {
  /** The one to begin with. */
  factorType: SecondFactorType;
  availableFactors: AvailableFactor[];
  reason?: MfaReason;
  /** With `MFA_CHALLENGE` and the type WEBAUTHN. */
  webauthn?: PasskeyChallenge;
}

/** What the second step is taken with, beside its type. Source: recordings, mfa. */
export interface SecondFactorInput {
  /** Of the answer that asked for it. */
  stateToken: string;
  /** Not to be asked on this device for 30 days. */
  rememberThisDevice?: boolean;
  totpData?: { code: string };
  recoveryCodeData?: { code: string };
  /** Without a code one is asked for: by mail, text or call. */
  emailData?: { code?: string };
  smsData?: { code?: string };
  callData?: { code?: string };
  /** Asks the member's devices, then whether they have answered. */
  pushData?: Record<never, never>;
  /** Without a credential the answer tells what the passkey is asked. */
  webauthnData?: Partial<PasskeyResponse>;
}

/** A way of the member's to prove who they are. */
export interface Factor {
  /** `null` for what cannot be removed by itself: the password. */
  id: string | null;
  type: FactorType;
  status: FactorStatus;
  /** What its owner calls it; `null` for none. */
  name: string | null;
  /** Where its codes go, as far as its owner needs to recognise it; absent for a factor without codes. */
  hint?: string;
  /** Where a passkey was made: such as `Firefox`, and such as `Windows`; absent with the other types. */
  browser?: string | null;
  device?: string | null;
  /** ISO 8601, UTC. */
  createdDate: string;
  lastUsedDate: string | null;
}

export interface FactorsResponse {
  factors: Factor[];
  recoveryCodesLeft: number;
  /** Which were used, counted from 1 in the order in which they were told; those from servers of before are not counted. */
  usedRecoveryCodes: number[];
  /** What can be set up: what the site's owner allows, and this server can send. */
  offered: NewFactor["type"][];
  /** Whether the site asks everybody for a second step: by mail whoever has set up none. */
  isRequired: boolean;
}

/** For an authenticator app; the member sees it once. Source: RFC 6238, and the `otpauth` URI that the apps read. */
export interface TotpEnrollment {
  /** Base32. */
  secret: string;
  uri: string;
  /** The same as a picture: a `data:` address of an SVG. */
  qrCode: string;
}

/** Second steps that members set up, the best first. */
export const enrollableFactorTypes = ["WEBAUTHN", "TOTP", "PUSH", "SMS", "CALL", "EMAIL"] as const;

/** A second step to be set up. */
export type NewFactor =
  | { type: "WEBAUTHN"; name?: string }
  | { type: "TOTP"; name?: string }
  /** `phoneNumber` in E.164, like +442079460000; spaces and dashes do not count. The first code goes there. */
  | { type: "SMS" | "CALL"; phoneNumber: string; name?: string }
  /** A device, and what its owner calls it: it is asked at once. */
  | { type: "PUSH"; name: string }
  /** The first code goes to the member's own address. */
  | { type: "EMAIL"; name?: string };

export interface AddFactorResponse {
  factor: Factor;
  /** With type TOTP. */
  totp?: TotpEnrollment;
  /** With type PUSH: to be shown, for the member chooses it on the device. */
  pushNumber?: string;
  /** With type WEBAUTHN. */
  webauthn?: PasskeyEnrollment;
}

export interface ActivateFactorResponse {
  factor: Factor;
  /** With type PUSH, while the device has not answered. */
  pushNumber?: string;
  /** With the member's first second step, this once: each is good for one sign-in without the others. */
  recoveryCodes?: string[];
}
