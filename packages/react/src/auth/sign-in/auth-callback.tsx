import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import callback from "@porchlight/contract/texts/en/callback.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { Anchor } from "../../ui/anchor.tsx";
import { part } from "../../ui/appearance.ts";
import { Button, Spinner } from "../../ui/button.tsx";
import { useLasting, useSecondsLeft } from "../../ui/delay.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { AuthCard, type AuthScreenProps, ErrorNotice } from "../form/auth-screen.tsx";
import type { AuthTextKey } from "../form/form-error.ts";
import { type AuthCallbackOptions, useAuthCallback } from "./use-auth-callback.ts";

/** Props of {@link AuthCallback}. */
export interface AuthCallbackProps
  extends Pick<AuthScreenProps, "messages" | "appearance" | "headingLevel">,
    AuthCallbackOptions {
  /**
   * URL of the sign-in page, which may start a hosted sign-in itself. A function receives the path that the person
   * wanted to open.
   */
  signInHref: string | ((returnTo: string) => string);
}

/** The client gives up exchanging a code after five seconds; the notice appears earlier. */
const slowAfterMs = 2_000;

const english: Partial<Record<AuthTextKey, string>> = { ...auth, ...callback, ...common };

/**
 * The page that the hosted sign-in returns to. Completes the sign-in and navigates to the return URL; on failure links
 * to another sign-in.
 */
export function AuthCallback({ signInHref, messages, appearance, headingLevel = 1, onDone }: AuthCallbackProps) {
  const text = useTexts(english, messages);
  const { status, error, returnTo, retry } = useAuthCallback({ onDone });
  const isSlow = useLasting(status === "pending", slowAfterMs);
  const mustWait = useSecondsLeft(error?.retryAt) > 0;
  const link = useRef<HTMLParagraphElement>(null);
  const isOver = status === "failed" && !retry;
  useEffect(() => {
    if (isOver) link.current?.querySelector("a")?.focus();
  }, [isOver]);

  const href = typeof signInHref === "string" ? signInHref : signInHref(returnTo);
  const signIn = (inside: ReactNode) => <Anchor href={href}>{inside}</Anchor>;
  if (status !== "failed" || !error) {
    return (
      <AuthCard screen="authCallback" title={text("callback.pending.title")} {...{ headingLevel, appearance }}>
        <p className="site-auth-waiting">
          <Spinner />
        </p>
        <p {...part("progress", "site-progress", appearance)} role="status">
          {isSlow && text("common.status.slow")}
        </p>
        {isSlow && <p {...part("links", "site-auth-links", appearance)}>{signIn(text("callback.pending.again"))}</p>}
      </AuthCard>
    );
  }
  return (
    <AuthCard screen="authCallback" title={text("callback.failed.title")} {...{ headingLevel, appearance }}>
      {retry ? (
        <>
          <ErrorNotice {...{ text, appearance }} failure={error} links={{}} />
          <Button variant="primary" isWide aria-disabled={mustWait || undefined} onClick={() => mustWait || retry()}>
            {text("common.action.retry")}
          </Button>
        </>
      ) : (
        <Notice kind="danger" role="alert" appearance={appearance}>
          <p ref={link}>{text.rich(error.key, { signIn })}</p>
        </Notice>
      )}
    </AuthCard>
  );
}
