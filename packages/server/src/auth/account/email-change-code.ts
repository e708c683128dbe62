import type { TxContext } from "../../platform/server-context.ts";

/** What is stored of a code; bound to its member and to the address that it was mailed to. */
export function emailChangeCodeMac(context: TxContext, memberId: string, emailKey: string, code: string): Buffer {
  return context.secrets.mac("verification code", `e-mail change ${memberId} ${emailKey} ${code}`);
}
