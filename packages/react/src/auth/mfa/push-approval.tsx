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

export interface Asked {
  /** That the member chooses on the device. */
  number: string | undefined;
  /** Milliseconds since the epoch. */
  at: number;
}

interface WaitForDeviceProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  /** The question that is under way; absent where the device is still to be asked. */
  asked: Asked | undefined;
  /** Asks the device, then what came of it: true when it was approved, else the number to be shown. */
  look(): Promise<true | string | undefined>;
  onDone(): void;
  onCancel(): void;
}

/** Waits until a device has answered. */
export function WaitForDevice({ text, appearance, look, onDone, onCancel, ...props }: WaitForDeviceProps) {
  const [asked, setAsked] = useState(props.asked);
  const [failure, setFailure] = useState<AuthError>();
  const answer = useRef<true | string | undefined>(undefined);
  const explain = useRef((error: unknown, now: number) => {
    const reason = toMfaSettingsError(error, now);
    // A question that is over is over; one that could not be looked after waits.
    if (/^(PUSH|FACTOR|REAUTH)/.test(String(asRecord(error).code))) setAsked(undefined);
    setFailure(reason);
    return reason;
  });
  const sending = useSubmission<undefined>(explain.current, async () => {
    answer.current = await look();
  });
  async function ask() {
    if (!(await sending.submit(undefined))) return;
    setFailure(undefined);
    const said = answer.current;
    if (said === true) return onDone();
    setAsked((before) => (before && before.number === said ? before : { number: said, at: Date.now() }));
  }
  const mustAsk = useRef(asked === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the device was not asked yet
  useEffect(() => {
    if (!mustAsk.current) return;
    mustAsk.current = false;
    void ask();
  }, []);
  usePolling(asked !== undefined, sending.error?.retryAt, ask);
  const isOver = !asked && failure !== undefined;
  return (
    <>
      {isOver ? (
        <MfaSettingsError {...{ text, failure, appearance }} />
      ) : (
        <PushNumber {...{ text, appearance }} number={asked?.number} since={asked?.at} />
      )}
      <div className="site-block-actions">
        {isOver && (
          <Button
            variant="primary"
            aria-disabled={sending.isPending || undefined}
            onClick={() => !sending.isPending && void ask()}
          >
            {text("secondStep.PUSH.again")}
          </Button>
        )}
        <Button onClick={onCancel}>{text("account.action.cancel")}</Button>
      </div>
    </>
  );
}
