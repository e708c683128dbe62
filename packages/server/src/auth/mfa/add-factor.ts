import type { AddFactorResponse } from "@porchlight/contract/auth/mfa/factor";
import type { AddFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import { lockMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { newId } from "../../platform/db/ids.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { lockOwnSession } from "../sessions/lock-own-session.ts";
import type { EnrolledFactor, Enrollment } from "./factor-method.ts";
import { factorMethods } from "./factor-methods.ts";
import { toFactor } from "./factor-serializer.ts";
import { deletePendingFactors, listMemberFactors } from "./factors-store.ts";
import { isOffered, resolveMfaPolicy } from "./mfa-policy.ts";
import { requireRecentReauthentication } from "./recent-reauthentication.ts";

/** Far more than members need. */
const maxFactors = 10;

/**
 * Starts the enrollment in a factor, which sign-in requires only once it is activated. Replaces a pending enrollment of
 * the same type, unless the method resumes it.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `REAUTHENTICATION_REQUIRED`; `FACTOR_NOT_OFFERED` by
 *   the site; `TOO_MANY_FACTORS`; `TOO_MANY_REQUESTS`.
 * @throws {InvalidArguments} the phone number is invalid, or a device has no name.
 */
export async function addFactor(
  context: ServerContext,
  { caller, ip }: RequestContext,
  { body }: AddFactorRequest,
): Promise<AddFactorResponse> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { type } = body;
  const siteId = context.site.id;
  const name = body.name?.trim() || null;
  const method = factorMethods[type];
  const details = method.parseEnrollment?.(body);
  const settings = await context.settings.read();
  if (!isOffered(resolveMfaPolicy(context, settings), type)) throw new Refusal("FACTOR_NOT_OFFERED");
  const { member, factor, ...activation } = await context.db.transaction().execute(async (tx) => {
    await lockOwnSession(tx, context, caller);
    await requireRecentReauthentication(tx, context, caller);
    const member = await lockMember(tx, siteId, caller.memberId);
    if (member?.status !== "ACTIVE") throw new Refusal("NOT_ALLOWED");
    const newFactor = { siteId, id: newId(), memberId: member.id, type, name, ...details, at: context.now() };
    const enrollment: Enrollment = { caller, member, factor: newFactor, settings, ip };
    const enrolled = await listMemberFactors(tx, siteId, member.id);
    const resumed = await method.resumeEnrollment?.(tx, context, enrollment, enrolled);
    if (resumed) return { member, ...resumed };
    await deletePendingFactors(tx, siteId, member.id, type);
    const remaining = enrolled.filter((row) => row.type !== type || row.status !== "REQUIRE_ACTIVATION");
    if (remaining.length >= maxFactors) throw new Refusal("TOO_MANY_FACTORS");
    const added: EnrolledFactor = await method.enroll(tx, context, enrollment);
    return { member, ...added };
  });
  context.wakeOutbox();
  return { factor: toFactor(factor, factor.status, member), ...activation };
}
