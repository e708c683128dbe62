import type { SecondFactorType } from "@porchlight/contract/auth/mfa/factor";
import type { VerifyFactorRequest } from "@porchlight/contract/auth/mfa/schema";
import type { Html } from "../../platform/http/html.ts";
import type { TextKey } from "../../platform/i18n/texts.ts";
import { validateCode, validateRecoveryCode } from "../form-validation.ts";
import { codeField, type FormContext, recoveryCodeField } from "../views/form-parts.ts";
import type { ValidationError } from "../views/problem.ts";

/** A second factor on the hosted page. */
interface SecondFactorMethod {
  name: TextKey;
  /** The code form; `undefined` for a push or passkey, which have their own forms. */
  code: CodeForm | undefined;
  /** Input of the use case. Without a code, it requests that one is sent. */
  data(code?: string): Partial<VerifyFactorRequest["body"]>;
  /** Texts for factors that send something first. */
  send: SendTexts | undefined;
}

/** The form of a code: texts, field, and validation. */
export interface CodeForm {
  /** Above the form; names the recipient of a code that was sent. */
  lead: TextKey;
  hint: TextKey;
  field(context: FormContext, props: FieldProps): Html;
  /** Validates a normalized code. Rejected input does not count as an attempt. */
  validate(code: string): ValidationError | undefined;
  /** Texts for sending another code. */
  again?: { label: TextKey; help: TextKey };
  /** Whether the code depends on the clock of the member's device. */
  hasClock?: boolean;
}

interface FieldProps {
  name: "code";
  label: string;
  hint: string;
  value: string;
  isFirst: true;
}

/** Texts above and on the button that sends a code. */
interface SendTexts {
  question: TextKey;
  button: TextKey;
}

const sixDigits = {
  field: codeField,
  validate: (code: string) => validateCode(code, "secondStep.check.codeMissing"),
};
const sentCode = { ...sixDigits, hint: "auth.verifyEmail.hint" } as const;

/** The second factors on the hosted page. A new type of the contract needs an entry here. */
export const secondFactorMethods: Readonly<Record<SecondFactorType, SecondFactorMethod>> = {
  WEBAUTHN: {
    name: "secondStep.passkey.name",
    code: undefined,
    data: () => ({ webauthnData: {} }),
    send: undefined,
  },
  TOTP: {
    name: "secondStep.TOTP.name",
    code: { ...sixDigits, lead: "secondStep.TOTP.lead", hint: "secondStep.TOTP.hint", hasClock: true },
    data: (code = "") => ({ totpData: { code } }),
    send: undefined,
  },
  PUSH: {
    name: "secondStep.PUSH.name",
    code: undefined,
    data: () => ({ pushData: {} }),
    send: { question: "hosted.byPush.ask", button: "hosted.byPush.send" },
  },
  SMS: {
    name: "hosted.bySms.name",
    code: {
      ...sentCode,
      lead: "hosted.bySms.sent",
      again: { label: "auth.verifyEmail.resend", help: "hosted.bySms.againHelp" },
    },
    data: (code) => ({ smsData: withCode(code) }),
    send: { question: "hosted.bySms.ask", button: "hosted.byCode.send" },
  },
  CALL: {
    name: "hosted.byCall.name",
    code: {
      ...sentCode,
      lead: "hosted.byCall.sent",
      again: { label: "hosted.byCall.again", help: "hosted.byCall.againHelp" },
    },
    data: (code) => ({ callData: withCode(code) }),
    send: { question: "hosted.byCall.ask", button: "hosted.byCall.send" },
  },
  EMAIL: {
    name: "hosted.byEmail.name",
    code: {
      ...sentCode,
      lead: "hosted.byEmail.sent",
      again: { label: "auth.verifyEmail.resend", help: "hosted.verify.resendHelp" },
    },
    data: (code) => ({ emailData: withCode(code) }),
    send: { question: "hosted.byEmail.ask", button: "hosted.byCode.send" },
  },
  RECOVERY_CODE: {
    name: "secondStep.recoveryCode.name",
    code: {
      field: recoveryCodeField,
      validate: validateRecoveryCode,
      lead: "secondStep.recoveryCode.lead",
      hint: "secondStep.recoveryCode.hint",
    },
    data: (code = "") => ({ recoveryCodeData: { code } }),
    send: undefined,
  },
};

const withCode = (code: string | undefined) => (code === undefined ? {} : { code });
