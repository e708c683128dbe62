import { useEffect, useRef } from "react";
import { part } from "../../../ui/appearance.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxField } from "../../../ui/fields/checkbox-field.tsx";
import { AuthCard, ErrorNotice } from "../../form/auth-screen.tsx";
import type { MethodScreenProps } from "../challenge-form.tsx";
import { PushNumber } from "../push-number.tsx";
import { useSentTexts } from "../sent-texts.ts";
import { usePolling } from "../use-polling.ts";

/** MFA with a push to the member's devices, sent once on mount. */
export function MfaPush({ why, step, children, ...props }: MethodScreenProps) {
  const { headingLevel = 1, appearance } = props;
  const text = useSentTexts(props.text, props.messages);
  const { challenge: awaited, error, submit } = step;
  const sent = awaited?.sent?.factorType === "PUSH" ? awaited.sent : undefined;
  const isIn = step.state === "SUCCESS";
  const remember = useRef<HTMLInputElement>(null);
  const sendPush = () => submit({ factorType: "PUSH", rememberThisDevice: remember.current?.checked ?? false });
  // After a reload, wait for the push already sent.
  const mustSend = useRef(!sent);
  useEffect(() => {
    if (!mustSend.current) return;
    mustSend.current = false;
    void submit({ factorType: "PUSH", rememberThisDevice: false });
  }, [submit]);
  usePolling(sent !== undefined && !isIn, error?.retryAt, sendPush);
  const isOver = !sent && error !== null;
  const failure = isOver ? error : null;
  return (
    <AuthCard
      screen="secondStep"
      title={text("secondStep.challenge.title")}
      {...{ headingLevel, appearance }}
      problem={failure && <ErrorNotice {...{ text, failure, appearance }} links={{}} />}
    >
      <p {...part("lead", "site-auth-lead", appearance)}>
        {why} {isOver && text("secondStep.PUSH.unanswered")}
      </p>
      {!isOver && !isIn && <PushNumber {...{ text, appearance }} number={sent?.pushNumber} since={sent?.at} />}
      {!isIn && awaited?.reason !== "HIGH_RISK_LOGIN" && (
        <CheckboxField name="remember" inputRef={remember} label={text("secondStep.challenge.remember")} />
      )}
      {isOver && (
        <Button variant="primary" isWide onClick={() => void sendPush()}>
          {text("secondStep.PUSH.again")}
        </Button>
      )}
      <p className="site-resent" role="status">
        {isIn && text("auth.done.label")}
      </p>
      {!isIn && children}
    </AuthCard>
  );
}
