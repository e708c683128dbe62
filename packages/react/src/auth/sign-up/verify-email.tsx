import verifyEmail from "@porchlight/contract/texts/en/auth-verifyEmail.json" with { type: "json" };
import { useEffect, useState } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { Anchor } from "../../ui/anchor.tsx";
import { part } from "../../ui/appearance.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { useSecondsLeft } from "../../ui/delay.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { CodeField } from "../../ui/fields/code-field.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { verificationExpired } from "../form/auth-errors.ts";
import {
  AuthCard,
  type AuthLinks,
  type AuthScreenProps,
  type AuthTexts,
  authMessages,
  ErrorNotice,
  FormErrors,
  formErrorText,
  SubmitArea,
} from "../form/auth-screen.tsx";
import { useAuthForm } from "../form/use-auth-form.ts";
import { useAuthFlow } from "../form/use-auth-submission.ts";
import { validateCode } from "../form/validation.ts";
import type { FollowUpProps } from "../sign-in/follow-up-screens.tsx";
import { useFollowUpScreen } from "../sign-in/use-follow-up-screen.ts";
import { type EmailVerification, useEmailVerification } from "./use-email-verification.ts";

/** Props of {@link VerifyEmail}. */
export interface VerifyEmailProps extends AuthScreenProps {
  /** URL of the sign-in page, if there is nothing to verify. */
  signInHref?: string | undefined;
  /** URL of the form with the email address, for "Change email". */
  changeEmailHref?: string | undefined;
  /** The same as a callback. */
  onChangeEmail?: (() => void) | undefined;
  /** Fills in the code of an emailed link. The person still submits it, because mail scanners open links, too. */
  code?: string | undefined;
  /**
   * Whether the screen PendingApproval replaces this one. With `false`, navigate to your own page in `onState`.
   * Default: true.
   */
  staysInPlace?: boolean | undefined;
}

const english = { ...authMessages, ...verifyEmail };
const checks = { code: validateCode };

/** The form for the code emailed at sign-up or at the first sign-in, with a button for a new code. */
export function VerifyEmail(props: VerifyEmailProps) {
  const { signInHref, staysInPlace = true, headingLevel = 1, appearance, messages } = props;
  const text = useTexts(english, messages);
  const flow = useAuthFlow();
  const hasScripts = useHydrated();
  const [wasFilled, setWasFilled] = useState(false);
  const verification = useEmailVerification({
    redirectTo: props.redirectTo,
    onDone: props.onDone,
    onState: props.onState,
  });
  const { Screen, name, attempt } = useFollowUpScreen(verification, staysInPlace ? ["pendingApproval"] : []);
  const form = useAuthForm(checks, attempt, ({ code }) => ({ code }));
  const codeId = form.fieldId("code");
  const isIn = attempt.state === "SUCCESS";
  const hasMovedOn = isIn || attempt.state === "OWNER_APPROVAL_REQUIRED";
  const isAsking = hasMovedOn || (attempt.isExpected && attempt.error?.key !== verificationExpired.key);
  const { error } = attempt;
  const resendId = `${codeId}-resend`;
  useEffect(() => {
    if (!isAsking) return;
    const control = document.getElementById(error?.key === "auth.error.codeExpired" ? resendId : codeId);
    if (!error || error.display === "field") control?.focus();
    if (error?.display === "field" && control instanceof HTMLInputElement) control.select();
  }, [isAsking, error, codeId, resendId]);

  if (Screen && name) return <Screen {...props} name={name} isConfirmed />;
  const links: AuthLinks = { signInHref };
  const title = text("auth.verifyEmail.title");
  if (hasScripts && !isAsking) {
    return (
      <AuthCard screen="verifyEmail" {...{ title, headingLevel, appearance }}>
        <Notice kind="info" appearance={appearance}>
          {text("auth.verifyEmail.startAgain")}
        </Notice>
        <StartAgain {...{ text, signInHref }} onChangeEmail={props.onChangeEmail} />
      </AuthCard>
    );
  }

  const issue = form.errorAt("code");
  return (
    <AuthCard
      screen="verifyEmail"
      {...{ title, headingLevel, appearance }}
      problem={
        <FormErrors
          {...{ text, links, appearance }}
          issues={form.issues}
          failure={attempt.error}
          fieldId={form.fieldId}
        />
      }
    >
      <p {...part("lead", "site-auth-lead", appearance)}>
        {flow.email
          ? text.rich("auth.verifyEmail.sent", { email: <bdi className="site-strong">{flow.email}</bdi> })
          : text("auth.verifyEmail.sentUnknown")}{" "}
        <ChangeEmail {...props} text={text} />
      </p>
      <form
        {...form.formProps}
        {...part("form", "site-form", appearance)}
        method="post"
        action={props.action}
        noValidate={hasScripts}
        data-state={attempt.isPending ? "pending" : "idle"}
      >
        <CodeField
          {...form.fieldProps("code")}
          label={text("auth.field.code")}
          hint={text("auth.verifyEmail.hint")}
          defaultValue={props.code}
          error={issue && formErrorText(text, issue, links)}
          appearance={appearance}
          onWholeCode={() => {
            setWasFilled(true);
            form.send();
          }}
        />
        <SubmitArea
          text={text}
          label={text("auth.verifyEmail.submit")}
          pendingLabel={text("auth.verifyEmail.submitting")}
          attempt={attempt}
          isLeaving={props.redirectTo !== undefined || props.onDone !== undefined}
          appearance={appearance}
        />
      </form>
      <p className="site-hidden" role="alert">
        {issue && error?.display === "field" && formErrorText(text, issue, links)}
      </p>
      <p className="site-hidden" role="status">
        {wasFilled && attempt.isPending && !isIn && text("auth.verifyEmail.autoSubmitted")}
        {isIn && text("auth.verifyEmail.confirmed")}
      </p>
      {hasScripts && !isIn && <Resend id={resendId} {...{ text, attempt, links, appearance }} />}
    </AuthCard>
  );
}

