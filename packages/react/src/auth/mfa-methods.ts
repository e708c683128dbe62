import type { ComponentType, ReactNode } from "react";
import type { AwaitedSecondStep } from "./auth-flow.ts";
import type { AuthScreenProps, AuthTexts } from "./auth-screen.tsx";
import type { AuthTextKey } from "./issue.ts";
import type { SecondStep } from "./use-second-step.ts";

/** Second steps that the screen can be taken with, the best first. */
export const methods = ["WEBAUTHN", "TOTP", "PUSH", "SMS", "CALL", "EMAIL", "RECOVERY_CODE"] as const;
export type Method = (typeof methods)[number];

/** The part of the texts' keys. */
export const wordsOf = {
  WEBAUTHN: "passkey",
  TOTP: "TOTP",
  PUSH: "PUSH",
  SMS: "SMS",
  CALL: "CALL",
  EMAIL: "EMAIL",
  RECOVERY_CODE: "recoveryCode",
} as const satisfies Record<Method, string>;

/** What the form of a method is given. */
export interface MethodScreenProps extends AuthScreenProps {
  text: AuthTexts;
  /** Why a second step is asked for, in words. */
  why: string;
  step: SecondStep;
  /** For what has to be sent before there is something to type in. */
  asking: SecondStep;
  method: Method;
  /** The member's other ones. */
  others: readonly Method[];
  onChoose(method: Method): void;
  /** The ways out, under the form. */
  children: ReactNode;
}

/** The form of a method, in a script of its own: nobody needs more than one of them, as a rule. */
export async function loadMethod(method: Method): Promise<ComponentType<MethodScreenProps>> {
  switch (method) {
    case "WEBAUTHN":
      return (await import("./mfa-passkey.tsx")).MfaPasskey;
    case "PUSH":
      return (await import("./mfa-push.tsx")).MfaPush;
    case "SMS":
    case "CALL":
    case "EMAIL":
      return (await import("./mfa-sent-code.tsx")).MfaSentCode;
    default:
      return (await import("./mfa-code.tsx")).MfaCode;
  }
}

export const reasonKey = (awaited: AwaitedSecondStep | undefined): AuthTextKey =>
  awaited?.reason === "HIGH_RISK_LOGIN" ? "secondStep.reason.risk" : "secondStep.reason.settings";
