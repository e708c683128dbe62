import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type PorchlightContextValue, usePorchlight } from "../../provider.tsx";
import { serviceUnreachable } from "./auth-errors.ts";
import { type AuthFormSnapshot, idleForm } from "./auth-form-store.ts";
import type { AuthError, AuthFieldName, FormError } from "./form-error.ts";
import { errorsByField } from "./use-auth-submission.ts";

/** A form that is sent and done with, without anybody signing in by it. */
export interface Submission<Params> extends AuthFormSnapshot {
  /** Sends it, unless it is on its way; answers whether it went through. */
  submit(params: Params): Promise<boolean>;
  /** Back to `INITIAL`. An answer that is still to come is then dropped. */
  reset(): void;
  /** What of {@link error} belongs to a field. */
  fieldErrors: Readonly<Partial<Record<AuthFieldName, FormError>>>;
}

/** The session was lost, and nobody has signed in again yet. */
const signedOut: AuthError = { key: "common.status.sessionLost", display: "notice" };

/**
 * `send` may change between renders, `explain` may not: it says what a thrown error means to the person. What only a
 * member may do is not sent while their calls go out as a visitor's: it could only be refused.
 */
export function useSubmission<Params>(
  explain: (error: unknown, now: number) => AuthError,
  send: (context: PorchlightContextValue, params: Params) => Promise<unknown>,
  isForMembers = true,
): Submission<Params> {
  const context = usePorchlight();
  const [snapshot, setSnapshot] = useState<AuthFormSnapshot>(idleForm);
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
      const { status, ended } = context.session.getSnapshot();
      if (isForMembers && status === "degraded") {
        const error = ended === "lost" ? signedOut : serviceUnreachable;
        setSnapshot({ ...idleForm, state: "FAILURE", error: { ...error } });
        return false;
      }
      const mine = ++tries.current;
      running.current = mine;
      setSnapshot({ ...idleForm, isPending: true });
      let next: AuthFormSnapshot = { ...idleForm, state: "SUCCESS" };
      try {
        await latest.current(context, params);
      } catch (error) {
        next = { ...idleForm, state: "FAILURE", error: explain(error, Date.now()) };
      }
      if (running.current !== mine) return false;
      running.current = 0;
      setSnapshot(next);
      return next.state === "SUCCESS";
    },
    [explain, context, isForMembers],
  );
  const reset = useCallback(() => {
    running.current = 0;
    setSnapshot(idleForm);
  }, []);
  return useMemo(
    () => ({ ...snapshot, submit, reset, fieldErrors: errorsByField(snapshot.error) }),
    [snapshot, submit, reset],
  );
}
