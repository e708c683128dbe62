import { useCallback, useEffect, useMemo, useState } from "react";
import { usePorchlight, useSite } from "../../provider.tsx";
import { goTo } from "../../ui/safe-url.ts";
import { toAuthError } from "../form/auth-errors.ts";
import type { AuthError } from "../form/form-error.ts";
import { hostedReturnUrls, startHostedLogin } from "./hosted-login.ts";

/** Options of {@link useHostedLogin}. */
export interface HostedLoginOptions {
  /** A path of this site to return to. Default: the current page. */
  returnTo?: string | undefined;
  /** `login` prompts. `none` does not, and returns as a visitor without a session there. Default: `login`. */
  prompt?: "login" | "none" | undefined;
  /** Where the response is in the URL of the page with `AuthCallback`. Default: `fragment`. */
  responseMode?: "fragment" | "query" | undefined;
}

/** Result of {@link useHostedLogin}. */
export interface HostedLogin {
  /**
   * Navigates to the hosted sign-in page. Resolves before the page unloads; {@link error} has the reason if it does
   * not.
   */
  login(options?: HostedLoginOptions): Promise<void>;
  /** Signs out here and at the hosted pages, and returns to `returnTo`, a path of this site. */
  logout(options?: { returnTo?: string | undefined }): Promise<void>;
  /**
   * Signs the member in at the hosted pages, once in 7 days, so that `prompt: "none"` finds them. Never rejects. Only
   * for clients with `withHostedLogin`; otherwise does nothing.
   */
  prewarm(): Promise<void>;
  /** From the call until the page is left or stays. */
  isPending: boolean;
  error: AuthError | null;
}

/** Sign-in at the server's hosted pages, for a site without own forms. It returns to a page with `AuthCallback`. */
export function useHostedLogin(): HostedLogin {
  const { client, session } = usePorchlight();
  const { callbackPath, navigate } = useSite();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<AuthError | null>(null);

  // The browser may restore this page from its cache when the person returns.
  useEffect(() => {
    const stop = (event: PageTransitionEvent) => {
      if (event.persisted) setIsPending(false);
    };
    window.addEventListener("pageshow", stop);
    return () => window.removeEventListener("pageshow", stop);
  }, []);

  const login = useCallback(
    async ({ returnTo, ...how }: HostedLoginOptions = {}) => {
      setIsPending(true);
      setError(null);
      try {
        await startHostedLogin(client, { ...hostedReturnUrls(callbackPath, returnTo), ...how });
      } catch (thrown) {
        setError(toAuthError(thrown, Date.now()));
        setIsPending(false);
      }
    },
    [client, callbackPath],
  );
  const logout = useCallback(
    async ({ returnTo = "/" }: { returnTo?: string | undefined } = {}) => {
      setIsPending(true);
      const logoutUrl = await session.signOut(new URL(returnTo, window.location.origin).href);
      if (logoutUrl) window.location.assign(logoutUrl);
      else goTo(returnTo, navigate);
      setIsPending(false);
    },
    [session, navigate],
  );
  const prewarm = useCallback(async () => client.auth.sessions?.syncToWixPages(), [client]);
  return useMemo(() => ({ login, logout, prewarm, isPending, error }), [login, logout, prewarm, isPending, error]);
}
