import mailed from "@porchlight/contract/texts/en/password-mail.json" with { type: "json" };
import { createElement, useState } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { useSecondsLeft } from "../../ui/delay.ts";
import { Captcha } from "../captcha/captcha.tsx";
import { type AuthScreenProps, ErrorNotice } from "../form/auth-screen.tsx";
import { useMember } from "../session/use-session.ts";
import { passwordTexts } from "./password-texts.ts";
import { useRecoveryLink } from "./use-recovery-link.ts";

const english = { ...passwordTexts, ...mailed };

/** Emails a link to set a password to members without one. Loaded on demand. */
export function SetPassword({
  appearance,
  headingLevel = 2,
  messages,
}: Pick<AuthScreenProps, "appearance" | "headingLevel" | "messages">) {
  const text = useTexts(english, messages);
  const email = useMember(({ member }) => member?.loginEmail);
  const link = useRecoveryLink();
  const [timesSent, setTimesSent] = useState(0);
  const isRefused = useSecondsLeft(link.error?.retryAt) > 0;
  const mustWait = !email || isRefused || link.resendIn > 0 || link.isPending;
  async function send() {
    if (!mustWait && (await link.submit({ email }))) setTimesSent(timesSent + 1);
  }
  function label() {
    if (link.isPending) return text("password.forgot.submitting");
    if (link.resendIn > 0) return text("password.forgot.againWait", { n: link.resendIn });
    return text(timesSent > 0 ? "password.forgot.again" : "password.mail.submit");
  }
  return (
    <section {...part("changePassword", "site-change-password", appearance)} data-screen="setPassword">
      {createElement(`h${headingLevel}`, part("title", "site-auth-title", appearance), text("password.change.title"))}
      <div {...part("lead", "site-auth-lead", appearance)} role="status">
        {timesSent === 0
          ? text("password.mail.lead")
          : text.rich(timesSent === 1 ? "password.mail.sent" : "password.mail.sentAgain", {
              email: <bdi className="site-strong">{email}</bdi>,
            })}
      </div>
      {link.error && <ErrorNotice text={text} failure={link.error} links={{}} appearance={appearance} />}
      <Captcha captcha={link.captcha} messages={messages} appearance={appearance} />
      <Button aria-disabled={mustWait || undefined} onClick={() => void send()}>
        {label()}
      </Button>
    </section>
  );
}
