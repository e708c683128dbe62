import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { useSecondsLeft } from "../../ui/delay.ts";
import { type AuthTexts, ErrorNotice } from "../form/auth-screen.tsx";
import type { AuthError } from "../form/form-error.ts";

/** The server's minimum interval between codes. */
export const resendDelayMs = 60_000;

interface ResendProps {
  id: string;
  text: AuthTexts;
  failure: AuthError | null;
  isPending: boolean;
  /** Earliest time of the next code, in milliseconds since the epoch. */
  againAt: number | undefined;
  wasSentAgain: boolean;
  onSend(): void;
  appearance: Appearance | undefined;
}

/** Button for a new code. The countdown is silent; that a code was sent is announced politely. */
export function ResendCode({ id, text, failure, isPending, againAt, wasSentAgain, onSend, appearance }: ResendProps) {
  const secondsLeft = useSecondsLeft(againAt);
  const isRefused = useSecondsLeft(failure?.retryAt) > 0;
  const mustWait = isPending || isRefused || secondsLeft > 0;
  const label = isPending
    ? text("secondStep.code.sending")
    : secondsLeft > 0
      ? text("secondStep.code.againWait", { n: secondsLeft })
      : text("secondStep.code.again");
  return (
    <div {...part("resend", "site-resend", appearance)}>
      {failure && <ErrorNotice {...{ text, failure, appearance }} links={{}} />}
      <Button id={id} variant="quiet" aria-disabled={mustWait || undefined} onClick={() => !mustWait && onSend()}>
        {label}
      </Button>
      <p className="site-resent" role="status">
        {wasSentAgain && text("secondStep.code.sentAgain")}
      </p>
    </div>
  );
}
