import type { Factor } from "../mfa/factor.ts";

/** Required user verification, such as a fingerprint or a PIN. Source: WebAuthn §5.8.6. */
export const userVerifications = ["required", "preferred", "discouraged"] as const;
export type UserVerification = (typeof userVerifications)[number];

/** Maximum bytes of an assertion. Source: entities.md, WebAuthnVerifyData. */
export const maxCredentialLength = 3_000;
/** Maximum bytes of an attestation, which is larger. */
export const maxNewCredentialLength = 16_000;

/** A passkey challenge; valid once, for five minutes. Source: entities.md, WebAuthnChallengeData. */
export interface PasskeyChallenge {
  challengeId: string;
  /**
   * JSON with binary values as base64url, for `PublicKeyCredential.parseRequestOptionsFromJSON`. Source: WebAuthn
   * §5.1.9.
   */
  publicKeyCredentialRequestOptionsJson: string;
}

/** Options for creating a passkey; valid once, for five minutes. */
export interface PasskeyEnrollment {
  challengeId: string;
  /**
   * JSON with binary values as base64url, for `PublicKeyCredential.parseCreationOptionsFromJSON`. Source: WebAuthn
   * §5.1.8.
   */
  publicKeyCredentialCreationOptionsJson: string;
}

/** The response of a passkey. Source: entities.md, WebAuthnVerifyData. */
export interface PasskeyResponse {
  challengeId: string;
  /** JSON of `PublicKeyCredential.toJSON`. Source: WebAuthn §5.1. */
  credential: string;
}

/** Source: entities.md, GetWebauthnChallengeResponse. */
export interface PasskeyOptionsResponse {
  webauthn: PasskeyChallenge;
}

export interface RenameFactorResponse {
  factor: Factor;
}
