import type { Factor } from "../mfa/factor.ts";

/** How much a passkey has to make sure of who uses it, by a fingerprint or a PIN for instance. Source: WebAuthn §5.8.6. */
export const userVerifications = ["required", "preferred", "discouraged"] as const;
export type UserVerification = (typeof userVerifications)[number];

/** Bytes of a passkey's answer at most. Source: entities.md, WebAuthnVerifyData. */
export const maxCredentialLength = 3_000;
/** The same when a passkey is made, which says more about itself. */
export const maxNewCredentialLength = 16_000;

/** What a passkey is asked, for five minutes and once. Source: entities.md, WebAuthnChallengeData. */
export interface PasskeyChallenge {
  challengeId: string;
  /** JSON with binary parts as base64url, for `PublicKeyCredential.parseRequestOptionsFromJSON`. Source: WebAuthn §5.1.9. */
  publicKeyCredentialRequestOptionsJson: string;
}

/** What a passkey is made with, for five minutes and once. */
export interface PasskeyEnrollment {
  challengeId: string;
  /** JSON with binary parts as base64url, for `PublicKeyCredential.parseCreationOptionsFromJSON`. Source: WebAuthn §5.1.8. */
  publicKeyCredentialCreationOptionsJson: string;
}

/** The answer of a passkey. Source: entities.md, WebAuthnVerifyData. */
export interface PasskeyResponse {
  challengeId: string;
  /** What `PublicKeyCredential.toJSON` makes, as text. Source: WebAuthn §5.1. */
  credential: string;
}

/** Source: entities.md, GetWebauthnChallengeResponse. */
export interface PasskeyOptionsResponse {
  webauthn: PasskeyChallenge;
}

export interface RenameFactorResponse {
  factor: Factor;
}
