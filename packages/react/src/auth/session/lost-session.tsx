import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
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
 * Dialog to sign in again over the current page, whose input is preserved. When closed, it leaves a bar to reopen it.
 */
export function LostSession(props: SessionNoticesProps) {
  const text = useTexts(common, props.messages);
  const { session } = usePorchlight();
  const { location: place } = props;
  const [isAside, setIsAside] = useState(false);
  const shownAt = useRef(place);
  useEffect(() => {
    // The session may be lost during navigation: then the dialog appears on the new page.
    if (shownAt.current !== place && isAside) session.acknowledgeEnd();
    shownAt.current = place;
  }, [place, isAside, session]);
  if (!isAside) return <SignInDialog {...props} onClose={() => setIsAside(true)} />;
  return (
    <section className="site-bar" data-kind="warning" aria-label={text("common.action.signIn")}>
      {text("common.status.sessionLost")}{" "}
      <Button variant="quiet" className="site-inline-button" onClick={() => setIsAside(false)}>
        {text("common.action.signIn")}
      </Button>
    </section>
  );
}

/** Also handles a forgotten password, a code and pending approval. */
function SignInDialog({ onClose, ...props }: SessionNoticesProps & { onClose(): void }) {
  const { signInHref, forgotPasswordHref, messages, appearance } = props;
  const { client, session, flow } = usePorchlight();
  const site = useSite();
  const text = useTexts(common, messages);
  const email = useMember(({ member }) => member?.loginEmail);
  const [ForgotPassword, setForgotPassword] = useState<typeof ForgotPasswordType>();
  const inPlace = useMemo(() => {
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
  const words = useMemo(() => ({ ...messages, "auth.signIn.title": label }), [messages, label]);
  const screen = { messages: words, appearance, headingLevel: 2 } as const;
  return (
    <Dialog label={label} onClose={onClose} appearance={appearance}>
      <SiteContext value={inPlace}>
        <Focused key={ForgotPassword ? "forgotPassword" : "signIn"}>
          {ForgotPassword ? (
            <ForgotPassword {...screen} signInHref={signInHref} />
          ) : (
            <SignIn {...screen} forgotPasswordHref={forgotPasswordHref} defaultEmail={email ?? ""} />
          )}
        </Focused>
      </SiteContext>
      <p className="site-dialog-foot">
        <Button variant="quiet" onClick={onClose}>
          {text("common.action.notNow")}
        </Button>
      </p>
    </Dialog>
  );
}

/** Moves focus to its heading after the focused element was removed. */
function Focused({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.querySelector("h2")?.focus(), []);
  return <div ref={ref}>{children}</div>;
}
