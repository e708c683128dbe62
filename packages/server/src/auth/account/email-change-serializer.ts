import type { EmailChange } from "@porchlight/contract/auth/account/account";
import type { EmailChangeRow } from "./email-changes-store.ts";

/** What the member sees of it: nothing of whether there is an account with that address. */
export function toEmailChange({ email, expires_at }: EmailChangeRow): EmailChange {
  return { email, expiresDate: expires_at.toISOString() };
}
