import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type PorchlightContextValue, usePorchlight, useSite } from "../provider.tsx";
import type { AuthState } from "./attempt.ts";
import { type AttemptOptions, type AttemptParts, type AttemptSnapshot, createAttempt, idleAttempt } from "./attempt.ts";
import type { AuthFlowSnapshot } from "./auth-flow.ts";
import type { Ceremony } from "./failures.ts";
import type { AuthFailure, AuthFieldName, Issue } from "./issue.ts";
import type { SignInResult } from "./member-client.ts";

export interface Attempt<Params> extends AttemptSnapshot {
  /** Sends it, unless one is on its way or the member is in. Answers the state that came out. */
  submit(params: Params): Promise<AuthState>;
  /** Back to `INITIAL`. An answer that is still to come is then dropped. */
  reset(): void;
  /** What of {@link error} belongs to a field. */
  fieldErrors: Readonly<Partial<Record<AuthFieldName, Issue>>>;
  /** What was typed last on any of the screens. */
  email: string;
}

/** An attempt that lives as long as the component. `send` and `options` may change between renders, `explain` may not. */
export function useAttempt<Params>(
  ceremony: Ceremony,
  send: (context: PorchlightContextValue, params: Params) => Promise<SignInResult>,
  options: AttemptOptions = {},
  explain?: AttemptParts<Params>["explain"],
): Attempt<Params> {
  const context = usePorchlight();
  const { navigate, callbackPath } = useSite();
  const { email } = useAuthFlow();
  const latest = useRef({ ...options, navigate, callbackPath, send });
  useEffect(() => {
    latest.current = { ...options, navigate, callbackPath, send };
  });
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const [attempt] = useState(() =>
    createAttempt<Params>({
      ...context,
      ceremony,
      send: (params) => latest.current.send(context, params),
      options: () => (isShown.current ? latest.current : {}),
      now: Date.now,
      explain,
      moveToHosted:
        context.client.auth.getAuthUrl &&
        (async (sessionToken, returnTo) => {
          const { startHostedLogin, returnAddress } = await import("./hosted-login.ts");
          await startHostedLogin(context.client, {
            ...returnAddress(latest.current.callbackPath, returnTo),
            sessionToken,
          });
        }),
    }),
  );
  const snapshot = useSyncExternalStore(attempt.subscribe, attempt.getSnapshot, () => idleAttempt);
  return useMemo(
    () => ({
      ...snapshot,
      submit: attempt.submit,
      reset: attempt.reset,
      email,
      fieldErrors: errorsByField(snapshot.error),
    }),
    [snapshot, attempt, email],
  );
}

/** What travels between the screens, as React sees it. */
export function useAuthFlow(): AuthFlowSnapshot {
  const { flow } = usePorchlight();
  return useSyncExternalStore(flow.subscribe, flow.getSnapshot, flow.getServerSnapshot);
}

/** All issues of a failure in one list. */
export function listIssues(failure: AuthFailure | null): Issue[] {
  return failure ? [failure, ...(failure.more ?? [])] : [];
}

/** The first issue of each field. */
export function errorsByField(failure: AuthFailure | null): Partial<Record<AuthFieldName, Issue>> {
  const errors: Partial<Record<AuthFieldName, Issue>> = {};
  for (const issue of listIssues(failure)) {
    if (issue.field) errors[issue.field] ??= issue;
  }
  return errors;
}
