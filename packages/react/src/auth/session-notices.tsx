import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { useEffect } from "react";
import type { Messages } from "../texts/texts.ts";
import { useTexts } from "../texts/use-texts.ts";
import { Anchor } from "../ui/anchor.tsx";
import { type Appearance, part } from "../ui/appearance.ts";
import { useOnline } from "../ui/hydrated.ts";
import { useAuth, useSessionEnd } from "./use-session.ts";

/** How long "You are signed out." stays, in milliseconds. */
const signedOutStay = 8000;

export interface SessionNoticesProps {
  /** Address of the sign-in page, for a person whose session was lost. */
  signInHref: string;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

/**
 * Bars about the session: offline, reconnecting, signed out. Put it once near the top of the page; its live regions are
 * there from the first paint, so that what appears in them is read.
 */
export function SessionNotices({ signInHref, messages, appearance }: SessionNoticesProps) {
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

  let polite: string | undefined;
  if (!isOnline) polite = text("common.status.offline");
  else if (status === "degraded") polite = text("common.status.degraded");
  else if (ended === "signedOut") polite = text("common.status.signedOut");
  return (
    <div {...part("sessionNotices", "site-session-notices", appearance)}>
      <div role="status">{polite && <p className="site-bar">{polite}</p>}</div>
      <div role="alert">
        {isLost && (
          <p className="site-bar" data-kind="warning">
            {text("common.status.sessionLost")} <Anchor href={signInHref}>{text("common.action.signIn")}</Anchor>
          </p>
        )}
      </div>
    </div>
  );
}
