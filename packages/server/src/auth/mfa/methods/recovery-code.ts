import { Refusal } from "../../../platform/context/errors.ts";
import type { VerificationMethod } from "../factor-method.ts";
import { normalizeRecoveryCode, recoveryCodeMac } from "../recovery-codes/recovery-codes.ts";
import { consumeRecoveryCode } from "../recovery-codes/recovery-codes-store.ts";

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
