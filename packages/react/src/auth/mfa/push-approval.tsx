import { useEffect, useRef, useState } from "react";
import type { Appearance } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { asRecord } from "../form/auth-errors.ts";
import type { AuthTexts } from "../form/auth-screen.tsx";
import type { AuthError } from "../form/form-error.ts";
import { useSubmission } from "../form/use-submission.ts";
import { MfaSettingsError, toMfaSettingsError } from "./mfa-settings-error.tsx";
import { PushNumber } from "./push-number.tsx";
import { usePolling } from "./use-polling.ts";

export interface SentPush {
  /** The number to select on the device. */
  number: string | undefined;
  /** Milliseconds since the epoch. */
  at: number;
}

interface PushApprovalProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  /** The pending push notification; undefined if it has not been sent. */
  sent: SentPush | undefined;
  /** Sends the push notification, or polls it. Resolves to true if approved, otherwise to the number to show. */
  sendOrPoll(): Promise<true | string | undefined>;
  onDone(): void;
  onCancel(): void;
}

/** Waits until a sign-in or a change is approved on a device. */
export function PushApproval({ text, appearance, sendOrPoll, onDone, onCancel, ...props }: PushApprovalProps) {
  const [sent, setSent] = useState(props.sent);
  const [failure, setFailure] = useState<AuthError>();
  const result = useRef<true | string | undefined>(undefined);
  const explain = useRef((error: unknown, now: number) => {
    const reason = toMfaSettingsError(error, now);
    // Discards a push that was rejected or has expired. After another error, polling continues.
    if (/^(PUSH|FACTOR|REAUTH)/.test(String(asRecord(error).code))) setSent(undefined);
    setFailure(reason);
    return reason;
  });
  const sending = useSubmission<undefined>(explain.current, async () => {
    result.current = await sendOrPoll();
  });
  async function poll() {
    if (!(await sending.submit(undefined))) return;
    setFailure(undefined);
    const latest = result.current;
    if (latest === true) return onDone();
    setSent((before) => (before && before.number === latest ? before : { number: latest, at: Date.now() }));
  }
  const mustSend = useRef(sent === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends the push once
  useEffect(() => {
    if (!mustSend.current) return;
    mustSend.current = false;
    void poll();
  }, []);
  usePolling(sent !== undefined, sending.error?.retryAt, poll);
  const isOver = !sent && failure !== undefined;
  return (
    <>
      {isOver ? (
        <MfaSettingsError {...{ text, failure, appearance }} />
      ) : (
        <PushNumber {...{ text, appearance }} number={sent?.number} since={sent?.at} />
      )}
      <div className="site-block-actions">
        {isOver && (
          <Button
            variant="primary"
            aria-disabled={sending.isPending || undefined}
            onClick={() => !sending.isPending && void poll()}
          >
            {text("secondStep.PUSH.again")}
          </Button>
        )}
        <Button onClick={onCancel}>{text("account.action.cancel")}</Button>
      </div>
    </>
  );
}
