import type { Deps } from "../../platform/context/server-context.ts";

/** What is stored of a code; bound to its member and to the address that it was mailed to. */
export function emailChangeCodeMac(deps: Deps, memberId: string, emailKey: string, code: string): Buffer {
  return deps.secrets.mac("verification code", `e-mail change ${memberId} ${emailKey} ${code}`);
}
