import type { AvailableFactor, FactorStatus, SecondStepType } from "@porchlight/contract/auth/mfa/factor";
import type { MemberRow } from "../../members/members-store.ts";
import type { ServerContext, TxContext } from "../../platform/context/server-context.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { isOpenable } from "./codes/check-code.ts";
import { maskEmail, maskPhoneNumber } from "./codes/mask.ts";
import { type FactorRow, findFactorsOf } from "./factors-store.ts";
import { countRecoveryCodes } from "./recovery-codes/recovery-codes-store.ts";
import { isOffered, type SiteRules } from "./site-rules.ts";

/** The best first: what cannot be phished, then what needs no network. */
const order: readonly SecondStepType[] = ["WEBAUTHN", "TOTP", "PUSH", "SMS", "CALL", "EMAIL", "RECOVERY_CODE"];

/**
 * What a factor is good for now. The owner's rules count at once; a seed that the key of this server does not open counts as one
 * that there is not, and so does a passkey of a former domain.
 */
export function statusOf(context: Pick<ServerContext, "secrets">, rules: SiteRules, factor: FactorRow): FactorStatus {
  if (factor.status === "REQUIRE_ACTIVATION") return factor.status;
  if (!isOffered(rules, factor.type)) return "DISABLED_BY_RULE";
  if (factor.rp_id !== null && factor.rp_id !== rules.passkeyDomain) return "REQUIRE_REENROLL";
  return isOpenable(context, factor) ? factor.status : "REQUIRE_REENROLL";
}

/** A way to take the second step. */
export interface Way {
  /** What the member is told of it. */
  told: AvailableFactor;
  /** The member's factors that it works with; none for what was not set up. */
  factors: FactorRow[];
}

/**
 * Ways in which a member who has to take a second step can do so, the best first. There is always one: a mail with a code
 * stands in where none that the member has set up can be used.
 */
export async function findWays(db: DbOrTx, context: TxContext, rules: SiteRules, member: MemberRow): Promise<Way[]> {
  const enrolled = await findFactorsOf(db, context.site.id, member.id);
  const usable = enrolled.filter((factor) => statusOf(context, rules, factor) === "ENABLED");
  const factorsOf = new Map<SecondStepType, FactorRow[]>();
  for (const factor of usable) factorsOf.set(factor.type, [...(factorsOf.get(factor.type) ?? []), factor]);
  // A phone that gets texts can be called, too.
  const texted = factorsOf.get("SMS");
  if (texted && rules.offered.has("CALL") && !factorsOf.has("CALL")) factorsOf.set("CALL", texted);
  // Whoever holds the mailbox alone has chosen the password by it: a code by mail would be the same key a second time.
  if (member.password_by_mail) factorsOf.delete("EMAIL");
  else if (factorsOf.size > 0 && member.email_verified && rules.offered.has("EMAIL") && !factorsOf.has("EMAIL"))
    factorsOf.set("EMAIL", []);
  if (factorsOf.size === 0) factorsOf.set("EMAIL", []);
  // Those made with another key than this server's would fit nothing.
  const isReadable = enrolled.some((factor) =>
    ["ENABLED", "DISABLED_BY_RULE"].includes(statusOf(context, rules, factor)),
  );
  if (isReadable && (await countRecoveryCodes(db, context.site.id, member.id)) > 0) factorsOf.set("RECOVERY_CODE", []);
  return order.flatMap((type) => {
    const factors = factorsOf.get(type);
    if (!factors) return [];
    const hint = hintOf(type, member, factors);
    return { told: { factorType: type, ...(hint !== undefined && { hint }) }, factors };
  });
}

/**
 * Ways in which a member who is signed in can prove again who they are, the best first: with the password or a passkey, which
 * makes sure who uses it, and only without a password by the second step alone.
 */
export async function findProofWays(
  db: DbOrTx,
  context: ServerContext,
  rules: SiteRules,
  member: MemberRow,
): Promise<Way[]> {
  const ways = await findWays(db, context, rules, member);
  return member.password_hash === null ? ways : ways.filter(({ told }) => told.factorType === "WEBAUTHN");
}

function hintOf(type: SecondStepType, { email }: MemberRow, [factor]: readonly FactorRow[]): string | undefined {
  if (type === "EMAIL") return maskEmail(email);
  return factor?.phone_number == null ? undefined : maskPhoneNumber(factor.phone_number);
}
