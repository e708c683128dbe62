import type { ChallengeFactorType } from "@porchlight/client";
import { useEffect, useId, useRef, useState } from "react";
import type { Appearance } from "../../ui/appearance.ts";
import type { AuthTexts } from "../form/auth-screen.tsx";
import { useSubmission } from "../form/use-submission.ts";
import { CodeForm } from "./code-form.tsx";
import { toMfaSettingsError } from "./mfa-settings-error.tsx";
import { ResendCode, resendDelayMs } from "./resend-code.tsx";

interface SentStepCodeProps {
  type: Exclude<ChallengeFactorType, "PUSH">;
  /** Where the code is sent, partly masked. */
  hint: string | undefined;
  /** When the first code was sent, in milliseconds since the epoch; absent before that. */
  at: number | undefined;
  text: AuthTexts;
  appearance: Appearance | undefined;
  confirm(code: string): Promise<unknown>;
  /** Sends a code. */
  send(): Promise<unknown>;
  onDone(): void;
  onCancel(): void;
}

/** The first code for a new factor: by email, text or call. */
export function SentCodeForm({ type, hint, at, text, appearance, send, ...form }: SentStepCodeProps) {
  const [sentAt, setSentAt] = useState(at);
  const [wasSentAgain, setWasSentAgain] = useState(false);
  const resendId = useId();
  const { submit, ...asking } = useSubmission<undefined>(toMfaSettingsError, send);
  async function sendCode(isAgain: boolean) {
    setWasSentAgain(false);
    if (!(await submit(undefined))) return;
    setWasSentAgain(isAgain);
    setSentAt(Date.now());
  }
  const mustAsk = useRef(sentAt === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends the first code once
  useEffect(() => {
    if (!mustAsk.current) return;
    mustAsk.current = false;
    void sendCode(false);
  }, []);
  const target = <bdi className="site-strong">{hint}</bdi>;
  const isUnsent = sentAt === undefined;
  return (
    <>
      <p role="status">
        {isUnsent && asking.error
          ? text("secondStep.code.unsent")
          : text.rich(`secondStep.${type}.${isUnsent ? "sending" : "sent"}`, { target })}
      </p>
      <CodeForm
        {...{ text, appearance, resendId, ...form }}
        label={text("auth.field.code")}
        hint={text("secondStep.code.hint")}
        failure={asking.error}
      />
      <ResendCode
        id={resendId}
        {...{ text, appearance, wasSentAgain }}
        failure={null}
        isPending={asking.isPending}
        againAt={asking.error?.retryAt ?? (sentAt && sentAt + resendDelayMs)}
        onSend={() => void sendCode(true)}
      />
    </>
  );
}
