import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { useEffect, useState } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { Anchor } from "../../ui/anchor.tsx";
import { type Appearance, part } from "../../ui/appearance.ts";
import { useOnline } from "../../ui/hydrated.ts";
import type { LostSession as LostSessionType } from "./lost-session.tsx";
import { useAuth, useSessionEnd } from "./use-session.ts";

/** How long "You are signed out." stays, in milliseconds. */
const signedOutStay = 8000;

/** Props of {@link SessionNotices}. */
export interface SessionNoticesProps {
  /** Address of the sign-in page, for a person whose session was lost and whose browser cannot show the form in place. */
  signInHref: string;
  /** Address of the page that mails a link for a new password; offered only with it. */
  forgotPasswordHref?: string | undefined;
  /**
   * Which page this is, such as the router's `pathname`. When it changes, a lost session that was put aside is let go of:
   * what the person was asked to sign in for is behind them.
   */
  location?: string | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

/**
 * What there is to say about the session: bars for offline, reconnecting and signed out, and a dialog with the sign-in
 * form when the session was lost, which goes away when this or another tab signs in. Put it once near the top of the page;
 * its live regions are there from the first paint, so that what appears in them is read.
 */
export function SessionNotices(props: SessionNoticesProps) {
  const { messages, appearance } = props;
  const text = useTexts(common, messages);
  const { status } = useAuth();
  const { ended, acknowledge } = useSessionEnd();
  const isOnline = useOnline();
  const isLost = ended === "lost";
  useEffect(() => {
    if (ended !== "signedOut") return;
    const timer = setTimeout(acknowledge, signedOutStay);
    return () => clearTimeout(timer);
  }, [ended, acknowledge]);
  // Few ever need it: it is fetched then.
  const [LostSession, setLostSession] = useState<typeof LostSessionType | "unreachable">();
  useEffect(() => {
    if (!isLost) return;
    import("./lost-session.tsx").then(
      (module) => setLostSession(() => module.LostSession),
      () => setLostSession("unreachable"),
    );
  }, [isLost]);

  let polite: string | undefined;
  if (!isOnline) polite = text("common.status.offline");
  else if (status === "degraded" && !isLost) polite = text("common.status.degraded");
  else if (ended === "signedOut") polite = text("common.status.signedOut");
  return (
    <div {...part("sessionNotices", "site-session-notices", appearance)}>
      <div role="status">{polite && <p className="site-bar">{polite}</p>}</div>
      <div role="alert">
        {isLost && LostSession === "unreachable" && (
          <p className="site-bar" data-kind="warning">
            {text("common.status.sessionLost")} <Anchor href={props.signInHref}>{text("common.action.signIn")}</Anchor>
          </p>
        )}
      </div>
      {isLost && typeof LostSession === "function" && <LostSession {...props} />}
    </div>
  );
}
