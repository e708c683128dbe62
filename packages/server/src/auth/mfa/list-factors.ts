import { type Factor, type FactorsAnswer, setUpTypes } from "@porchlight/contract/auth/mfa/factor";
import { findMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { ServerContext } from "../../platform/context/server-context.ts";
import type { Requester } from "../../platform/http/request-context.ts";
import { statusOf } from "./available-factors.ts";
import { emailByRule, toFactor } from "./factor-serializer.ts";
import { findFactorsOf } from "./factors-store.ts";
import { countRecoveryCodes, findUsedRecoveryCodes } from "./recovery-codes/recovery-codes-store.ts";
import { isOffered, siteRules } from "./site-rules.ts";

/**
 * The member's ways to prove who they are: the password first, then the second steps, oldest first.
 *
 * @throws {Refusal} `NOT_ALLOWED` for anybody but a member.
 */
export async function listFactors(context: ServerContext, { caller }: Requester): Promise<FactorsAnswer> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const { db, site } = context;
  const member = await findMember(db, site.id, caller.memberId);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  const rules = siteRules(context, await context.settings.read());
  const password: Factor = {
    id: null,
    type: "PASSWORD",
    status: "ENABLED",
    name: null,
    createdDate: member.created_at.toISOString(),
    lastUsedDate: null,
  };
  const enrolled = (await findFactorsOf(db, site.id, member.id))
    // A passkey that was begun can only be begun anew.
    .filter(({ type, status }) => type !== "WEBAUTHN" || status !== "REQUIRE_ACTIVATION")
    .map((row) => toFactor(row, statusOf(context, rules, row), member));
  const isRuled = rules.isRequired && !enrolled.some(({ status }) => status === "ENABLED");
  return {
    factors: [
      ...(member.password_hash === null ? [] : [password]),
      ...enrolled,
      ...(isRuled ? [emailByRule(member)] : []),
    ],
    recoveryCodesLeft: await countRecoveryCodes(db, site.id, member.id),
    usedRecoveryCodes: await findUsedRecoveryCodes(db, site.id, member.id),
    offered: setUpTypes.filter((type) => isOffered(rules, type)),
    isRequired: rules.isRequired,
  };
}
