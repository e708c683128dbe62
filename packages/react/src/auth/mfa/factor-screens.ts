import type { ChallengeFactorType, SecondFactorType } from "@porchlight/client";
import type { NewFactor } from "@porchlight/client/auth";
import type { AuthTextKey } from "../form/form-error.ts";

/** Factors that are enrolled with a phone number. */
export type PhoneMethod = Extract<NewFactor, { phoneNumber: string }>["type"];

type TextPart<Key, Area extends string, End extends string> = Key extends `${Area}.${infer Part}.${End}` ? Part : never;

/** What the screens need to know of a factor. */
type FactorScreen<Type extends SecondFactorType> = {
  /** Part of its text keys `secondStep.*`. */
  text: TextPart<AuthTextKey, "secondStep", "name">;
} & (Type extends ChallengeFactorType
  ? { form: "push"; sentTo: "device" } | { form: "sentCode"; sentTo: Type extends PhoneMethod ? "phone" : "mailbox" }
  : { form: "passkey" | "code" });

/** The factors, best first. */
export const factorScreens = {
  WEBAUTHN: { form: "passkey", text: "passkey" },
  TOTP: { form: "code", text: "TOTP" },
  PUSH: { form: "push", text: "PUSH", sentTo: "device" },
  SMS: { form: "sentCode", text: "SMS", sentTo: "phone" },
  CALL: { form: "sentCode", text: "CALL", sentTo: "phone" },
  EMAIL: { form: "sentCode", text: "EMAIL", sentTo: "mailbox" },
  RECOVERY_CODE: { form: "code", text: "recoveryCode" },
} as const satisfies { [Type in SecondFactorType]: FactorScreen<Type> };
export type Method = keyof typeof factorScreens;

export const methods = /* @__PURE__ */ Object.keys(factorScreens) as readonly Method[];

/** Whether a code or push is sent. */
export const isSent = (method: Method): method is ChallengeFactorType => "sentTo" in factorScreens[method];
