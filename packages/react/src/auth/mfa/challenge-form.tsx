import { type ReactNode, useRef } from "react";
import { part } from "../../ui/appearance.ts";
import { CheckboxField } from "../../ui/fields/checkbox-field.tsx";
import { AuthCard, type AuthScreenProps, type AuthTexts, FormErrors, SubmitArea } from "../form/auth-screen.tsx";
import { type FieldValidators, useAuthForm } from "../form/use-auth-form.ts";
import type { factorScreens, Method, PhoneMethod } from "./factor-screens.ts";
import type { MfaVerification } from "./use-mfa-verification.ts";

/** Props of a factor's form. */
export interface MethodScreenProps extends AuthScreenProps {
  text: AuthTexts;
  /** Why MFA is required. */
  why: string;
  step: MfaVerification;
  /** For a code or push that has to be sent first. */
  asking: MfaVerification;
  method: Method;
  screen: (typeof factorScreens)[Method];
  /** The member's other factors. */
  others: readonly Method[];
  /** Those of {@link others} that send a code to a phone. */
  otherPhones: readonly PhoneMethod[];
  onChoose(method: Method): void;
  /** Links below the form. */
  children: ReactNode;
}

/** The form of one factor: its input, if any, and whether to trust the device. */
export function useMfaForm({ step, method }: Pick<MethodScreenProps, "step" | "method">, checks: FieldValidators) {
  const remember = useRef<HTMLInputElement>(null);
  const form = useAuthForm(checks, step, ({ code }) => ({
    factorType: method,
    ...("code" in checks && { code }),
    rememberThisDevice: remember.current?.checked ?? false,
  }));
  return { ...form, remember };
}

interface MfaFormProps
  extends Omit<MethodScreenProps, "method" | "screen" | "asking" | "others" | "otherPhones" | "onChoose"> {
  form: ReturnType<typeof useMfaForm>;
  lead: ReactNode;
  /** The input. */
  field?: ReactNode;
  label: string;
  pendingLabel: string;
  /** Texts for errors, if different. */
  problemText?: AuthTexts;
}

/** The card of a factor with a form. */
export function MfaForm({ text, why, step, form, lead, field, label, pendingLabel, children, ...props }: MfaFormProps) {
  const { headingLevel = 1, appearance, problemText = text } = props;
  return (
    <AuthCard
      screen="secondStep"
      title={text("secondStep.challenge.title")}
      {...{ headingLevel, appearance }}
      problem={
        <FormErrors
          {...{ appearance }}
          text={problemText}
          links={{}}
          issues={form.issues}
          failure={step.error}
          fieldId={form.fieldId}
        />
      }
    >
      <p {...part("lead", "site-auth-lead", appearance)}>
        {why} {lead}
      </p>
      <form
        {...form.formProps}
        {...part("form", "site-form", appearance)}
        method="post"
        action={props.action}
        noValidate
        data-state={step.isPending ? "pending" : "idle"}
      >
        {field}
        {step.challenge?.reason !== "HIGH_RISK_LOGIN" && (
          <CheckboxField name="remember" inputRef={form.remember} label={text("secondStep.challenge.remember")} />
        )}
        <SubmitArea
          {...{ text, label, pendingLabel, appearance }}
          attempt={step}
          isLeaving={props.redirectTo !== undefined || props.onDone !== undefined}
        />
      </form>
      {step.state !== "SUCCESS" && children}
    </AuthCard>
  );
}
