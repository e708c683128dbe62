import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type PorchlightContextValue, usePorchlight, useSite } from "../../provider.tsx";
import type { SignInResult } from "../member-client.ts";
import type { AuthOperation } from "./auth-errors.ts";
import type { AuthFlowSnapshot } from "./auth-flow.ts";
import type { AuthState } from "./auth-form-store.ts";
import {
  type AuthFormOptions,
  type AuthFormSnapshot,
  type AuthFormStoreParams,
  createAuthFormStore,
  idleForm,
} from "./auth-form-store.ts";
import type { AuthError, AuthFieldName, FormError } from "./form-error.ts";

/** The state of an authentication form and its `submit`. */
export interface AuthSubmission<Params> extends AuthFormSnapshot {
  /** Submits the form, unless a submission is pending or the member is signed in. Returns the resulting state. */
  submit(params: Params): Promise<AuthState>;
  /** Returns to `INITIAL` and ignores a pending response. */
  reset(): void;
  /** Parts of {@link error} that belong to a field. */
  fieldErrors: Readonly<Partial<Record<AuthFieldName, FormError>>>;
  /** The email address entered last on any screen. */
  email: string;
}

/**
 * A form's submissions for the lifetime of the component. `send` and `options` may change between renders, `explain`
 * must not.
 */
export function useAuthSubmission<Params>(
  ceremony: AuthOperation,
  send: (context: PorchlightContextValue, params: Params) => Promise<SignInResult>,
  options: AuthFormOptions = {},
  explain?: AuthFormStoreParams<Params>["toError"],
): AuthSubmission<Params> {
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
    createAuthFormStore<Params>({
      ...context,
      operation: ceremony,
      send: (params) => latest.current.send(context, params),
      options: () => (isShown.current ? latest.current : {}),
      now: Date.now,
      toError: explain,
      moveToHosted:
        context.client.auth.getAuthUrl &&
        (async (sessionToken, returnTo) => {
          const { startHostedLogin, hostedReturnUrls: returnAddress } = await import("../sign-in/hosted-login.ts");
          await startHostedLogin(context.client, {
            ...returnAddress(latest.current.callbackPath, returnTo),
            sessionToken,
          });
        }),
    }),
  );
  const snapshot = useSyncExternalStore(attempt.subscribe, attempt.getSnapshot, () => idleForm);
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

/** The state shared by the authentication screens. */
export function useAuthFlow(): AuthFlowSnapshot {
  const { flow } = usePorchlight();
  return useSyncExternalStore(flow.subscribe, flow.getSnapshot, flow.getServerSnapshot);
}

/** All errors of a failure. */
export function listErrors(failure: AuthError | null): FormError[] {
  return failure ? [failure, ...(failure.additionalErrors ?? [])] : [];
}

/** The first error of each field. */
export function errorsByField(failure: AuthError | null): Partial<Record<AuthFieldName, FormError>> {
  const errors: Partial<Record<AuthFieldName, FormError>> = {};
  for (const issue of listErrors(failure)) {
    if (issue.field) errors[issue.field] ??= issue;
  }
  return errors;
}
