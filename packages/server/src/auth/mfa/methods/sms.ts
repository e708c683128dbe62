import { phoneCodeMethod } from "../codes/phone-code-method.ts";

/** A code by text message. */
export const smsMethod = phoneCodeMethod("SMS", { responseField: "smsData" });
