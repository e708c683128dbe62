import { randomInt } from "node:crypto";
import type { Transaction } from "kysely";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { TxContext } from "../../../platform/server-context.ts";
import type { VerificationMethod } from "../factor-method.ts";
import { consumeRecoveryCode, recoveryCodeCount, replaceRecoveryCodes } from "./recovery-codes-store.ts";

/** One of the codes that a member receives with their first factor. */
export const recoveryCodeMethod: VerificationMethod = {
  delivery: null,
  isFallback: true,
  auditEvent: "recovery-code-used",
  responseField: "recoveryCodeData",
  parseResponse: (data) => data?.code ?? "",
  challenge() {
    throw new Refusal("FACTOR_NOT_AVAILABLE");
  },
  async verify(tx, context, { member }, code = "") {
    const mac = recoveryCodeMac(context, member.id, normalizeRecoveryCode(code));
    const isVerified = await consumeRecoveryCode(tx, context.site.id, member.id, mac, context.now());
    return isVerified ? "verified" : new Refusal("INVALID_CODE");
  },
  describe: () => ({}),
};

const codeLength = 10;
/** Without characters that are easily confused. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";

/** Replaces the member's recovery codes. Only this call returns them. */
export async function createRecoveryCodes(
  tx: Transaction<Tables>,
  context: TxContext,
  memberId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(""),
  );
  const macs = codes.map((code) => recoveryCodeMac(context, memberId, code));
  await replaceRecoveryCodes(tx, context.site.id, memberId, macs);
  return codes.map((code) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`);
}

/** Ignores case, spaces and dashes. */
export const normalizeRecoveryCode = (text: string): string => text.toLowerCase().replace(/[\s\p{Pd}]/gu, "");

/** The stored form of a code. */
export function recoveryCodeMac(context: TxContext, memberId: string, code: string): Buffer {
  return context.secrets.mac("recovery code", `${memberId} ${code}`);
}
