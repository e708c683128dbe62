import { enrollableFactorTypes, type Factor, type FactorsResponse } from "@porchlight/contract/auth/mfa/factor";
import type { RenameFactorResponse } from "@porchlight/contract/auth/passkeys/passkey";
import type { RenameFactorRequest } from "@porchlight/contract/auth/passkeys/schema";
import { findMember, type MemberRow } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { factorMethods } from "./factor-methods.ts";
import { emailByRule, toFactor } from "./factor-serializer.ts";
import { listMemberFactors, updateFactorName } from "./factors-store.ts";
import { isOffered, resolveMfaPolicy } from "./mfa-policy.ts";
import { countRecoveryCodes, listUsedRecoveryCodes } from "./recovery-codes/recovery-codes-store.ts";
import { resolveFactorStatus } from "./verification-options.ts";

/**
 * The member's authentication methods: the password first, then the factors, oldest first.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members.
 */
export async function listFactors(context: ServerContext, { caller }: Requester): Promise<FactorsResponse> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { db, site } = context;
  const member = await findMember(db, site.id, caller.memberId);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  const policy = resolveMfaPolicy(context, await context.settings.read());
  const password: Factor = {
    id: null,
    type: "PASSWORD",
    status: "ENABLED",
    name: null,
    createdDate: member.created_at.toISOString(),
    lastUsedDate: null,
  };
  const enrolled = await readFactors(context, member);
  const hasEmailByRule = policy.isRequired && !enrolled.some(({ status }) => status === "ENABLED");
  return {
    factors: [
      ...(member.password_hash === null ? [] : [password]),
      ...enrolled,
      ...(hasEmailByRule ? [emailByRule(member)] : []),
    ],
    recoveryCodesLeft: await countRecoveryCodes(db, site.id, member.id),
    usedRecoveryCodes: await listUsedRecoveryCodes(db, site.id, member.id),
    offered: enrollableFactorTypes.filter((type) => isOffered(policy, type)),
    isRequired: policy.isRequired,
  };
}

/** The enrolled factors of a member, oldest first. */
export async function readFactors(context: ServerContext, member: MemberRow): Promise<Factor[]> {
  const policy = resolveMfaPolicy(context, await context.settings.read());
  return (await listMemberFactors(context.db, context.site.id, member.id))
    .filter(({ type, status }) => !factorMethods[type].hidesPending || status !== "REQUIRE_ACTIVATION")
    .map((row) => toFactor(row, resolveFactorStatus(context, policy, row), member));
}

/**
 * Renames one of the member's factors; an empty name removes it.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers other than members; `FACTOR_NOT_FOUND` if it is not the member's.
 */
export async function renameFactor(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: RenameFactorRequest,
): Promise<RenameFactorResponse> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const name = body.name.trim() || null;
  const { db, site } = context;
  const policy = resolveMfaPolicy(context, await context.settings.read());
  const member = await findMember(db, site.id, caller.memberId);
  const factor = await updateFactorName(db, site.id, caller.memberId, params.factorId, name);
  if (!factor || !member) throw new Refusal("FACTOR_NOT_FOUND");
  return { factor: toFactor(factor, resolveFactorStatus(context, policy, factor), member) };
}
