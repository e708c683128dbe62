import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type PorchlightContextValue, usePorchlight } from "../provider.tsx";
import { type AttemptSnapshot, idleAttempt } from "./attempt.ts";
import type { AuthFailure, AuthFieldName, Issue } from "./issue.ts";
import { errorsByField } from "./use-attempt.ts";

/** A form that is sent and done with, without anybody signing in by it. */
export interface Sending<Params> extends AttemptSnapshot {
  /** Sends it, unless it is on its way; answers whether it went through. */
  submit(params: Params): Promise<boolean>;
  /** Back to `INITIAL`. An answer that is still to come is then dropped. */
  reset(): void;
  /** What of {@link error} belongs to a field. */
  fieldErrors: Readonly<Partial<Record<AuthFieldName, Issue>>>;
}

/** `send` may change between renders, `explain` may not: it says what a thrown error means to the person. */
export function useSending<Params>(
  explain: (error: unknown, now: number) => AuthFailure,
  send: (context: PorchlightContextValue, params: Params) => Promise<unknown>,
): Sending<Params> {
  const context = usePorchlight();
  const [snapshot, setSnapshot] = useState<AttemptSnapshot>(idleAttempt);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  /** Number of the try under way; 0 when there is none. */
  const running = useRef(0);
  const tries = useRef(0);

  const submit = useCallback(
    async (params: Params) => {
      if (running.current > 0) return false;
      const mine = ++tries.current;
      running.current = mine;
      setSnapshot({ ...idleAttempt, isPending: true });
      let next: AttemptSnapshot = { ...idleAttempt, state: "SUCCESS" };
      try {
        await latest.current(context, params);
      } catch (error) {
        next = { ...idleAttempt, state: "FAILURE", error: explain(error, Date.now()) };
      }
      if (running.current !== mine) return false;
      running.current = 0;
      setSnapshot(next);
      return next.state === "SUCCESS";
    },
    [explain, context],
  );
  const reset = useCallback(() => {
    running.current = 0;
    setSnapshot(idleAttempt);
  }, []);
  return useMemo(
    () => ({ ...snapshot, submit, reset, fieldErrors: errorsByField(snapshot.error) }),
    [snapshot, submit, reset],
  );
}
