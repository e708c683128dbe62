import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../appearance.ts";
import { Button, Spinner } from "../button.tsx";

/** Props of {@link ErrorState}. */
export interface ErrorStateProps {
  /** What failed. */
  message: string;
  /** Helps the operator find the failure in the server log. */
  requestId?: string | undefined;
  /** Whether a retry is pending. */
  isPending?: boolean | undefined;
  onRetry(): void;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

/** A part of a page that failed to load, with a retry button. */
export function ErrorState({ message, requestId, isPending = false, onRetry, messages, appearance }: ErrorStateProps) {
  const text = useTexts(common, messages);
  return (
    <div {...part("error", "site-error-state", appearance)} role="alert">
      <p>{message}</p>
      {requestId && (
        <p className="site-request-id">
          {text.rich("common.error.requestId", { requestId, id: (inside) => <code key="id">{inside}</code> })}
        </p>
      )}
      <Button aria-disabled={isPending || undefined} onClick={() => isPending || onRetry()}>
        {isPending && <Spinner />}
        {text("common.action.retry")}
      </Button>
    </div>
  );
}
