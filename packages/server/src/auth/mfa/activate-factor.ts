import type { ActivateFactorResponse } from "@porchlight/contract/auth/mfa/factor";
import type { ActivateFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import { lockMember, markEmailVerified } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import { mfaFactorAddedMail } from "../../platform/mail/templates/sign-in-templates.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import { verifyPasskeyRegistration } from "../passkeys/passkey-registration.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import { deleteMemberChallenges } from "./codes/challenges-store.ts";
import { factorMethods } from "./factor-methods.ts";
import { toFactor } from "./factor-serializer.ts";
import { deleteOtherFactorsOfType, enableFactor, listMemberFactors } from "./factors-store.ts";
import { createRecoveryCodes } from "./recovery-codes/recovery-codes.ts";
import { countRecoveryCodes } from "./recovery-codes/recovery-codes-store.ts";

/**
 * Completes an enrollment with a first code or with the new passkey; without either, sends another challenge. From then
 * on sign-in requires the factor. Notifies the member by email, and issues recovery codes to members who have none.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `FACTOR_NOT_FOUND` if it belongs to another member or
 *   is already active; `INVALID_CODE`; `PASSKEY_REFUSED`; `TOO_MANY_REQUESTS`.
 * @throws {InvalidArguments} there is no code, and the method sends none.
 */
export async function activateFactor(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { params, body }: ActivateFactorRequest,
): Promise<ActivateFactorResponse> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const siteId = context.site.id;
  const { memberId } = caller;
  const isAttempt = body.code !== undefined || body.webauthnData !== undefined;
  if (isAttempt) await context.limits.count("mfaAttemptsPerMember", memberId);
  const passkey = body.webauthnData && (await verifyPasskeyRegistration(context, caller, body.webauthnData));
  const outcome = await context.db.transaction().execute(async (tx): Promise<ActivateFactorResponse | Refusal> => {
    await lockOwnSession(tx, context, caller);
    const factors = await listMemberFactors(tx, siteId, memberId);
    const factor = factors.find(({ id, status }) => id === params.factorId && status === "REQUIRE_ACTIVATION");
    const member = await lockMember(tx, siteId, memberId);
    if (!factor || !member) throw new Refusal("FACTOR_NOT_FOUND");
    const method = factorMethods[factor.type];
    const activation = { caller, member, factor, ip };
    const result = await method.activate(tx, context, activation, { code: body.code, passkey });
    if (!result) {
      const challenge = await method.challengeActivation(tx, context, activation);
      return { factor: toFactor(factor, factor.status, member), ...challenge };
    }
    // Returned, not thrown, so that the transaction commits the count of failed attempts.
    if (result !== "verified") return result;
    const at = context.now();
    const enabled = await enableFactor(tx, siteId, factor.id, at);
    await deleteMemberChallenges(tx, siteId, memberId);
    if (method.isSingle) await deleteOtherFactorsOfType(tx, siteId, enabled);
    if (method.confirmsEmail) await markEmailVerified(tx, siteId, memberId);
    const notice = mfaFactorAddedMail(context, member, enabled.type, emailLinkUrls(context, caller).forgotPassword);
    await enqueueOutboxEntry(tx, siteId, "mail", notice, at);
    const details = { factorId: factor.id, factorType: enabled.type };
    await recordAuditEvent(tx, context, "factor-added", { by: caller, memberId, details });
    const activated = { factor: toFactor(enabled, enabled.status, member) };
    if ((await countRecoveryCodes(tx, siteId, memberId)) > 0) return activated;
    return { ...activated, recoveryCodes: await createRecoveryCodes(tx, context, memberId) };
  });
  if (outcome instanceof Refusal) throw outcome;
  if (isAttempt) await context.limits.undoCount("mfaAttemptsPerMember", memberId);
  context.wakeOutbox();
  return outcome;
}
