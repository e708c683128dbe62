import type { PasskeyChallenge, PasskeyEnrollment, UserVerification } from "@porchlight/contract/auth/passkeys/passkey";
import { generateAuthenticationOptions, generateRegistrationOptions } from "@simplewebauthn/server";
import type { MemberRow } from "../../members/members-store.ts";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { insertPasskeyChallenge, type PasskeyChallengeKey } from "./passkey-challenges-store.ts";
import type { PasskeyRow } from "./passkeys-store.ts";

/** Source: security requirements §4, "WebAuthn". */
export const passkeyChallengeTtlMs = 5 * 60_000;

/** EdDSA, ES256, RS256: what all authenticators of today have one of. */
export const passkeyAlgorithms = [-8, -7, -257];

/** Writes a new challenge down; answers its id and itself, as base64url. */
async function newChallenge(
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
  /** Those that may answer; none where the browser finds one by itself. */
  passkeys: readonly PasskeyRow[];
}

/** Asks for a use of one of these passkeys. */
export async function requestPasskey(
  db: DbOrTx,
  context: TxContext,
  { key, rpId, userVerification, passkeys }: PasskeyRequest,
): Promise<PasskeyChallenge> {
  const { challengeId, challenge } = await newChallenge(db, context, key);
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge,
    userVerification,
    timeout: passkeyChallengeTtlMs,
    allowCredentials: passkeys.map(describe),
  });
  return { challengeId, publicKeyCredentialRequestOptionsJson: JSON.stringify(options) };
}

/** Asks for a new passkey of the member's, on a device that has none of `known` yet. */
export async function requestNewPasskey(
  db: DbOrTx,
  context: TxContext,
  { key, rpId, userVerification, passkeys: known }: PasskeyRequest,
  member: MemberRow,
): Promise<PasskeyEnrollment> {
  const { challengeId, challenge } = await newChallenge(db, context, key);
  const options = await generateRegistrationOptions({
    rpID: rpId,
    rpName: context.site.name,
    userID: toUserHandle(member.id),
    userName: member.email,
    userDisplayName: member.email,
    challenge,
    timeout: passkeyChallengeTtlMs,
    attestationType: "none",
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: "preferred", requireResidentKey: false, userVerification },
    supportedAlgorithmIDs: passkeyAlgorithms,
  });
  return { challengeId, publicKeyCredentialCreationOptionsJson: JSON.stringify(options) };
}

/** What passkeys keep of whose they are: the id's 16 bytes, which say nothing about the member. Source: WebAuthn §14.6.1. */
export const toUserHandle = (memberId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(memberId.replaceAll("-", ""), "hex"));

const describe = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id.toString("base64url"),
  transports,
});
