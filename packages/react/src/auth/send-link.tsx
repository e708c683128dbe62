import { type ReactNode, useEffect, useRef, useState } from "react";
import { Anchor } from "../ui/anchor.tsx";
import { part } from "../ui/appearance.ts";
import { Button } from "../ui/button.tsx";
import { useSecondsLeft } from "../ui/delay.ts";
import { EmailField } from "../ui/field.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import {
  AuthCard,
  type AuthScreenProps,
  type AuthTexts,
  FailureNotice,
  issueText,
  Problem,
  SubmitArea,
} from "./auth-screen.tsx";
import { checkEmail } from "./checks.ts";
import { useAuthFlow } from "./use-attempt.ts";
import { useAuthForm } from "./use-auth-form.ts";
import { type RecoveryLink, useRecoveryLink } from "./use-recovery-link.ts";

export interface SendLinkProps extends Pick<AuthScreenProps, "appearance" | "headingLevel" | "action"> {
  text: AuthTexts;
  screen: string;
  title: string;
  /** Under the title, until the link is on its way. */
  lead: ReactNode;
  signInHref: string | undefined;
  /** Whether there is nothing left to do but to press the button, which takes the focus. */
  isReady?: boolean | undefined;
}

const checks = { email: checkEmail };

/** The e-mail address, and then the one answer that everybody gets. */
export function SendLink(props: SendLinkProps) {
  const { text, screen, title, lead, signInHref, isReady, appearance, headingLevel = 1 } = props;
  const { email } = useAuthFlow();
  const link = useRecoveryLink();
  const [isSent, setIsSent] = useState(false);
  const hasScripts = useHydrated();
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
      <LinkSent
        {...{ text, screen, headingLevel, appearance, link, email }}
        onChangeEmail={() => {
          link.reset();
          setIsSent(false);
        }}
      >
        {back}
      </LinkSent>
    );
  }
  return (
    <AuthCard
      {...{ screen, title, headingLevel, appearance }}
      problem={
        <Problem
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
          error={issue && issueText(text, issue, {})}
          appearance={appearance}
        />
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

interface LinkSentProps extends Pick<SendLinkProps, "text" | "screen" | "appearance"> {
  headingLevel: 1 | 2 | 3;
  link: RecoveryLink;
  email: string;
  onChangeEmail(): void;
  children: ReactNode;
}

/** Says the same whether there is such a member or not. */
function LinkSent({ text, screen, appearance, headingLevel, link, email, onChangeEmail, children }: LinkSentProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const [wasSentAgain, setWasSentAgain] = useState(false);
  useEffect(() => title.current?.focus(), []);
  const isRefused = useSecondsLeft(link.error?.retryAt) > 0;
  const mustWait = isRefused || link.againIn > 0 || link.isPending;
  const label = link.isPending
    ? text("password.forgot.submitting")
    : link.againIn > 0
      ? text("password.forgot.againWait", { n: link.againIn })
      : text("password.forgot.again");
  return (
    <AuthCard {...{ screen, headingLevel, appearance }} title={text("password.forgot.sentTitle")} titleRef={title}>
      <div {...part("lead", "site-auth-lead", appearance)}>
        <p>{text.rich("password.forgot.sent", { email: <bdi className="site-strong">{email}</bdi> })}</p>
        <p>{text("password.forgot.sentHelp")}</p>
        <Button variant="quiet" className="site-inline-button" onClick={onChangeEmail}>
          {text("auth.verifyEmail.changeEmail")}
        </Button>
      </div>
      <div {...part("resend", "site-resend", appearance)}>
        {link.error && <FailureNotice text={text} failure={link.error} links={{}} appearance={appearance} />}
        <Button
          variant="quiet"
          aria-disabled={mustWait || undefined}
          onClick={() => {
            if (mustWait) return;
            setWasSentAgain(false);
            void link.submit({ email }).then(setWasSentAgain);
          }}
        >
          {label}
        </Button>
        <p className="site-resent" role="status">
          {wasSentAgain && text("password.forgot.sentAgain")}
        </p>
      </div>
      {children}
    </AuthCard>
  );
}
