import { useCallback, useEffect, useState } from "react";
import { toAccountError } from "../../auth/form/account-errors.ts";
import { asRecord } from "../../auth/form/auth-errors.ts";
import type { AuthError } from "../../auth/form/form-error.ts";
import { usePorchlight } from "../../provider.tsx";
import { requireModule } from "../../require-module.ts";
import { checkoutIntents, type MembershipCheckouts, type MembershipSection } from "./memberships.ts";

/** Result of {@link useCheckout}. */
export interface Checkout {
  /**
   * Navigates to the site owner's checkout, which returns to this page. Resolves before the page unloads; {@link error}
   * has the reason if it does not.
   */
  start<Section extends MembershipSection>(section: Section, params: MembershipCheckouts[Section]): Promise<void>;
  /** From the call until the page is left or stays. */
  isPending: boolean;
  /** The reason, as part of a sentence. */
  error: AuthError | null;
}

/** Opens a checkout through a redirect session. Requires the client's module `redirects`. */
export function useCheckout(): Checkout {
  const { client } = usePorchlight();
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

  const start = useCallback(
    async <Section extends MembershipSection>(section: Section, params: MembershipCheckouts[Section]) => {
      const redirects = requireModule(client.redirects, "redirects", "redirects");
      setIsPending(true);
      setError(null);
      const { origin, pathname, search } = window.location;
      const here = origin + pathname + search;
      try {
        const { redirectSession } = await redirects.createRedirectSession({
          [checkoutIntents[section]]: params,
          callbacks: { postFlowUrl: here, thankYouPageUrl: here },
        });
        window.location.assign(redirectSession.fullUrl);
      } catch (thrown) {
        setError(explainCheckout(thrown, Date.now()));
        setIsPending(false);
      }
    },
    [client],
  );
  return { start, isPending, error };
}

function explainCheckout(error: unknown, now: number): AuthError {
  if (asRecord(error).code === "CHECKOUT_NOT_SET_UP") return { key: "memberships.reason.notSetUp", display: "notice" };
  return toAccountError(error, now);
}
