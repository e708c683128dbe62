import type { ReactNode } from "react";
import type { PendingMfa } from "../form/auth-flow.ts";
import type { AuthScreenProps, AuthTexts } from "../form/auth-screen.tsx";
import type { AuthTextKey } from "../form/form-error.ts";
import type { MfaVerification } from "./use-mfa-verification.ts";

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
  step: MfaVerification;
  /** For what has to be sent before there is something to type in. */
  asking: MfaVerification;
  method: Method;
  /** The member's other ones. */
  others: readonly Method[];
  onChoose(method: Method): void;
  /** The ways out, under the form. */
  children: ReactNode;
}

export const reasonKey = (awaited: PendingMfa | undefined): AuthTextKey =>
  awaited?.reason === "HIGH_RISK_LOGIN" ? "secondStep.reason.risk" : "secondStep.reason.settings";
