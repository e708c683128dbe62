import type { AddFactorAnswer, ChallengeType } from "@porchlight/contract/auth/factor";
import type { AddFactorRequest } from "@porchlight/contract/auth/factor-requests";
import type { Transaction } from "kysely";
import { newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { Caller, Deps } from "../../platform/context/server-context.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import { lockMember, type MemberRow } from "../../members/members-store.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { beginPasskey } from "../passkeys/set-up-passkey.ts";
import { sendChallenge } from "./codes/challenge.ts";
import { isOpenable } from "./codes/check-code.ts";
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
import { parsePhoneNumber } from "./codes/phone-number.ts";
import { drawQrCode } from "./totp/qr-code.ts";
import { isOffered, siteRules } from "./site-rules.ts";
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
  deps: Deps,
  caller: Caller,
  { body }: AddFactorRequest,
  address: string,
): Promise<AddFactorAnswer> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { type } = body;
  const siteId = deps.site.id;
  const name = body.name?.trim() || null;
  if (type === "PUSH" && name === null)
    throw new InvalidArguments([violation("name", "must be there: what you call the device", "REQUIRED_FIELD")]);
  const phoneNumber = type === "SMS" || type === "CALL" ? parsePhoneNumber(body.phoneNumber) : undefined;
  const settings = await deps.settings.read();
  const rules = siteRules(deps, settings);
  if (!isOffered(rules, type)) throw new Refusal("FACTOR_NOT_OFFERED");
  const answer = await deps.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, deps, caller);
    await needFreshProof(tx, deps, caller);
    const member = await lockMember(tx, siteId, caller.memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
    const enrolled = await findFactorsOf(tx, siteId, member.id);
    const begun = type === "TOTP" ? enrolled.find((row) => isGoingOn(deps, caller, row)) : undefined;
    if (begun) return goOnWithApp(tx, deps, member, begun, name);
    await deleteUnfinishedFactors(tx, siteId, member.id, type);
    if (enrolled.filter((row) => !isUnfinished(row, type)).length >= mostFactors) throw new Refusal("TOO_MANY_FACTORS");
    const factor = { siteId, id: newId(), memberId: member.id, type, name, at: deps.now() };
    if (type === "WEBAUTHN") {
      const row = await insertFactor(tx, { ...factor, rpId: rules.passkeyDomain });
      const webauthn = await beginPasskey(tx, deps, caller, member, row, settings.passkeyVerification);
      return { factor: toFactor(row, row.status, member), webauthn };
    }
    return type === "TOTP"
      ? addApp(tx, deps, caller, member, factor)
      : addSent(tx, deps, member, { ...factor, type, phoneNumber }, address);
  });
  deps.wakeOutbox();
  return answer;
}

const isUnfinished = (row: FactorRow, type: FactorRow["type"]) =>
  row.type === type && row.status === "REQUIRE_ACTIVATION";

/** Whether this session has begun to set up this app, and not long ago: somebody else must never see its key. */
function isGoingOn(deps: Deps, { sessionId }: MemberCaller, row: FactorRow): boolean {
  if (!isUnfinished(row, "TOTP") || row.secret_sealed === null || !isOpenable(deps, row)) return false;
  const isRecent = deps.now().getTime() - row.created_at.getTime() <= setUpLifeMs;
  return isRecent && openSeed(deps, row.secret_sealed).sessionId === sessionId;
}

async function goOnWithApp(
  tx: Transaction<Tables>,
  deps: Deps,
  member: MemberRow,
  begun: FactorRow,
  name: string | null,
): Promise<AddFactorAnswer> {
  const row = name === null ? begun : await renameFactorOf(tx, begun.site_id, member.id, begun.id, name);
  return tellApp(deps, member, row ?? begun);
}

async function addApp(
  tx: Transaction<Tables>,
  deps: Deps,
  { sessionId }: MemberCaller,
  member: MemberRow,
  factor: NewFactor,
): Promise<AddFactorAnswer> {
  const secretSealed = sealSeed(deps, { secret: newTotpSecret(), sessionId });
  return tellApp(deps, member, await insertFactor(tx, { ...factor, secretSealed }));
}

function tellApp(deps: Deps, member: MemberRow, row: FactorRow): AddFactorAnswer {
  if (row.secret_sealed === null) throw new Error(`The authenticator app ${row.id} has no key.`);
  const { secret } = openSeed(deps, row.secret_sealed);
  const uri = totpUri(secret, { issuer: deps.site.name, account: member.email });
  return {
    factor: toFactor(row, row.status, member),
    totp: { secret: toBase32(secret), uri, qrCode: drawQrCode(uri) },
  };
}

/** What something is sent for: the first code, or question, leaves at once. */
async function addSent(
  tx: Transaction<Tables>,
  deps: Deps,
  member: MemberRow,
  factor: NewFactor & { type: ChallengeType },
  address: string,
): Promise<AddFactorAnswer> {
  const row = await insertFactor(tx, factor);
  const key = { siteId: factor.siteId, purpose: "set-up", subject: row.id } as const;
  const pushNumber = await sendChallenge(tx, deps, key, { member, type: factor.type, factors: [row], address });
  return { factor: toFactor(row, row.status, member), ...(pushNumber !== undefined && { pushNumber }) };
}
