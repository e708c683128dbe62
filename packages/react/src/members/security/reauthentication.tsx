import { type ComponentType, useCallback, useMemo, useRef, useState } from "react";
import { asRecord } from "../../auth/form/auth-errors.ts";
import { fetchPart } from "../../ui/fetch-part.ts";
import type { AccountSectionProps } from "../account-section.tsx";
import type { ReauthenticationDialogProps } from "./reauthentication-dialog.tsx";

/** Props of {@link ReauthenticationPrompt}. */
export interface ReauthenticationPromptProps extends Pick<AccountSectionProps, "appearance" | "messages"> {
  /** From {@link useReauthentication}. */
  reauthentication: Reauthentication;
}

/** The dialog, while the server requires reauthentication. */
export function ReauthenticationPrompt({
  reauthentication: { prompt, complete },
  ...props
}: ReauthenticationPromptProps) {
  return prompt && <prompt.Dialog {...props} error={prompt.refusal} onDone={complete} />;
}

/** An operation that may require reauthentication first. */
export interface Reauthentication {
  /** Runs `work`, after reauthentication if the server requires it. Rejects with its error if the member cancels. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The open dialog. */
  prompt: { Dialog: ComponentType<ReauthenticationDialogProps>; refusal: unknown } | undefined;
  /** Closes the dialog. */
  complete(isVerified: boolean): void;
}

/** For operations that require recent authentication. */
export function useReauthentication(): Reauthentication {
  const [prompt, setPrompt] = useState<Reauthentication["prompt"]>();
  const waiting = useRef<(isVerified: boolean) => void>(undefined);

  const run = useCallback(async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (asRecord(error).code !== "REAUTHENTICATION_REQUIRED") throw error;
      const { ReauthenticationDialog: Dialog } = await fetchPart(() => import("./reauthentication-dialog.tsx"));
      const isVerified = await new Promise<boolean>((resolve) => {
        waiting.current = resolve;
        setPrompt({ Dialog, refusal: error });
      });
      if (!isVerified) throw error;
      return work();
    }
  }, []);
  const complete = useCallback((isVerified: boolean) => {
    setPrompt(undefined);
    waiting.current?.(isVerified);
  }, []);
  return useMemo(() => ({ run, prompt, complete }), [run, prompt, complete]);
}
