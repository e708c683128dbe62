import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type PorchlightContextValue, usePorchlight } from "../../provider.tsx";
import { serviceUnreachable } from "./auth-errors.ts";
import { type AuthFormSnapshot, idleForm } from "./auth-form-store.ts";
import type { AuthError, AuthFieldName, FormError } from "./form-error.ts";
import { errorsByField } from "./use-auth-submission.ts";

/** A form that does not sign in. */
export interface Submission<Params> extends AuthFormSnapshot {
  /** Submits the form, unless a submission is pending. Returns whether it succeeded. */
  submit(params: Params): Promise<boolean>;
  /** Returns to `INITIAL` and ignores a pending response. */
  reset(): void;
  /** Parts of {@link error} that belong to a field. */
  fieldErrors: Readonly<Partial<Record<AuthFieldName, FormError>>>;
}

/** The session was lost and not restored. */
const signedOut: AuthError = { key: "common.status.sessionLost", display: "notice" };

/**
 * `send` may change between renders; `explain`, which converts a thrown error, must not. Operations that require a
 * member are not sent during a lost session: the server would only reject them.
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
  /** Number of the pending submission; 0 if none. */
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
