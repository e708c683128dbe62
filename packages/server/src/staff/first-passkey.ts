import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import type {
  AcceptInvitationRequest,
  FirstPasskeyOptions,
  FirstPasskeyResponse,
  StartFirstPasskeyRequest,
} from "@porchlight/contract/staff/staff";
import type { Transaction } from "kysely";
import { requireAppId } from "../auth/apps/caller-app.ts";
import { enableFactor, insertFactor, listMemberFactors } from "../auth/mfa/factors-store.ts";
import { consumePasskeyChallenge } from "../auth/passkeys/passkey-challenges-store.ts";
import { type VerifiedPasskey, verifyPasskeyRegistration } from "../auth/passkeys/passkey-registration.ts";
import { insertPasskey } from "../auth/passkeys/passkeys-store.ts";
import { passkeyDomain } from "../auth/passkeys/relying-party.ts";
import { requestNewPasskey } from "../auth/passkeys/request-passkey.ts";
import { consumeRecoveryToken, findRecoveryToken } from "../auth/recovery/recovery-tokens-store.ts";
import { endSignIns } from "../auth/sign-in/end-sign-ins.ts";
import { resolveSignInResult } from "../auth/sign-in/sign-in-result.ts";
import { requireEmailAddress } from "../members/email-address.ts";
import { withNames } from "../members/member-details.ts";
import { findMember, lockMember, type MemberRow, markEmailVerified, setProfile } from "../members/members-store.ts";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { Requester } from "../platform/context/request-context.ts";
import { hashSecret } from "../platform/crypto/secrets.ts";
import type { DbOrTx } from "../platform/db/database.ts";
import { newId } from "../platform/db/ids.ts";
import type { Tables } from "../platform/db/tables/tables.ts";
import type { ServerContext, TxContext } from "../platform/server-context.ts";
import { readSettings } from "../platform/settings/settings-store.ts";
import type { StaffContext } from "./staff-context.ts";
import { hasSetupLink } from "./staff-store.ts";

type SetupContext = Pick<StaffContext, "staffSite">;

const keyOf = (context: TxContext, caller: Caller, accountId: string) =>
  ({ siteId: context.site.id, purpose: "set-up", subject: accountId, appId: requireAppId(caller) }) as const;

/**
 * Options to create the first passkey of an account: the one of a setup link, or an invited one.
 *
 * @throws {Refusal} `SETUP_LINK_INVALID`; `RECOVERY_TOKEN_INVALID` if the account has a password or a passkey already.
 * @throws {InvalidArguments} a setup link without a valid email.
 */
export async function startFirstPasskey(
  { staffSite: context }: SetupContext,
  { caller }: Requester,
  { body }: StartFirstPasskeyRequest,
): Promise<FirstPasskeyOptions> {
  const tokenHash = hashSecret(body.token);
  const account = (await hasSetupLink(context.db, context.site.id, tokenHash, context.now()))
    ? { id: newId(), email: requireEmailAddress(body.email ?? "", "email").address }
    : await requireInvited(context.db, context, tokenHash);
  const request = {
    key: keyOf(context, caller, account.id),
    rpId: passkeyDomain(context, await context.settings.read()),
    userVerification: "required" as const,
    passkeys: [],
  };
  return {
    accountId: account.id,
    webauthn: await requestNewPasskey(context.db, context, request, account, true),
  };
}

/** The account of an invitation that has not been accepted yet. @throws {Refusal} `RECOVERY_TOKEN_INVALID`. */
async function requireInvited(db: DbOrTx, context: TxContext, tokenHash: Buffer): Promise<MemberRow> {
  const siteId = context.site.id;
  const id = await findRecoveryToken(db, siteId, tokenHash, context.now());
  const member = id === undefined ? undefined : await findMember(db, siteId, id);
  // A link to reset a password must not replace the second factor.
  const isNew = member?.status === "ACTIVE" && member.password_hash === null;
  if (!isNew || (await hasFactors(db, siteId, member.id))) throw new Refusal("RECOVERY_TOKEN_INVALID");
  return member;
}

async function hasFactors(db: DbOrTx, siteId: string, memberId: string): Promise<boolean> {
  const factors = await listMemberFactors(db, siteId, memberId);
  return factors.some(({ status }) => status !== "REQUIRE_ACTIVATION");
}

/** Verifies the response of a browser. @throws {Refusal} `PASSKEY_REFUSED`. */
export async function verifyFirstPasskey(
  context: ServerContext,
  caller: Caller,
  response: FirstPasskeyResponse,
): Promise<VerifiedPasskey> {
  return verifyPasskeyRegistration(context, caller, response, true);
}

/**
 * Adds the first passkey of an account, with which it signs in from now on.
 *
 * @throws {Refusal} `PASSKEY_REFUSED` if the challenge is invalid or the passkey exists already.
 */
export async function addFirstPasskey(
  tx: Transaction<Tables>,
  context: TxContext,
  caller: Caller,
  memberId: string,
  { challengeId, challengeHash, ...passkey }: VerifiedPasskey,
): Promise<void> {
  const siteId = context.site.id;
  const at = context.now();
  const challenge = { ...keyOf(context, caller, memberId), id: challengeId, challengeHash };
  if (!(await consumePasskeyChallenge(tx, challenge, at))) throw new Refusal("PASSKEY_REFUSED");
  const rpId = passkeyDomain(context, await readSettings(tx, siteId));
  const factorId = newId(at.getTime());
  await insertFactor(tx, { siteId, id: factorId, memberId, type: "WEBAUTHN", name: null, rpId, at });
  if (!(await insertPasskey(tx, { siteId, factorId, memberId, ...passkey }))) throw new Refusal("PASSKEY_REFUSED");
  await enableFactor(tx, siteId, factorId, at);
  const details = { factorId, factorType: "WEBAUTHN" };
  await recordAuditEvent(tx, context, "factor-added", { by: "member", memberId, details });
}

/**
 * Accepts an invitation with a passkey instead of a password, and signs in. Also verifies the email.
 *
 * @throws {Refusal} `RECOVERY_TOKEN_INVALID`; `PASSKEY_REFUSED`.
 */
export async function acceptInvitation(
  { staffSite: context }: SetupContext,
  { caller }: Requester,
  { body: { token, passkey: response, ...names } }: AcceptInvitationRequest,
): Promise<StateMachineResponse> {
  const siteId = context.site.id;
  const tokenHash = hashSecret(token);
  const { id } = await requireInvited(context.db, context, tokenHash);
  const passkey = await verifyFirstPasskey(context, caller, response);
  return context.db.transaction().execute(async (tx) => {
    const at = context.now();
    await lockMember(tx, siteId, id);
    // Checked again under the lock: of concurrent requests, the first uses the token.
    const member = await requireInvited(tx, context, tokenHash);
    await consumeRecoveryToken(tx, siteId, tokenHash, at);
    await endSignIns(tx, siteId, id, at);
    await addFirstPasskey(tx, context, caller, id, passkey);
    await markEmailVerified(tx, siteId, id);
    const profile = withNames(member.profile, names);
    const accepted = await setProfile(tx, siteId, id, { profile, at });
    return resolveSignInResult(tx, context, caller, accepted, { isMfaComplete: true });
  });
}
