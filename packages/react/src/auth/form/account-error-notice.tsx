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
  /** The sentence around the reason. */
  sentence(reason: string): ReactNode;
  appearance: Appearance | undefined;
}

/** A change that did not go through, though nothing typed is wrong. Takes the focus, so that it is read and seen. */
export function AccountErrorNotice({ text, failure, sentence, appearance }: ChangeNoticeProps) {
  const ref = useRef<HTMLDivElement>(null);
  const secondsLeft = useSecondsLeft(failure.retryAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new failure takes the focus again
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
