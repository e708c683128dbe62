import { type ReactNode, useEffect, useRef } from "react";
import type { Appearance } from "../../ui/appearance.ts";
import { useSecondsLeft } from "../../ui/delay.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { reasonText } from "./account-errors.ts";
import type { AuthTexts } from "./auth-screen.tsx";
import type { AuthError } from "./form-error.ts";

interface ChangeNoticeProps {
  text: AuthTexts;
  failure: AuthError;
  /** Wraps the reason in a sentence. */
  sentence(reason: string): ReactNode;
  appearance: Appearance | undefined;
}

/** Reports a failed change that no input caused. Takes focus so that it is seen and announced. */
export function AccountErrorNotice({ text, failure, sentence, appearance }: ChangeNoticeProps) {
  const ref = useRef<HTMLDivElement>(null);
  const secondsLeft = useSecondsLeft(failure.retryAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses again on every new failure
  useEffect(() => ref.current?.focus(), [failure]);
  return (
    <Notice ref={ref} kind={failure.retryAt ? "warning" : "danger"} role="alert" appearance={appearance}>
      <span aria-live={failure.retryAt ? "off" : undefined}>{sentence(reasonText(text, failure, secondsLeft))}</span>
      {failure.requestId && (
        <p className="site-request-id">
          {text.rich("common.error.requestId", {
            requestId: failure.requestId,
            id: (inside) => <code key="id">{inside}</code>,
          })}
        </p>
      )}
    </Notice>
  );
}
