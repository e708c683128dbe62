import type { PasskeyEnrollment, PasskeyResponse, UserVerification } from "@porchlight/contract/auth/passkeys/passkey";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../members/members-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { requireAppId } from "../apps/caller-app.ts";
import { type FactorRow, recordFactorDevice } from "../mfa/factors-store.ts";
import type { MemberCaller } from "../sessions/lock-own-session.ts";
import { parseRegistration } from "./parse-credential.ts";
import { consumePasskeyChallenge } from "./passkey-challenges-store.ts";
import { insertPasskey, listMemberPasskeys } from "./passkeys-store.ts";
import { passkeyDomain, passkeyOrigins } from "./relying-party.ts";
import { passkeyAlgorithms, requestNewPasskey } from "./request-passkey.ts";

const registrationKey = (context: TxContext, caller: MemberCaller, factorId: string) =>
  ({ siteId: context.site.id, purpose: "set-up", subject: factorId, appId: requireAppId(caller) }) as const;

/** The options for the browser to create the factor's passkey. */
export async function startPasskeyRegistration(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: MemberCaller,
  member: MemberRow,
  factor: FactorRow,
  userVerification: UserVerification,
): Promise<PasskeyEnrollment> {
  const rpId = factor.rp_id ?? "";
  const request = {
    key: registrationKey(context, caller, factor.id),
    rpId,
    userVerification,
    passkeys: await listMemberPasskeys(tx, context.site.id, member.id, rpId),
  };
  return requestNewPasskey(tx, context, request, member);
}

/** A passkey with a valid attestation. {@link storePasskey} checks its challenge. */
export interface VerifiedPasskey {
  challengeId: string;
  challengeHash: Buffer;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
}

/**
 * Verifies the origin, domain and key of a new passkey.
 *
 * @throws {Refusal} `PASSKEY_REFUSED`.
 * Source: WebAuthn §7.1.
 */
export async function verifyPasskeyRegistration(
  context: ServerContext,
  caller: Caller,
  { challengeId, credential: text }: PasskeyResponse,
  requiresUserVerification = false,
): Promise<VerifiedPasskey> {
  const credential = parseRegistration(text);
  const settings = await context.settings.read();
  const origins = await passkeyOrigins(context, caller);
  let challengeHash: Buffer | undefined;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: { ...credential.response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge(challenge) {
      challengeHash = hashSecret(challenge);
      return true;
    },
    expectedOrigin: origins,
    expectedRPID: passkeyDomain(context, settings),
    requireUserVerification: requiresUserVerification || settings.passkeyVerification === "required",
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.slice(0, 300) : String(error);
    context.log.info({ event: "passkey-refused", reason }, "passkey");
    throw new Refusal("PASSKEY_REFUSED");
  });
  if (!registrationInfo || !challengeHash) throw new Refusal("PASSKEY_REFUSED");
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    challengeId,
    challengeHash,
    credentialId: Buffer.from(id, "base64url"),
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports: credential.response.transports ?? [],
  };
}

/**
 * Stores the passkey for the factor.
 *
 * @throws {Refusal} `PASSKEY_REFUSED` if the challenge is invalid or the passkey exists already.
 */
export async function storePasskey(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: MemberCaller,
  factor: FactorRow,
  { challengeId, challengeHash, ...passkey }: VerifiedPasskey,
): Promise<void> {
  const siteId = context.site.id;
  const challenge = { ...registrationKey(context, caller, factor.id), id: challengeId, challengeHash };
  if (!(await consumePasskeyChallenge(tx, challenge, context.now()))) throw new Refusal("PASSKEY_REFUSED");
  const { id: factorId, member_id: memberId } = factor;
  if (!(await insertPasskey(tx, { siteId, factorId, memberId, ...passkey }))) throw new Refusal("PASSKEY_REFUSED");
  await recordFactorDevice(tx, siteId, factorId, caller.sessionId);
}
