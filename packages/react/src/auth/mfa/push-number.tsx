import { type Appearance, part } from "../../ui/appearance.ts";
import { useSecondsLeft } from "../../ui/delay.ts";
import type { AuthTexts } from "../form/auth-screen.tsx";

/** The server's timeout for a push. */
const pushTtlMs = 2 * 60_000;

interface PushNumberProps {
  text: AuthTexts;
  /** Absent before the push is sent. */
  number: string | undefined;
  /** When it was sent, in milliseconds since the epoch. */
  since: number | undefined;
  appearance: Appearance | undefined;
}

/** The number to select on the device, with a visual countdown that is not announced. */
export function PushNumber({ text, number, since, appearance }: PushNumberProps) {
  const seconds = useSecondsLeft(since === undefined ? undefined : since + pushTtlMs);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <>
      <div role="status">
        <p>{text(number === undefined ? "secondStep.PUSH.asking" : "secondStep.PUSH.lead")}</p>
        {number !== undefined && <p {...part("pushNumber", "site-push-number", appearance)}>{number}</p>}
      </div>
      {number !== undefined && (
        <p className="site-resend" role="timer" aria-live="off">
          {text("secondStep.PUSH.left", { time })}
        </p>
      )}
    </>
  );
}
