import type { PasskeyChallenge, PasskeyEnrollment, UserVerification } from "@porchlight/contract/auth/passkeys/passkey";
import type { MemberRow } from "../../members/members-store.ts";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { insertPasskeyChallenge, type PasskeyChallengeKey } from "./passkey-challenges-store.ts";
import type { PasskeyRow } from "./passkeys-store.ts";

/** Source: security requirements §4, "WebAuthn". */
export const passkeyChallengeTtlMs = 5 * 60_000;

/** EdDSA, ES256, RS256: every current authenticator supports one of them. */
export const passkeyAlgorithms = [-8, -7, -257];

/** Stores a new challenge. */
async function createChallenge(
  db: DbOrTx,
  context: TxContext,
  key: PasskeyChallengeKey,
): Promise<{ challengeId: string; challenge: Uint8Array<ArrayBuffer> }> {
  const challengeId = newId();
  const challenge = newSecret();
  const expiresAt = new Date(context.now().getTime() + passkeyChallengeTtlMs);
  await insertPasskeyChallenge(db, { ...key, id: challengeId, challengeHash: hashSecret(challenge), expiresAt });
  return { challengeId, challenge: new Uint8Array(Buffer.from(challenge, "base64url")) };
}

export interface PasskeyRequest {
  key: PasskeyChallengeKey;
  rpId: string;
  userVerification: UserVerification;
  /** Passkeys that may respond; empty to let the browser choose. */
  passkeys: readonly PasskeyRow[];
}

/** Requests the use of one of these passkeys. */
export async function requestPasskey(
  db: DbOrTx,
  context: TxContext,
  { key, rpId, userVerification, passkeys }: PasskeyRequest,
): Promise<PasskeyChallenge> {
  const { challengeId, challenge } = await createChallenge(db, context, key);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge,
    userVerification,
    timeout: passkeyChallengeTtlMs,
    allowCredentials: passkeys.map(describe),
  });
  return { challengeId, publicKeyCredentialRequestOptionsJson: JSON.stringify(options) };
}

/** Requests a new passkey, on an authenticator that has none of `passkeys` yet. */
export async function requestNewPasskey(
  db: DbOrTx,
  context: TxContext,
  { key, rpId, userVerification, passkeys }: PasskeyRequest,
  member: Pick<MemberRow, "id" | "email">,
  /** Whether sign-in will depend on it: then it must be discoverable, so that no email is needed. */
  isOnly = false,
): Promise<PasskeyEnrollment> {
  const { challengeId, challenge } = await createChallenge(db, context, key);
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpID: rpId,
    rpName: context.site.name,
    userID: toUserHandle(member.id),
    userName: member.email,
    userDisplayName: member.email,
    challenge,
    timeout: passkeyChallengeTtlMs,
    attestationType: "none",
    excludeCredentials: passkeys.map(describe),
    authenticatorSelection: {
      residentKey: isOnly ? "required" : "preferred",
      requireResidentKey: isOnly,
      userVerification,
    },
    supportedAlgorithmIDs: passkeyAlgorithms,
  });
  return { challengeId, publicKeyCredentialCreationOptionsJson: JSON.stringify(options) };
}

/** The member id as the 16-byte user handle, which contains no personal data. Source: WebAuthn §14.6.1. */
export const toUserHandle = (memberId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(memberId.replaceAll("-", ""), "hex"));

const describe = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id.toString("base64url"),
  transports,
});
