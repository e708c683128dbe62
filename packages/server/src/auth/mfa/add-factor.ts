import type { AddFactorAnswer, ChallengeType } from "@porchlight/contract/auth/mfa/factor";
import type { AddFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { Transaction } from "kysely";
import { lockMember, type MemberRow } from "../../members/members-store.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { ServerContext, TxContext } from "../../platform/context/server-context.ts";
import { newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { beginPasskey } from "../passkeys/set-up-passkey.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { sendChallenge } from "./codes/challenge.ts";
import { isOpenable } from "./codes/check-code.ts";
import { parsePhoneNumber } from "./codes/phone-number.ts";
import { toFactor } from "./factor-serializer.ts";
import {
  deleteUnfinishedFactors,
  type FactorRow,
  findFactorsOf,
  insertFactor,
  type NewFactor,
  renameFactorOf,
} from "./factors-store.ts";
import { needFreshProof } from "./recent-reauthentication.ts";
import { isOffered, siteRules } from "./site-rules.ts";
import { drawQrCode } from "./totp/qr-code.ts";
import { newTotpSecret, toBase32, totpUri } from "./totp/totp.ts";
import { openSeed, sealSeed } from "./totp/totp-seed.ts";

/** More than anybody needs. */
const mostFactors = 10;
/** As long the key of an authenticator app stays the same for who loads the page again in the middle of it. 30 minutes. */
const setUpLifeMs = 30 * 60_000;

type MemberCaller = Extract<Caller, { kind: "member" }>;

/**
 * Begins to set up a second step. It is asked for at sign-in once it is activated with a first code, or the passkey that was made;
 * what was begun before and not finished is forgotten, but for an authenticator app that this session began within the last half an hour:
 * its key may have been scanned already, and is told again.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `REAUTHENTICATION_REQUIRED`; `FACTOR_NOT_OFFERED` by the site;
 *   `TOO_MANY_FACTORS`; `TOO_MANY_REQUESTS` for too many codes. @throws {InvalidArguments} the phone number does not fit, or a device has no name.
 */
export async function addFactor(
  context: ServerContext,
  { caller, ip: address }: RequestContext,
  { body }: AddFactorRequest,
): Promise<AddFactorAnswer> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { type } = body;
  const siteId = context.site.id;
  const name = body.name?.trim() || null;
  if (type === "PUSH" && name === null)
    throw new InvalidArguments([violation("name", "must be there: what you call the device", "REQUIRED_FIELD")]);
  const phoneNumber = type === "SMS" || type === "CALL" ? parsePhoneNumber(body.phoneNumber) : undefined;
  const settings = await context.settings.read();
  const rules = siteRules(context, settings);
  if (!isOffered(rules, type)) throw new Refusal("FACTOR_NOT_OFFERED");
  const answer = await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await needFreshProof(tx, context, caller);
    const member = await lockMember(tx, siteId, caller.memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
    const enrolled = await findFactorsOf(tx, siteId, member.id);
    const begun = type === "TOTP" ? enrolled.find((row) => isGoingOn(context, caller, row)) : undefined;
    if (begun) return goOnWithApp(tx, context, member, begun, name);
    await deleteUnfinishedFactors(tx, siteId, member.id, type);
    if (enrolled.filter((row) => !isUnfinished(row, type)).length >= mostFactors) throw new Refusal("TOO_MANY_FACTORS");
    const factor = { siteId, id: newId(), memberId: member.id, type, name, at: context.now() };
    if (type === "WEBAUTHN") {
      const row = await insertFactor(tx, { ...factor, rpId: rules.passkeyDomain });
      const webauthn = await beginPasskey(tx, context, caller, member, row, settings.passkeyVerification);
      return { factor: toFactor(row, row.status, member), webauthn };
    }
    return type === "TOTP"
      ? addApp(tx, context, caller, member, factor)
      : addSent(tx, context, member, { ...factor, type, phoneNumber }, address);
  });
  context.wakeOutbox();
  return answer;
}

const isUnfinished = (row: FactorRow, type: FactorRow["type"]) =>
  row.type === type && row.status === "REQUIRE_ACTIVATION";

/** Whether this session has begun to set up this app, and not long ago: somebody else must never see its key. */
function isGoingOn(context: ServerContext, { sessionId }: MemberCaller, row: FactorRow): boolean {
  if (!isUnfinished(row, "TOTP") || row.secret_sealed === null || !isOpenable(context, row)) return false;
  const isRecent = context.now().getTime() - row.created_at.getTime() <= setUpLifeMs;
  return isRecent && openSeed(context, row.secret_sealed).sessionId === sessionId;
}

async function goOnWithApp(
  tx: Transaction<Tables>,
  context: TxContext,
  member: MemberRow,
  begun: FactorRow,
  name: string | null,
): Promise<AddFactorAnswer> {
  const row = name === null ? begun : await renameFactorOf(tx, begun.site_id, member.id, begun.id, name);
  return tellApp(context, member, row ?? begun);
}

async function addApp(
  tx: Transaction<Tables>,
  context: TxContext,
  { sessionId }: MemberCaller,
  member: MemberRow,
  factor: NewFactor,
): Promise<AddFactorAnswer> {
  const secretSealed = sealSeed(context, { secret: newTotpSecret(), sessionId });
  return tellApp(context, member, await insertFactor(tx, { ...factor, secretSealed }));
}

function tellApp(context: TxContext, member: MemberRow, row: FactorRow): AddFactorAnswer {
  if (row.secret_sealed === null) throw new Error(`The authenticator app ${row.id} has no key.`);
  const { secret } = openSeed(context, row.secret_sealed);
  const uri = totpUri(secret, { issuer: context.site.name, account: member.email });
  return {
    factor: toFactor(row, row.status, member),
    totp: { secret: toBase32(secret), uri, qrCode: drawQrCode(uri) },
  };
}

/** What something is sent for: the first code, or question, leaves at once. */
async function addSent(
  tx: Transaction<Tables>,
  context: TxContext,
  member: MemberRow,
  factor: NewFactor & { type: ChallengeType },
  address: string,
): Promise<AddFactorAnswer> {
  const row = await insertFactor(tx, factor);
  const key = { siteId: factor.siteId, purpose: "set-up", subject: row.id } as const;
  const pushNumber = await sendChallenge(tx, context, key, { member, type: factor.type, factors: [row], address });
  return { factor: toFactor(row, row.status, member), ...(pushNumber !== undefined && { pushNumber }) };
}
