import { useEffect, useId, useRef, useState } from "react";
import { part } from "../../../ui/appearance.ts";
import { Button } from "../../../ui/button.tsx";
import type { MethodScreenProps } from "../challenge-form.tsx";
import { MfaCode } from "../code-challenge.tsx";
import { ResendCode, resendDelayMs } from "../resend-code.tsx";
import { useSentTexts } from "../sent-texts.ts";

/** Validity of codes. Source: docs/reference/multi-factor-authentication.md. */
const codeTtlMs = 10 * 60_000;

/** MFA with a code by email, text or call, sent once on mount. */
export function MfaSentCode({ children, ...props }: MethodScreenProps) {
  const { step, asking, method, screen, otherPhones, onChoose, appearance } = props;
  const text = useSentTexts(props.text, props.messages);
  const { challenge: awaited } = step;
  const isSent = awaited?.sent?.factorType === method;
  const [wasSentAgain, setWasSentAgain] = useState(false);
  const resendId = useId();

  const { submit } = asking;
  const sendCode = () => submit({ factorType: method, rememberThisDevice: false });
  // After a reload, a code that is still valid is not sent again.
  const mustSend = useRef(!isSent || (awaited?.sent?.at ?? 0) + codeTtlMs < Date.now());
  useEffect(() => {
    if (!mustSend.current) return;
    mustSend.current = false;
    void submit({ factorType: method, rememberThisDevice: false });
  }, [submit, method]);

  if (screen.form !== "sentCode") return null;
  const hint = awaited?.factors.find((factor) => factor.factorType === method)?.hint;
  const target = (
    <bdi className="site-strong">
      {hint ?? text(screen.sentTo === "mailbox" ? "secondStep.code.yourMailbox" : "secondStep.code.yourPhone")}
    </bdi>
  );
  return (
    <MfaCode
      {...props}
      {...{ text, resendId }}
      lead={
        <span role="status">
          {step.state !== "SUCCESS" &&
            (asking.error && !isSent
              ? text("secondStep.code.unsent")
              : text.rich(`secondStep.${screen.text}.${isSent ? "sent" : "sending"}`, { target }))}
        </span>
      }
      hint={text("secondStep.code.hint")}
    >
      <ResendCode
        id={resendId}
        {...{ text, appearance, wasSentAgain }}
        failure={asking.error}
        isPending={asking.isPending}
        againAt={isSent && awaited?.sent ? awaited.sent.at + resendDelayMs : undefined}
        onSend={() => {
          setWasSentAgain(false);
          void sendCode().then((state) => setWasSentAgain(state === "MFA_REQUIRED"));
        }}
      />
      {screen.sentTo === "phone" &&
        otherPhones.map((other) => (
          <p key={other} {...part("switch", "site-resend", appearance)}>
            <Button variant="quiet" onClick={() => onChoose(other)}>
              {text(`secondStep.${other}.switch`)}
            </Button>
          </p>
        ))}
      {children}
    </MfaCode>
  );
}
