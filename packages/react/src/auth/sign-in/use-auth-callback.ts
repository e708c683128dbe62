import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { usePorchlight, useSite } from "../../provider.tsx";
import { goTo } from "../../ui/safe-url.ts";
import type { AuthError } from "../form/form-error.ts";
import { type CallbackOutcome, finishHostedLogin } from "./hosted-login.ts";

/** Options of {@link useAuthCallback}. */
export interface AuthCallbackOptions {
  /** Called when the member is signed in, before the page moves on; a promise is waited for. */
  onDone?: (() => unknown) | undefined;
}

/** Result of {@link useAuthCallback}. */
export interface AuthCallbackState {
  /** `done`: signed in, and on the way to `returnTo`. */
  status: "pending" | "done" | "failed";
  error: AuthError | null;
  /** Where the person wanted to go: a path of this site. */
  returnTo: string;
  /** Tries again, where that can help; absent where only another sign-in does. */
  retry: (() => void) | undefined;
}

/**
 * Ends a hosted sign-in on the page it comes back to: exchanges the code for the member's tokens, once for each code
 * whatever React does, takes the code out of the address, and goes to where the sign-in began.
 */
export function useAuthCallback({ onDone }: AuthCallbackOptions = {}): AuthCallbackState {
  const context = usePorchlight();
  const { navigate } = useSite();
  // As it was when the page was drawn first: the code is gone from the address soon after.
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
