import { type ComponentType, useCallback, useMemo, useRef, useState } from "react";
import { asRecord } from "../../auth/form/auth-errors.ts";
import { fetchPart } from "../../ui/fetch-part.ts";
import type { ReauthenticationDialogProps } from "./reauthentication-dialog.tsx";

export interface Reauthentication {
  /** Does the work, after a question for the password, or whatever the member has, where the server wants one. Rejects with the server's refusal when it is not answered. */
  run<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** The question, while it is to be shown. */
  prompt: { Dialog: ComponentType<ReauthenticationDialogProps>; refusal: unknown } | undefined;
  /** What became of the question. */
  complete(isProved: boolean): void;
}

/** For what the server lets only those do who have just proved who they are. */
export function useReauthentication(): Reauthentication {
  const [question, setQuestion] = useState<Reauthentication["prompt"]>();
  const waiting = useRef<(isProved: boolean) => void>(undefined);

  const need = useCallback(async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      if (asRecord(error).code !== "REAUTHENTICATION_REQUIRED") throw error;
      // In a script of its own: few changes ever ask it.
      const { ReauthenticationDialog: Dialog } = await fetchPart(() => import("./reauthentication-dialog.tsx"));
      const isProved = await new Promise<boolean>((resolve) => {
        waiting.current = resolve;
        setQuestion({ Dialog, refusal: error });
      });
      if (!isProved) throw error;
      return work();
    }
  }, []);
  const answer = useCallback((isProved: boolean) => {
    setQuestion(undefined);
    waiting.current?.(isProved);
  }, []);
  return useMemo(() => ({ run: need, prompt: question, complete: answer }), [need, question, answer]);
}