/** {@link VerifyEmail} as the step after another form. */
export function FollowUp({ name: _name, isConfirmed: _isConfirmed, onStartOver, ...props }: FollowUpProps) {
  return <VerifyEmail {...props} onChangeEmail={onStartOver} />;
}

function ChangeEmail({ text, changeEmailHref, onChangeEmail }: VerifyEmailProps & { text: AuthTexts }) {
  const label = text("auth.verifyEmail.changeEmail");
  if (onChangeEmail) {
    return (
      <Button variant="quiet" className="site-inline-button" onClick={onChangeEmail}>
        {label}
      </Button>
    );
  }
  return changeEmailHref ? <Anchor href={changeEmailHref}>{label}</Anchor> : null;
}

function StartAgain({
  text,
  signInHref,
  onChangeEmail,
}: Pick<VerifyEmailProps, "signInHref" | "onChangeEmail"> & { text: AuthTexts }) {
  const label = text("common.action.signIn");
  if (onChangeEmail) {
    return (
      <Button variant="primary" isWide onClick={onChangeEmail}>
        {label}
      </Button>
    );
  }
  return signInHref ? (
    <LinkButton variant="primary" data-wide href={signInHref}>
      {label}
    </LinkButton>
  ) : null;
}

interface ResendProps {
  id: string;
  text: AuthTexts;
  attempt: EmailVerification;
  links: AuthLinks;
  appearance: AuthScreenProps["appearance"];
}

/** Button for a new code. The countdown is silent; that a code was sent is announced politely. */
function Resend({ id, text, attempt, links, appearance }: ResendProps) {
  const { resend, resendState, resendError, resendIn } = attempt;
  const isRefused = useSecondsLeft(resendError?.retryAt) > 0;
  const mustWait = isRefused || resendIn > 0 || resendState === "pending";
  const label =
    resendState === "pending"
      ? text("auth.verifyEmail.resending")
      : resendIn > 0
        ? text("auth.verifyEmail.resendWait", { n: resendIn })
        : text("auth.verifyEmail.resend");
  return (
    <div {...part("resend", "site-resend", appearance)}>
      {resendError && <ErrorNotice text={text} failure={resendError} links={links} appearance={appearance} />}
      <Button
        id={id}
        variant="quiet"
        aria-disabled={mustWait || undefined}
        onClick={() => {
          if (!mustWait) void resend();
        }}
      >
        {label}
      </Button>
      <p className="site-resent" role="status">
        {resendState === "sent" && text("auth.verifyEmail.resent")}
      </p>
    </div>
  );
}
