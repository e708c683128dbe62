import type common from "@porchlight/contract/texts/en/common.json";
import type form from "@porchlight/contract/texts/en/data-form.json";
import type itemWords from "@porchlight/contract/texts/en/data-item.json";
import { useEffect, useRef } from "react";
import type { Texts } from "../texts/use-texts.ts";
import type { Appearance } from "../ui/appearance.ts";
import { useSecondsLeft } from "../ui/delay.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { waitText } from "../ui/feedback/wait-text.ts";
import type { ItemFailure } from "./item-failures.ts";

interface NoticeProps {
  text: Texts<keyof typeof form | keyof typeof itemWords | keyof typeof common>;
  appearance: Appearance | undefined;
}

/** A failed save that no input caused. Takes focus so that it is seen and announced. */
export function FailureNotice({ failure, text, appearance }: NoticeProps & { failure: ItemFailure }) {
  const ref = useRef<HTMLDivElement>(null);
  const secondsLeft = useSecondsLeft(failure.retryAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses again on every new failure
  useEffect(() => ref.current?.focus(), [failure]);
  const isOver = failure.retryAt !== undefined && secondsLeft === 0;
  const kind = isOver ? "info" : failure.retryAt ? "warning" : "danger";
  return (
    <Notice ref={ref} kind={kind} role="alert" appearance={appearance}>
      {isOver ? (
        `${text("common.action.retry")}.`
      ) : failure.retryAt ? (
        <span aria-live="off">{waitText(text, secondsLeft)}</span>
      ) : (
        text(failure.key)
      )}
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
