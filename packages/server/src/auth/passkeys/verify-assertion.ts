import type { Transaction } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { equalInConstantTime, hashSecret } from "../../platform/crypto/secrets.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { parseAssertion } from "./parse-credential.ts";
import { consumePasskeyChallenge, type PasskeyChallengeKey } from "./passkey-challenges-store.ts";
import { findPasskey, lockPasskey, type PasskeyRow, recordPasskeyUse } from "./passkeys-store.ts";
import { passkeyDomain, passkeyOrigins } from "./relying-party.ts";
import { toUserHandle } from "./request-passkey.ts";

/** A passkey use with a valid signature. {@link acceptAssertion} checks its challenge. */
export interface Assertion {
  passkey: PasskeyRow;
  challengeId: string;
  challengeHash: Buffer;
  signCount: number;
  /** Whether the authenticator verified the user. */
  isUserVerified: boolean;
}

/**
 * Verifies the signature, origin and domain. Runs outside a transaction, because it takes long.
 *
 * @throws {Refusal} `PASSKEY_UNKNOWN`; `PASSKEY_REFUSED`.
 * Source: WebAuthn §7.2; security requirements §4.
 */
export async function verifyAssertion(
  context: ServerContext,
  caller: Caller,
  { challengeId, credential: text }: { challengeId: string; credential: string },
  requiresUserVerification: boolean,
): Promise<Assertion> {
  const { db, site } = context;
  const credential = parseAssertion(text);
  const passkey = await findPasskey(db, site.id, Buffer.from(credential.id, "base64url"));
  if (!passkey) throw new Refusal("PASSKEY_UNKNOWN");
  const { userHandle, ...response } = credential.response;
  if (userHandle != null && !isUserHandleOf(passkey.member_id, userHandle)) throw new Refusal("PASSKEY_REFUSED");
  const origins = await passkeyOrigins(context, caller);
  const rpId = passkeyDomain(context, await context.settings.read());
  let challengeHash: Buffer | undefined;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const result = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge(challenge) {
      challengeHash = hashSecret(challenge);
      return true;
    },
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: requiresUserVerification,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(passkey.public_key),
      // The counter is checked under the row lock instead.
      counter: 0,
    },
  }).catch((error: unknown) => rejectPasskey(context, error));
  if (!result.verified || !challengeHash) throw rejectPasskey(context, "the signature is wrong");
  const { newCounter, userVerified } = result.authenticationInfo;
  return { passkey, challengeId, challengeHash, signCount: newCounter, isUserVerified: userVerified };
}

/** Logs the reason, which the response does not reveal. */
function rejectPasskey(context: ServerContext, reason: unknown): never {
  const message = reason instanceof Error ? reason.message : String(reason);
  context.log.info({ event: "passkey-refused", reason: message.slice(0, 300) }, "passkey");
  throw new Refusal("PASSKEY_REFUSED");
}

const isUserHandleOf = (memberId: string, userHandle: string) =>
  equalInConstantTime(Buffer.from(userHandle, "base64url"), Buffer.from(toUserHandle(memberId)));

/**
 * Consumes the challenge and records the use. A counter that went back indicates a cloned authenticator.
 *
 * @throws {Refusal} `PASSKEY_REFUSED` if the challenge is unknown, expired or used, or the counter went back;
 *   `PASSKEY_UNKNOWN` if the passkey was removed.
 */
export async function acceptAssertion(
  tx: Transaction<Tables>,
  context: TxContext,
  key: PasskeyChallengeKey,
  { passkey, challengeId, challengeHash, signCount }: Assertion,
): Promise<void> {
  const at = context.now();
  if (!(await consumePasskeyChallenge(tx, { ...key, id: challengeId, challengeHash }, at)))
    throw new Refusal("PASSKEY_REFUSED");
  const { factor_id: factorId, member_id: memberId } = passkey;
  const current = await lockPasskey(tx, key.siteId, factorId);
  if (!current) throw new Refusal("PASSKEY_UNKNOWN");
  const lastCount = Number(current.sign_count);
  if ((signCount > 0 || lastCount > 0) && signCount <= lastCount) {
    context.log.warn({ event: "passkey-count-went-back", factorId, memberId, signCount, lastCount }, "passkey refused");
    throw new Refusal("PASSKEY_REFUSED");
  }
  await recordPasskeyUse(tx, key.siteId, factorId, signCount, at);
}
