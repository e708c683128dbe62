import { enrollableFactorTypes, type Factor, type FactorsResponse } from "@porchlight/contract/auth/mfa/factor";
import { findMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { factorMethods } from "./factor-methods.ts";
import { emailByRule, toFactor } from "./factor-serializer.ts";
import { listMemberFactors } from "./factors-store.ts";
import { isOffered, resolveMfaPolicy } from "./mfa-policy.ts";
import { countRecoveryCodes, listUsedRecoveryCodes } from "./recovery-codes/recovery-codes-store.ts";
import { resolveFactorStatus } from "./verification-options.ts";

/**
 * The member's ways to prove who they are: the password first, then the second steps, oldest first.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member.
 */
export async function listFactors(context: ServerContext, { caller }: Requester): Promise<FactorsResponse> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { db, site } = context;
  const member = await findMember(db, site.id, caller.memberId);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  const rules = resolveMfaPolicy(context, await context.settings.read());
  const password: Factor = {
    id: null,
    type: "PASSWORD",
    status: "ENABLED",
    name: null,
    createdDate: member.created_at.toISOString(),
    lastUsedDate: null,
  };
  const enrolled = (await listMemberFactors(db, site.id, member.id))
    .filter(({ type, status }) => !factorMethods[type].hidesPending || status !== "REQUIRE_ACTIVATION")
    .map((row) => toFactor(row, resolveFactorStatus(context, rules, row), member));
  const isRuled = rules.isRequired && !enrolled.some(({ status }) => status === "ENABLED");
  return {
    factors: [
      ...(member.password_hash === null ? [] : [password]),
      ...enrolled,
      ...(isRuled ? [emailByRule(member)] : []),
    ],
    recoveryCodesLeft: await countRecoveryCodes(db, site.id, member.id),
    usedRecoveryCodes: await listUsedRecoveryCodes(db, site.id, member.id),
    offered: enrollableFactorTypes.filter((type) => isOffered(rules, type)),
    isRequired: rules.isRequired,
  };
}
