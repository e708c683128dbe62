import type { PasskeyChallenge, PasskeyEnrollment, PasskeyResponse } from "../passkeys/passkey.ts";

/** Authentication factors. Source: spec §4, "Factor type". */
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

/** Why MFA is required. Source: spec §4, "MFA reason". */
export const mfaReasons = ["USER_SETTINGS", "HIGH_RISK_LOGIN"] as const;
export type MfaReason = (typeof mfaReasons)[number];

/** Second factors at sign-in. Recovery codes are a Porchlight extension. */
export const secondFactorTypes = ["SMS", "CALL", "EMAIL", "TOTP", "PUSH", "WEBAUTHN", "RECOVERY_CODE"] as const;
/** A method of the second factor at sign-in, including the server's recovery codes. */
export type SecondFactorType = (typeof secondFactorTypes)[number];

/** Second factors that require a sent code or push notification. */
export const challengeFactorTypes = ["SMS", "CALL", "EMAIL", "PUSH"] as const;
/** A factor that sends a code or a push. */
export type ChallengeFactorType = (typeof challengeFactorTypes)[number];

/** A second factor available to the member who signs in. */
export interface AvailableFactor {
  factorType: SecondFactorType;
  /** Partial address or number that its owner recognizes. */
  hint?: string;
}

/** A reauthentication method of the signed-in member, one of the `ways` of `REAUTHENTICATION_REQUIRED`. */
export interface ReauthenticationMethod {
  factorType: SecondFactorType | "PASSWORD";
  /** As in {@link AvailableFactor}. */
  hint?: string;
}

/** Input of a reauthentication: the password or another method. */
export type ReauthenticationInput =
  | { password: string }
  /** Without a code, one is sent; with PUSH, the devices are prompted, then polled. */
  | { factorType: Exclude<SecondFactorType, "WEBAUTHN">; code?: string }
  /** Without `webauthnData`, the response has the challenge for the passkey. */
  | { factorType: "WEBAUTHN"; webauthnData?: PasskeyResponse };

export interface ReauthenticateResponse {
  /** If false, a code was sent, a device was prompted, or the passkey is expected. */
  proved: boolean;
  /** With type PUSH, until the device has responded. */
  pushNumber?: string;
  /** With type WEBAUTHN. */
  webauthn?: PasskeyChallenge;
}

/** With `REQUIRE_MFA` and `MFA_CHALLENGE`. Source: recordings, mfa. */
export interface MfaChallenge {
  /** The preferred factor. */
  factorType: SecondFactorType;
  availableFactors: AvailableFactor[];
  reason?: MfaReason;
  /** With `MFA_CHALLENGE` and the type WEBAUTHN. */
  webauthn?: PasskeyChallenge;
}

/** Verification data of the second factor. Source: recordings, mfa. */
export interface SecondFactorInput {
  /** From the response that required the factor. */
  stateToken: string;
  /** Trusts this device: no second factor for 30 days. */
  rememberThisDevice?: boolean;
  totpData?: { code: string };
  recoveryCodeData?: { code: string };
  /** Without a code, one is sent by email, text message or call. */
  emailData?: { code?: string };
  smsData?: { code?: string };
  callData?: { code?: string };
  /** Prompts the member's devices, then polls them. */
  pushData?: Record<never, never>;
  /** Without a credential, the response has the challenge for the passkey. */
  webauthnData?: Partial<PasskeyResponse>;
}

/** An authentication factor of the member. */
export interface Factor {
  /** `null` for the password, which cannot be removed. */
  id: string | null;
  type: FactorType;
  status: FactorStatus;
  /** Name chosen by its owner; `null` for none. */
  name: string | null;
  /** Partial target of its codes; absent for a factor without codes. */
  hint?: string;
  /**
   * Where a passkey was created: browser and operating system, such as `Firefox` and `Windows`; absent with other
   * types.
   */
  browser?: string | null;
  device?: string | null;
  /** ISO 8601, UTC. */
  createdDate: string;
  lastUsedDate: string | null;
}

export interface FactorsResponse {
  factors: Factor[];
  recoveryCodesLeft: number;
  /** Used codes, counted from 1 in the order they were issued; codes issued by older servers are not counted. */
  usedRecoveryCodes: number[];
  /** Factors that can be enrolled: allowed by the owner and available on this server. */
  offered: NewFactor["type"][];
  /** Whether the site requires MFA of all members: by email without another factor. */
  isRequired: boolean;
}

/** For an authenticator app; shown once. Source: RFC 6238, and the `otpauth` URI of the apps. */
export interface TotpEnrollment {
  /** Base32. */
  secret: string;
  uri: string;
  /** The same as an image: a `data:` URL of an SVG. */
  qrCode: string;
}

/** Second factors that members can enroll, strongest first. */
export const enrollableFactorTypes = ["WEBAUTHN", "TOTP", "PUSH", "SMS", "CALL", "EMAIL"] as const;

/** A second factor to enroll. */
export type NewFactor =
  | { type: "WEBAUTHN"; name?: string }
  | { type: "TOTP"; name?: string }
  /** `phoneNumber` in E.164, such as +442079460000; spaces and dashes are ignored. The first code is sent there. */
  | { type: "SMS" | "CALL"; phoneNumber: string; name?: string }
  /** A device and its name; it is prompted immediately. */
  | { type: "PUSH"; name: string }
  /** The first code is sent to the member's email. */
  | { type: "EMAIL"; name?: string };

export interface AddFactorResponse {
  factor: Factor;
  /** With type TOTP. */
  totp?: TotpEnrollment;
  /** With type PUSH: to be displayed; the member selects it on the device. */
  pushNumber?: string;
  /** With type WEBAUTHN. */
  webauthn?: PasskeyEnrollment;
}

export interface ActivateFactorResponse {
  factor: Factor;
  /** With type PUSH, until the device has responded. */
  pushNumber?: string;
  /** With the member's first second factor, once: each replaces the second factor for one sign-in. */
  recoveryCodes?: string[];
}
