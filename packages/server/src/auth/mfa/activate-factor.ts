import { type ActivateFactorAnswer, type ChallengeType, challengeTypes } from "@porchlight/contract/auth/mfa/factor";
import type { ActivateFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { Transaction } from "kysely";
import { lockMember, type MemberRow, markEmailVerified } from "../../members/members-store.ts";
import { noteForAudit } from "../../platform/audit/audit.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { ServerContext, TxContext } from "../../platform/context/server-context.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { addToOutbox } from "../../platform/jobs/outbox.ts";
import { secondStepAddedMail } from "../../platform/mail/templates/sign-in-templates.ts";
import { mailedPages } from "../email-link-urls.ts";
import { checkNewPasskey, keepPasskey } from "../passkeys/set-up-passkey.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { checkSentCode, sendChallenge } from "./codes/challenge.ts";
import { deleteChallengesOf } from "./codes/challenges-store.ts";
import { checkTotp } from "./codes/check-code.ts";
import { toFactor } from "./factor-serializer.ts";
import { deleteOthersLike, enableFactor, type FactorRow, findFactorsOf } from "./factors-store.ts";
import { takePushAnswer } from "./push/push.ts";
import { makeRecoveryCodes } from "./recovery-codes/recovery-codes.ts";
import { countRecoveryCodes } from "./recovery-codes/recovery-codes-store.ts";

/**
 * Finishes the setting-up of a factor with a first code for it, or with the passkey that was made; without a code it has another one sent. From now on it is asked for
 * at sign-in, and the member is told by mail. Whoever has no recovery codes gets some.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member; `FACTOR_NOT_FOUND` when it is not theirs, or active already;
 *   `INVALID_CODE`; `PASSKEY_REFUSED`; `TOO_MANY_REQUESTS`. @throws {InvalidArguments} there is no code, and none that could be sent.
 */
export async function activateFactor(
  context: ServerContext,
  { caller, ip: address }: RequestContext,
  { params, body }: ActivateFactorRequest,
): Promise<ActivateFactorAnswer> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const siteId = context.site.id;
  const { memberId } = caller;
  const isTry = body.code !== undefined || body.webauthnData !== undefined;
  if (isTry) await context.limits.count("second steps of a member", memberId);
  const passkey = body.webauthnData && (await checkNewPasskey(context, caller, body.webauthnData));
  const outcome = await context.db.transaction().execute(async (tx): Promise<ActivateFactorAnswer | Refusal> => {
    await lockOwnSession(tx, context, caller);
    const factors = await findFactorsOf(tx, siteId, memberId);
    const factor = factors.find(({ id, status }) => id === params.factorId && status === "REQUIRE_ACTIVATION");
    const member = await lockMember(tx, siteId, memberId);
    if (!factor || !member) throw new Refusal("FACTOR_NOT_FOUND");
    const isPasskey = factor.type === "WEBAUTHN" && passkey !== undefined;
    if (isPasskey) await keepPasskey(tx, context, caller, factor, passkey);
    const proof = isPasskey ? "right" : await checkProof(tx, context, factor, body.code);
    if (!proof) return askAgain(tx, context, member, factor, address);
    // Returned, not thrown: the count of wrong ones has to be kept.
    if (proof !== "right") return proof;
    const at = context.now();
    const enabled = await enableFactor(tx, siteId, factor.id, at);
    await deleteChallengesOf(tx, siteId, memberId);
    if (enabled.type !== "PUSH" && isSent(enabled.type)) await deleteOthersLike(tx, siteId, enabled);
    if (enabled.type === "EMAIL") await markEmailVerified(tx, siteId, memberId);
    const notice = secondStepAddedMail(context, member, enabled.type, mailedPages(context, caller).forgotPassword);
    await addToOutbox(tx, siteId, "mail", notice, at);
    const details = { factorId: factor.id, factorType: enabled.type };
    await noteForAudit(tx, context, "factor-added", { by: caller, memberId, details });
    const answer = { factor: toFactor(enabled, enabled.status, member) };
    if ((await countRecoveryCodes(tx, siteId, memberId)) > 0) return answer;
    return { ...answer, recoveryCodes: await makeRecoveryCodes(tx, context, memberId) };
  });
  if (outcome instanceof Refusal) throw outcome;
  if (isTry) await context.limits.takeBack("second steps of a member", memberId);
  context.wakeOutbox();
  return outcome;
}

const isSent = (type: FactorRow["type"]): type is ChallengeType => challengeTypes.some((sent) => sent === type);

const challengeOf = ({ site_id, id }: FactorRow) => ({ siteId: site_id, purpose: "set-up", subject: id }) as const;

async function askAgain(
  tx: Transaction<Tables>,
  context: TxContext,
  member: MemberRow,
  factor: FactorRow,
  address: string,
): Promise<ActivateFactorAnswer> {
  const { type } = factor;
  if (!isSent(type))
    throw new InvalidArguments([violation(type === "WEBAUTHN" ? "webauthnData" : "code", "must be there")]);
  const pushNumber = await sendChallenge(tx, context, challengeOf(factor), {
    member,
    type,
    factors: [factor],
    address,
  });
  return { factor: toFactor(factor, factor.status, member), ...(pushNumber !== undefined && { pushNumber }) };
}

/** Whether the member has proved that it works, or what stands against it; `undefined` while something is to be sent, or was sent. */
async function checkProof(
  tx: Transaction<Tables>,
  context: TxContext,
  factor: FactorRow,
  code: string | undefined,
): Promise<"right" | Refusal | undefined> {
  const { type } = factor;
  if (type === "PUSH") {
    const answer = await takePushAnswer(tx, context, challengeOf(factor));
    return answer === "approved" ? "right" : answer;
  }
  if (code === undefined || type === "WEBAUTHN") return undefined;
  if (isSent(type)) return (await checkSentCode(tx, context, challengeOf(factor), type, code)) ?? "right";
  return (await checkTotp(tx, context, factor, code, context.now())) ? "right" : new Refusal("INVALID_CODE");
}
