import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { useEffect, useMemo, useRef, useState } from "react";
import { SiteContext, usePorchlight, useSite } from "../../provider.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { goTo } from "../../ui/safe-url.ts";
import type { ForgotPassword as ForgotPasswordType } from "../recovery/forgot-password.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import type { SessionNoticesProps } from "./session-notices.tsx";
import { useMember } from "./use-session.ts";

/**
 * Shows a sign-in dialog over the current page, whose input is preserved. Closing the dialog leaves a bar that reopens
 * it.
 */
export function LostSession(props: SessionNoticesProps) {
  const text = useTexts(common, props.messages);
  const { session } = usePorchlight();
  const { location } = props;
  const [isMinimized, setIsMinimized] = useState(false);
  const shownAt = useRef(location);
  useEffect(() => {
    // If the session is lost during a navigation, the dialog appears on the new page.
    if (shownAt.current !== location && isMinimized) session.acknowledgeEnd();
    shownAt.current = location;
  }, [location, isMinimized, session]);
  if (!isMinimized) return <SignInDialog {...props} onClose={() => setIsMinimized(true)} />;
  return (
    <section className="site-bar" data-kind="warning" aria-label={text("common.action.signIn")}>
      {text("common.status.sessionLost")}{" "}
      <Button variant="quiet" className="site-inline-button" onClick={() => setIsMinimized(false)}>
        {text("common.action.signIn")}
      </Button>
    </section>
  );
}

/** Includes the screens that may follow: a forgotten password, a code, and pending approval. */
function SignInDialog({ onClose, ...props }: SessionNoticesProps & { onClose(): void }) {
  const { signInHref, forgotPasswordHref, messages, appearance } = props;
  const { client, session, flow } = usePorchlight();
  const site = useSite();
  const text = useTexts(common, messages);
  const email = useMember(({ member }) => member?.loginEmail);
  const [ForgotPassword, setForgotPassword] = useState<typeof ForgotPasswordType>();
  const dialogSite = useMemo(() => {
    function leave(to: string) {
      session.acknowledgeEnd();
      goTo(to, site.navigate);
    }
    function showForgotPassword(href: string) {
      if (email && !flow.getSnapshot().email) flow.update({ email });
      import("../recovery/forgot-password.tsx").then(
        (module) => setForgotPassword(() => module.ForgotPassword),
        () => leave(href),
      );
    }
    return {
      ...site,
      navigate(to: string) {
        if (to === signInHref) setForgotPassword(undefined);
        else if (to === forgotPasswordHref && client.recovery) showForgotPassword(to);
        else leave(to);
      },
    };
  }, [site, signInHref, forgotPasswordHref, client, session, flow, email]);
  const label = text("common.status.sessionLost");
  const dialogMessages = useMemo(() => ({ ...messages, "auth.signIn.title": label }), [messages, label]);
  const screen = { messages: dialogMessages, appearance, headingLevel: 2 } as const;
  return (
    <Dialog label={label} onClose={onClose} appearance={appearance}>
      <SiteContext value={dialogSite}>
        <div key={ForgotPassword ? "forgotPassword" : "signIn"} ref={focusHeading}>
          {ForgotPassword ? (
            <ForgotPassword {...screen} signInHref={signInHref} />
          ) : (
            <SignIn {...screen} forgotPasswordHref={forgotPasswordHref} defaultEmail={email ?? ""} />
          )}
        </div>
      </SiteContext>
      <p className="site-dialog-foot">
        <Button variant="quiet" onClick={onClose}>
          {text("common.action.notNow")}
        </Button>
      </p>
    </Dialog>
  );
}

/** Focuses the heading of a screen that appears, since the previously focused element is gone. */
function focusHeading(screen: HTMLDivElement | null): void {
  screen?.querySelector("h2")?.focus();
}
