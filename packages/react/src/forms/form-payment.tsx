import { useCallback, useEffect, useRef, useState } from "react";
import { usePorchlight } from "../provider.tsx";
import { requireModule } from "../require-module.ts";
import { type Appearance, part } from "../ui/appearance.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import type { FormTexts } from "./fields/field-props.ts";

/** A submission that waits for its payment. */
export interface WaitingPayment {
  /** Returns the URL that the payment page returns to. */
  returnUrl(): string;
  checkoutId?: string | undefined;
  /** A page that redirects to the payment page, for browsers without scripts. */
  href?: string | undefined;
  /** Opens the payment page without a click. */
  isImmediate: boolean;
}

interface FormPaymentProps {
  payment: WaitingPayment;
  text: FormTexts;
  appearance: Appearance | undefined;
}

/** The button that opens the payment page, through a redirect session. It returns to this page. */
export default function FormPayment({ payment, text, appearance }: FormPaymentProps) {
  const { returnUrl, checkoutId, href, isImmediate } = payment;
  const { client } = usePorchlight();
  const hasScripts = useHydrated();
  const [state, setState] = useState<"idle" | "pending" | "failed">("idle");
  const hasStarted = useRef(false);

  const start = useCallback(async () => {
    if (!checkoutId) return;
    setState("pending");
    const here = returnUrl();
    try {
      const { redirectSession } = await requireModule(client.redirects, "redirects", "redirects").createRedirectSession(
        { ecomCheckout: { checkoutId }, callbacks: { thankYouPageUrl: here, postFlowUrl: here } },
      );
      // Going back leads to this submission instead of an empty form.
      window.history.replaceState(window.history.state, "", here);
      window.location.assign(redirectSession.fullUrl);
    } catch {
      setState("failed");
    }
  }, [client, checkoutId, returnUrl]);

  useEffect(() => {
    if (!isImmediate || hasStarted.current) return;
    hasStarted.current = true;
    void start();
  }, [isImmediate, start]);
  // The browser may restore this page from its cache when the person goes back.
  useEffect(() => {
    const stop = ({ persisted }: PageTransitionEvent) => persisted && setState("idle");
    window.addEventListener("pageshow", stop);
    return () => window.removeEventListener("pageshow", stop);
  }, []);

  return (
    <div {...part("payment", "site-form-payment", appearance)}>
      {state === "failed" && (
        <Notice kind="warning" appearance={appearance}>
          {text("forms.pay.failed")}
        </Notice>
      )}
      {checkoutId && (hasScripts || !href) ? (
        <Button
          variant="primary"
          data-part="pay"
          aria-disabled={state === "pending" || undefined}
          onClick={() => state !== "pending" && void start()}
        >
          {text("forms.pay.now")}
        </Button>
      ) : (
        href && (
          <a className="site-button" data-variant="primary" data-part="pay" href={href}>
            {text("forms.pay.now")}
          </a>
        )
      )}
      <p className="site-progress" role="status">
        {state === "pending" && text("forms.pay.opening")}
      </p>
    </div>
  );
}
