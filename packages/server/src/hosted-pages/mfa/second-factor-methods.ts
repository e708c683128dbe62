import type { AvailableFactor, SecondStepType } from "@porchlight/contract/auth/mfa/factor";
import type { VerifyFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { Html } from "../../platform/http/html.ts";
import type { TextKey } from "../../platform/i18n/texts.ts";
import { checkCode, checkRecoveryCode } from "../checks.ts";
import { codeField, type FormContext, recoveryCodeField } from "../views/form-parts.ts";
import type { Issue } from "../views/problem.ts";

/** A way to take the second step on the page. */
interface SecondStepMethod {
  name: TextKey;
  /** For what is taken with a code. */
  code?: CodeStep;
  /** What the use case takes; without a code something is to be sent. */
  data(code?: string): Partial<VerifyFactorRequest["body"]>;
  /** Of what has to be sent first. */
  sending?: Sending;
}

/** The words of a code, what its form holds, and what the server makes of it. */
export interface CodeStep {
  /** Above the form; of a code that was sent it says where to. */
  lead: TextKey;
  hint: TextKey;
  field(context: FormContext, props: FieldProps): Html;
  /** What to correct in a folded code, which does not count as a try then. */
  check(code: string): Issue | undefined;
  /** For a code that was sent. */
  again?: { label: TextKey; help: TextKey };
  /** Whether the clock of the member's telephone may be why a code is wrong. */
  hasClock?: boolean;
}

interface FieldProps {
  name: "code";
  label: string;
  hint: string;
  /** What was typed. */
  value: string;
  isFirst: true;
}

/** Above the button, and on it, before something is sent. */
interface Sending {
  ask: TextKey;
  button: TextKey;
}

const sixDigits = {
  field: codeField,
  check: (code: string) => checkCode(code, "secondStep.check.codeMissing"),
};
const sentCode = { ...sixDigits, hint: "auth.verifyEmail.hint" } as const;

const methods = {
  WEBAUTHN: { name: "secondStep.passkey.name", data: () => ({ webauthnData: {} }) },
  TOTP: {
    name: "secondStep.TOTP.name",
    code: { ...sixDigits, lead: "secondStep.TOTP.lead", hint: "secondStep.TOTP.hint", hasClock: true },
    data: (code = "") => ({ totpData: { code } }),
  },
  PUSH: {
    name: "secondStep.PUSH.name",
    data: () => ({ pushData: {} }),
    sending: { ask: "hosted.byPush.ask", button: "hosted.byPush.send" },
  },
  SMS: {
    name: "hosted.bySms.name",
    code: {
      ...sentCode,
      lead: "hosted.bySms.sent",
      again: { label: "auth.verifyEmail.resend", help: "hosted.bySms.againHelp" },
    },
    data: (code) => ({ smsData: withCode(code) }),
    sending: { ask: "hosted.bySms.ask", button: "hosted.byCode.send" },
  },
  CALL: {
    name: "hosted.byCall.name",
    code: {
      ...sentCode,
      lead: "hosted.byCall.sent",
      again: { label: "hosted.byCall.again", help: "hosted.byCall.againHelp" },
    },
    data: (code) => ({ callData: withCode(code) }),
    sending: { ask: "hosted.byCall.ask", button: "hosted.byCall.send" },
  },
  EMAIL: {
    name: "hosted.byEmail.name",
    code: {
      ...sentCode,
      lead: "hosted.byEmail.sent",
      again: { label: "auth.verifyEmail.resend", help: "hosted.verify.resendHelp" },
    },
    data: (code) => ({ emailData: withCode(code) }),
    sending: { ask: "hosted.byEmail.ask", button: "hosted.byCode.send" },
  },
  RECOVERY_CODE: {
    name: "secondStep.recoveryCode.name",
    code: {
      field: recoveryCodeField,
      check: checkRecoveryCode,
      lead: "secondStep.recoveryCode.lead",
      hint: "secondStep.recoveryCode.hint",
    },
    data: (code = "") => ({ recoveryCodeData: { code } }),
  },
} satisfies Partial<Record<SecondStepType, SecondStepMethod>>;

const withCode = (code: string | undefined) => (code === undefined ? {} : { code });

/** Second steps that can be taken on the page. */
export type MethodName = keyof typeof methods;

export const methodOf = (name: MethodName): SecondStepMethod => methods[name];

/** Those of `factors` that the page knows, in their order. */
export function methodsOf(factors: readonly Pick<AvailableFactor, "factorType">[]): MethodName[] {
  return factors.map(({ factorType }) => factorType).filter((type): type is MethodName => Object.hasOwn(methods, type));
}
