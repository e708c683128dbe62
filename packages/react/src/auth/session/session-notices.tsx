import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { useEffect, useState } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { Anchor } from "../../ui/anchor.tsx";
import { type Appearance, part } from "../../ui/appearance.ts";
import { useOnline } from "../../ui/hydrated.ts";
import type { LostSession as LostSessionType } from "./lost-session.tsx";
import { useAuth, useSessionEnd } from "./use-session.ts";

/** Display time of "You are signed out.", in milliseconds. */
const signedOutStay = 8000;

/** Props of {@link SessionNotices}. */
export interface SessionNoticesProps {
  /** URL of the sign-in page, for a lost session when the form cannot be shown in place. */
  signInHref: string;
  /** URL of the page that emails a password link; offered only if set. */
  forgotPasswordHref?: string | undefined;
  /** The current page, such as the router's `pathname`. When it changes, a dismissed lost session is discarded. */
  location?: string | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

/**
 * Notices about the session: bars for offline, reconnecting and signed out, and a sign-in dialog when the session is
 * lost, which closes when any tab signs in. Render it once near the top of the page: its live regions exist from the
 * first paint, so that changes are announced.
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
  // Rarely needed, so loaded on demand.
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
