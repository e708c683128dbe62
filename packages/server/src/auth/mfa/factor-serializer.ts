import type { Factor, FactorStatus } from "@porchlight/contract/auth/mfa/factor";
import type { MemberRow } from "../../members/members-store.ts";
import { factorMethods } from "./factor-methods.ts";
import type { FactorRow } from "./factors-store.ts";

/** A factor as its owner sees it, without secrets. */
export function toFactor(factor: FactorRow, status: FactorStatus, member: Pick<MemberRow, "email">): Factor {
  const { id, type, name, created_at, last_used_at } = factor;
  return {
    id,
    type,
    status,
    name,
    ...factorMethods[type].describe(member, factor),
    createdDate: created_at.toISOString(),
    lastUsedDate: last_used_at?.toISOString() ?? null,
  };
}

/** The code by email that a site which requires MFA falls back to for members without a factor. */
export function emailByRule(member: Pick<MemberRow, "email" | "created_at">): Factor {
  return {
    id: null,
    type: "EMAIL",
    status: "ENABLED_BY_RULE",
    name: null,
    ...factorMethods.EMAIL.describe(member, undefined),
    createdDate: member.created_at.toISOString(),
    lastUsedDate: null,
  };
}
