import type { AvailableFactor, FactorStatus, SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { MemberRow } from "../../members/members-store.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { factorMethods, preferredTypes, verificationMethods } from "./factor-methods.ts";
import { type FactorRow, listMemberFactors } from "./factors-store.ts";
import { isOffered, type MfaPolicy } from "./mfa-policy.ts";
import { countRecoveryCodes } from "./recovery-codes/recovery-codes-store.ts";

/** The status of a factor under the current policy, keys and passkey domain. */
export function resolveFactorStatus(
  context: Pick<ServerContext, "secrets">,
  policy: MfaPolicy,
  factor: FactorRow,
): FactorStatus {
  if (factor.status === "REQUIRE_ACTIVATION") return factor.status;
  if (!isOffered(policy, factor.type)) return "DISABLED_BY_RULE";
  const isUsable = factorMethods[factor.type].isUsable?.(context, factor, policy.passkeyDomain) ?? true;
  return isUsable ? factor.status : "REQUIRE_REENROLL";
}

/** A method that the member can use now. */
export interface VerificationOption {
  available: AvailableFactor;
  /** The member's factors that it uses; empty for a method that was not enrolled. */
  factors: FactorRow[];
}

/**
 * The methods that the member can take the second factor with, strongest first. There is always one: without a usable
 * factor it is a code by email.
 */
export async function listVerificationOptions(
  db: DbOrTx,
  context: TxContext,
  policy: MfaPolicy,
  member: MemberRow,
): Promise<VerificationOption[]> {
  const enrolled = await listMemberFactors(db, context.site.id, member.id);
  const usable = enrolled.filter((factor) => resolveFactorStatus(context, policy, factor) === "ENABLED");
  const factorsOf = new Map<SecondFactorType, FactorRow[]>();
  for (const factor of usable) factorsOf.set(factor.type, [...(factorsOf.get(factor.type) ?? []), factor]);
  for (const type of policy.offered) {
    const { alternativeType } = factorMethods[type];
    const alternatives = alternativeType && usable.filter((factor) => factor.type === alternativeType);
    if (alternatives?.length && !factorsOf.has(type)) factorsOf.set(type, alternatives);
  }
  // The mailbox alone was enough to set the password, so a code by email would be the same factor twice.
  if (member.password_by_mail) factorsOf.delete("EMAIL");
  else if (factorsOf.size > 0 && member.email_verified && policy.offered.has("EMAIL") && !factorsOf.has("EMAIL"))
    factorsOf.set("EMAIL", []);
  if (factorsOf.size === 0) factorsOf.set("EMAIL", []);
  // Recovery codes made with another server key than the present one match nothing, like the factors themselves.
  const isReadable = enrolled.some((factor) =>
    ["ENABLED", "DISABLED_BY_RULE"].includes(resolveFactorStatus(context, policy, factor)),
  );
  if (isReadable && (await countRecoveryCodes(db, context.site.id, member.id)) > 0) factorsOf.set("RECOVERY_CODE", []);
  return preferredTypes.flatMap((factorType) => {
    const factors = factorsOf.get(factorType);
    if (!factors) return [];
    const { hint } = verificationMethods[factorType].describe(member, factors[0]);
    return { available: { factorType, ...(hint !== undefined && { hint }) }, factors };
  });
}

/**
 * The methods other than the password that a signed-in member can reauthenticate with, strongest first. A member with a
 * password uses it or a passkey, since other methods do not identify the person alone.
 */
export async function listReauthenticationOptions(
  db: DbOrTx,
  context: TxContext,
  policy: MfaPolicy,
  member: MemberRow,
): Promise<VerificationOption[]> {
  const options = await listVerificationOptions(db, context, policy, member);
  if (member.password_hash === null) return options;
  return options.filter(({ available }) => verificationMethods[available.factorType].isPasswordless);
}
