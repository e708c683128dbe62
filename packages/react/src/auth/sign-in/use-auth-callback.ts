import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { usePorchlight, useSite } from "../../provider.tsx";
import { goTo } from "../../ui/safe-url.ts";
import type { AuthError } from "../form/form-error.ts";
import { type CallbackOutcome, finishHostedLogin } from "./hosted-login.ts";

/** Options of {@link useAuthCallback}. */
export interface AuthCallbackOptions {
  /** Called after sign-in, before navigation; a promise is awaited. */
  onDone?: (() => unknown) | undefined;
}

/** Result of {@link useAuthCallback}. */
export interface AuthCallbackState {
  /** `done`: signed in, and navigating to `returnTo`. */
  status: "pending" | "done" | "failed";
  error: AuthError | null;
  /** The return URL: a path of this site. */
  returnTo: string;
  /** Retries, if that can help; otherwise a new sign-in is required. */
  retry: (() => void) | undefined;
}

/**
 * Completes a hosted sign-in on its return page: exchanges the code for tokens exactly once, removes it from the URL,
 * and navigates to where the sign-in started.
 */
export function useAuthCallback({ onDone }: AuthCallbackOptions = {}): AuthCallbackState {
  const context = usePorchlight();
  const { navigate } = useSite();
  // From the first render: the code is removed from the URL soon after.
  const [href] = useState(() => (typeof window === "undefined" ? "" : window.location.href));
  const [outcome, setOutcome] = useState<CallbackOutcome>();
  const [retried, setRetried] = useState<Promise<CallbackOutcome>>();
  const latest = useRef({ onDone, navigate });
  useEffect(() => {
    latest.current = { onDone, navigate };
  });

  useEffect(() => {
    let isCurrent = true;
    async function finish() {
      const settled = await (retried ?? finishHostedLogin(context, href));
      if (!isCurrent) return;
      setOutcome(settled);
      if (settled.status !== "done") return;
      await latest.current.onDone?.();
      if (isCurrent) goTo(settled.returnTo, latest.current.navigate, { replace: true });
    }
    void finish();
    return () => {
      isCurrent = false;
    };
  }, [context, href, retried]);

  const again = outcome?.status === "failed" ? outcome.retry : undefined;
  const retry = useCallback(() => {
    setOutcome(undefined);
    setRetried(again?.());
  }, [again]);
  return useMemo(() => {
    const isPending = outcome === undefined || outcome.status === "leaving";
    return {
      status: isPending ? "pending" : outcome.status,
      error: outcome?.status === "failed" ? outcome.error : null,
      returnTo: isPending ? "/" : outcome.returnTo,
      retry: again && retry,
    };
  }, [outcome, again, retry]);
}
