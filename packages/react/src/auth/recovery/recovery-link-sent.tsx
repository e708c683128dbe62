import { type ReactNode, useEffect, useRef, useState } from "react";
import { part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { useSecondsLeft } from "../../ui/delay.ts";
import { Captcha } from "../captcha/captcha.tsx";
import { AuthCard, type AuthScreenProps, type AuthTexts, ErrorNotice } from "../form/auth-screen.tsx";
import type { RecoveryLink } from "./use-recovery-link.ts";

export interface RecoveryLinkSentProps extends Pick<AuthScreenProps, "appearance"> {
  text: AuthTexts;
  screen: string;
  headingLevel: 1 | 2 | 3;
  link: RecoveryLink;
  email: string;
  onChangeEmail(): void;
  children: ReactNode;
}

/** The same whether the account exists or not. */
export function RecoveryLinkSent({
  text,
  screen,
  appearance,
  headingLevel,
  link,
  email,
  onChangeEmail,
  children,
}: RecoveryLinkSentProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const [wasSentAgain, setWasSentAgain] = useState(false);
  useEffect(() => title.current?.focus(), []);
  const isRefused = useSecondsLeft(link.error?.retryAt) > 0;
  const mustWait = isRefused || link.resendIn > 0 || link.isPending;
  const label = link.isPending
    ? text("password.forgot.submitting")
    : link.resendIn > 0
      ? text("password.forgot.againWait", { n: link.resendIn })
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
        {link.error && <ErrorNotice text={text} failure={link.error} links={{}} appearance={appearance} />}
        <Captcha captcha={link.captcha} appearance={appearance} />
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
