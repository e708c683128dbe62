import type { ReactNode } from "react";
import type { PendingMfa } from "../form/auth-flow.ts";
import type { AuthScreenProps, AuthTexts } from "../form/auth-screen.tsx";
import type { AuthTextKey } from "../form/form-error.ts";
import type { MfaVerification } from "./use-mfa-verification.ts";

/** Factors that the screen supports, best first. */
export const methods = ["WEBAUTHN", "TOTP", "PUSH", "SMS", "CALL", "EMAIL", "RECOVERY_CODE"] as const;
export type Method = (typeof methods)[number];

/** Parts of text keys. */
export const textKeyParts = {
  WEBAUTHN: "passkey",
  TOTP: "TOTP",
  PUSH: "PUSH",
  SMS: "SMS",
  CALL: "CALL",
  EMAIL: "EMAIL",
  RECOVERY_CODE: "recoveryCode",
} as const satisfies Record<Method, string>;

/** Props of a factor's form. */
export interface MethodScreenProps extends AuthScreenProps {
  text: AuthTexts;
  /** Why MFA is required. */
  why: string;
  step: MfaVerification;
  /** For a code or push that has to be sent first. */
  asking: MfaVerification;
  method: Method;
  /** The member's other factors. */
  others: readonly Method[];
  onChoose(method: Method): void;
  /** Links below the form. */
  children: ReactNode;
}

export const reasonKey = (awaited: PendingMfa | undefined): AuthTextKey =>
  awaited?.reason === "HIGH_RISK_LOGIN" ? "secondStep.reason.risk" : "secondStep.reason.settings";
