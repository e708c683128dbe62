import type { ChallengeFactorType } from "@porchlight/client";
import { useEffect, useId, useRef, useState } from "react";
import { part } from "../../../ui/appearance.ts";
import { Button } from "../../../ui/button.tsx";
import { MfaCode } from "../code-challenge.tsx";
import type { MethodScreenProps } from "../factor-screens.ts";
import { ResendCode, resendDelayMs } from "../resend-code.tsx";
import { useSentTexts } from "../sent-texts.ts";

/** Validity of codes. Source: docs/reference/multi-factor-authentication.md. */
const codeTtlMs = 10 * 60_000;

/** MFA with a code by email, text or call, sent once on mount. */
export function MfaSentCode({ children, ...props }: MethodScreenProps) {
  const { step, asking, method, others, onChoose, appearance } = props;
  const text = useSentTexts(props.text, props.messages);
  const factorType = method as Exclude<ChallengeFactorType, "PUSH">;
  const { challenge: awaited } = step;
  const isSent = awaited?.sent?.factorType === factorType;
  const [wasSentAgain, setWasSentAgain] = useState(false);
  const resendId = useId();

  const { submit } = asking;
  const sendCode = () => submit({ factorType, rememberThisDevice: false });
  // After a reload, a code that is still valid is not sent again.
  const mustSend = useRef(!isSent || (awaited?.sent?.at ?? 0) + codeTtlMs < Date.now());
  useEffect(() => {
    if (!mustSend.current) return;
    mustSend.current = false;
    void submit({ factorType, rememberThisDevice: false });
  }, [submit, factorType]);

  const hint = awaited?.factors.find((factor) => factor.factorType === factorType)?.hint;
  const target = (
    <bdi className="site-strong">
      {hint ?? text(factorType === "EMAIL" ? "secondStep.code.yourMailbox" : "secondStep.code.yourPhone")}
    </bdi>
  );
  const other = factorType === "SMS" ? "CALL" : "SMS";
  return (
    <MfaCode
      {...props}
      {...{ text, resendId }}
      lead={
        <span role="status">
          {step.state !== "SUCCESS" &&
            (asking.error && !isSent
              ? text("secondStep.code.unsent")
              : text.rich(`secondStep.${factorType}.${isSent ? "sent" : "sending"}`, { target }))}
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
      {factorType !== "EMAIL" && others.includes(other) && (
        <p {...part("switch", "site-resend", appearance)}>
          <Button variant="quiet" onClick={() => onChoose(other)}>
            {text(`secondStep.${other}.switch`)}
          </Button>
        </p>
      )}
      {children}
    </MfaCode>
  );
}
