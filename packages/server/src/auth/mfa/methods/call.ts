import { phoneCodeMethod } from "../codes/phone-code-method.ts";

/** A code by phone call. A phone that receives text messages can be called as well. */
export const callMethod = phoneCodeMethod("CALL", { responseField: "callData", alternativeType: "SMS" });
