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

interface WaitForDeviceProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  /** The pending push; absent before it is sent. */
  sent: SentPush | undefined;
  /** Sends or polls the push. Resolves to true once approved, otherwise to the number to show. */
  look(): Promise<true | string | undefined>;
  onDone(): void;
  onCancel(): void;
}

/** Waits for the approval on a device. */
export function PushApproval({ text, appearance, look, onDone, onCancel, ...props }: WaitForDeviceProps) {
  const [sent, setSent] = useState(props.sent);
  const [failure, setFailure] = useState<AuthError>();
  const answer = useRef<true | string | undefined>(undefined);
  const explain = useRef((error: unknown, now: number) => {
    const reason = toMfaSettingsError(error, now);
    // An ended push is discarded; after a failed poll, polling continues.
    if (/^(PUSH|FACTOR|REAUTH)/.test(String(asRecord(error).code))) setSent(undefined);
    setFailure(reason);
    return reason;
  });
  const sending = useSubmission<undefined>(explain.current, async () => {
    answer.current = await look();
  });
  async function poll() {
    if (!(await sending.submit(undefined))) return;
    setFailure(undefined);
    const said = answer.current;
    if (said === true) return onDone();
    setSent((before) => (before && before.number === said ? before : { number: said, at: Date.now() }));
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
