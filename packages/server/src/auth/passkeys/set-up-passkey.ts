import type { PasskeyAnswer, PasskeySetUp, UserVerification } from "@porchlight/contract/auth/passkeys/passkey";
import { verifyRegistrationResponse } from "@simplewebauthn/server";
import type { Transaction } from "kysely";
import type { MemberRow } from "../../members/members-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext, TxContext } from "../../platform/context/server-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { type FactorRow, noteFactorPlace } from "../mfa/factors-store.ts";
import { appOf } from "../sign-in/sign-in-result.ts";
import { usePasskeyChallenge } from "./passkey-challenges-store.ts";
import { findPasskeysOf, insertPasskey } from "./passkeys-store.ts";
import { readNewCredential } from "./read-credential.ts";
import { passkeyDomain, passkeyOrigins } from "./relying-party.ts";
import { askForNewPasskey, passkeyAlgorithms } from "./request-passkey.ts";

type MemberCaller = Extract<Caller, { kind: "member" }>;

const setUpKey = (context: TxContext, caller: Caller, factorId: string) =>
  ({ siteId: context.site.id, purpose: "set-up", subject: factorId, appId: appOf(caller) }) as const;

/** What the browser is to make the passkey of this factor with. */
export async function beginPasskey(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: MemberCaller,
  member: MemberRow,
  factor: FactorRow,
  userVerification: UserVerification,
): Promise<PasskeySetUp> {
  const rpId = factor.rp_id ?? "";
  const question = {
    key: setUpKey(context, caller, factor.id),
    rpId,
    userVerification,
    passkeys: await findPasskeysOf(tx, context.site.id, member.id, rpId),
  };
  return askForNewPasskey(tx, context, question, member);
}

/** A passkey whose making was checked. Whether it was asked for is still to be seen, by {@link keepPasskey}. */
export interface CheckedPasskey {
  challengeId: string;
  challengeHash: Buffer;
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
}

/**
 * Checks what the browser has made: the page, the domain, and the key.
 *
 * @throws {Refusal} `PASSKEY_REFUSED`. Source: WebAuthn §7.1.
 */
export async function checkNewPasskey(
  context: ServerContext,
  caller: MemberCaller,
  { challengeId, credential: text }: PasskeyAnswer,
): Promise<CheckedPasskey> {
  const credential = readNewCredential(text);
  const settings = await context.settings.read();
  const origins = await passkeyOrigins(context, caller);
  let challengeHash: Buffer | undefined;
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: { ...credential.response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge(challenge) {
      challengeHash = hashSecret(challenge);
      return true;
    },
    expectedOrigin: origins,
    expectedRPID: passkeyDomain(context, settings),
    requireUserVerification: settings.passkeyVerification === "required",
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
 * Keeps the passkey as what the factor is proved with.
 *
 * @throws {Refusal} `PASSKEY_REFUSED` when it was not asked for, or is known already.
 */
export async function keepPasskey(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: MemberCaller,
  factor: FactorRow,
  { challengeId, challengeHash, ...passkey }: CheckedPasskey,
): Promise<void> {
  const siteId = context.site.id;
  const challenge = { ...setUpKey(context, caller, factor.id), id: challengeId, challengeHash };
  if (!(await usePasskeyChallenge(tx, challenge, context.now()))) throw new Refusal("PASSKEY_REFUSED");
  const { id: factorId, member_id: memberId } = factor;
  if (!(await insertPasskey(tx, { siteId, factorId, memberId, ...passkey }))) throw new Refusal("PASSKEY_REFUSED");
  await noteFactorPlace(tx, siteId, factorId, caller.sessionId);
}
