import { useCallback, useEffect, useMemo, useState } from "react";
import { usePorchlight, useSite } from "../../provider.tsx";
import { goTo } from "../../ui/safe-url.ts";
import { toAuthError } from "../form/auth-errors.ts";
import type { AuthError } from "../form/form-error.ts";
import { hostedReturnUrls, startHostedLogin } from "./hosted-login.ts";

/** Options of {@link useHostedLogin}. */
export interface HostedLoginOptions {
  /** A path of this site to come back to; the page that the person is on unless given. */
  returnTo?: string | undefined;
  /** `login` unless given: the page asks. `none` asks nothing, and comes back as a visitor where nobody is signed in there. */
  prompt?: "login" | "none" | undefined;
  /** Where the answer stands in the address of the page with `AuthCallback`; `fragment` unless given. */
  responseMode?: "fragment" | "query" | undefined;
}

/** Result of {@link useHostedLogin}. */
export interface HostedLogin {
  /** Leaves for the hosted sign-in page. Settles before the page is gone; {@link error} tells why it is not left. */
  login(options?: HostedLoginOptions): Promise<void>;
  /** Signs out here and at the hosted pages, and comes back to `returnTo`, a path of this site. */
  logout(options?: { returnTo?: string | undefined }): Promise<void>;
  /**
   * Has the hosted pages know of the member, once in 7 days, so that `prompt: "none"` finds them. Never fails. For a client with
   * `withHostedLogin`; does nothing with another.
   */
  prewarm(): Promise<void>;
  /** From the call on, until the page is left or stays. */
  isPending: boolean;
  error: AuthError | null;
}

/** Sign-in at the server's own pages, for a site without forms of its own. It ends on a page with `AuthCallback`. */
export function useHostedLogin(): HostedLogin {
  const { client, session } = usePorchlight();
  const { callbackPath, navigate } = useSite();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<AuthError | null>(null);

  // The browser may show this very page again, as it was, when the person comes back.
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
