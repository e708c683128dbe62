import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Anchor } from "../../ui/anchor.tsx";
import { part } from "../../ui/appearance.ts";
import { EmailField } from "../../ui/fields/field.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { Captcha } from "../captcha/captcha.tsx";
import {
  AuthCard,
  type AuthScreenProps,
  type AuthTexts,
  FormErrors,
  formErrorText,
  SubmitArea,
} from "../form/auth-screen.tsx";
import { useAuthForm } from "../form/use-auth-form.ts";
import { useAuthFlow } from "../form/use-auth-submission.ts";
import { validateEmail } from "../form/validation.ts";
import { useRecoveryLink } from "./use-recovery-link.ts";

export interface RecoveryLinkFormProps extends Pick<AuthScreenProps, "appearance" | "headingLevel" | "action"> {
  text: AuthTexts;
  screen: string;
  title: string;
  /** Below the title until the link was sent. */
  lead: ReactNode;
  signInHref: string | undefined;
  /** Whether only the button is left to press, which takes focus. */
  isReady?: boolean | undefined;
}

const checks = { email: validateEmail };
const loadLinkSent = async () => ({ default: (await import("./recovery-link-sent.tsx")).RecoveryLinkSent });
const LinkSent = lazy(loadLinkSent);

/** The email form, then the confirmation, which is the same for every address. */
export function RecoveryLinkForm(props: RecoveryLinkFormProps) {
  const { text, screen, title, lead, signInHref, isReady, appearance, headingLevel = 1 } = props;
  const { email } = useAuthFlow();
  const link = useRecoveryLink();
  const [isSent, setIsSent] = useState(false);
  const hasScripts = useHydrated();
  // Preloads the confirmation.
  useEffect(() => void loadLinkSent().catch(() => undefined), []);
  const send = async (params: { email: string }) => {
    const went = await link.submit(params);
    if (went) setIsSent(true);
    return went;
  };
  const form = useAuthForm(checks, { ...link, state: "INITIAL", submit: send }, (values) => ({ email: values.email }));
  const issue = form.errorAt("email");
  const emailId = form.fieldId("email");
  useEffect(() => {
    const field = isReady && document.getElementById(emailId);
    if (field instanceof HTMLInputElement) field.form?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }, [isReady, emailId]);
  const back = signInHref && (
    <p {...part("links", "site-auth-links", appearance)}>
      <Anchor href={signInHref}>{text("password.forgot.back")}</Anchor>
    </p>
  );
  if (isSent) {
    return (
      <Suspense>
        <LinkSent
          {...{ text, screen, headingLevel, appearance, link, email }}
          onChangeEmail={() => {
            link.reset();
            setIsSent(false);
          }}
        >
          {back}
        </LinkSent>
      </Suspense>
    );
  }
  return (
    <AuthCard
      {...{ screen, title, headingLevel, appearance }}
      problem={
        <FormErrors
          {...{ text, appearance }}
          links={{}}
          issues={form.issues}
          failure={link.error}
          fieldId={form.fieldId}
        />
      }
    >
      {lead}
      <form
        {...form.formProps}
        {...part("form", "site-form", appearance)}
        method="post"
        action={props.action}
        noValidate={hasScripts}
        data-state={link.isPending ? "pending" : "idle"}
      >
        <EmailField
          {...form.fieldProps("email")}
          label={text("auth.field.email")}
          autoComplete="username"
          defaultValue={email}
          error={issue && formErrorText(text, issue, {})}
          appearance={appearance}
        />
        <Captcha captcha={link.captcha} appearance={appearance} />
        <SubmitArea
          text={text}
          label={text("password.forgot.submit")}
          pendingLabel={text("password.forgot.submitting")}
          attempt={link}
          isLeaving={false}
          appearance={appearance}
        />
      </form>
      {back}
    </AuthCard>
  );
}
