import type { Factor, FactorStatus } from "@porchlight/contract/auth/mfa/factor";
import type { MemberRow } from "../../members/members-store.ts";
import { maskEmail, maskPhoneNumber } from "./codes/mask.ts";
import type { FactorRow } from "./factors-store.ts";

/** A factor as its owner sees it: nothing secret. */
export function toFactor(
  { id, type, name, phone_number, browser, device, created_at, last_used_at }: FactorRow,
  status: FactorStatus,
  { email }: Pick<MemberRow, "email">,
): Factor {
  return {
    id,
    type,
    status,
    name,
    ...(type === "WEBAUTHN" && { browser, device }),
    ...(type === "EMAIL" && { hint: maskEmail(email) }),
    ...(phone_number !== null && { hint: maskPhoneNumber(phone_number) }),
    createdDate: created_at.toISOString(),
    lastUsedDate: last_used_at?.toISOString() ?? null,
  };
}

/** The mail with a code that stands in for whoever has set up nothing, where the site asks everybody. */
export function emailByRule({ email, created_at }: MemberRow): Factor {
  return {
    id: null,
    type: "EMAIL",
    status: "ENABLED_BY_RULE",
    name: null,
    hint: maskEmail(email),
    createdDate: created_at.toISOString(),
    lastUsedDate: null,
  };
}
