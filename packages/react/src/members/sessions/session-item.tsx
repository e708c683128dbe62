import type { Ref } from "react";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { MemberSession } from "../../auth/member-client.ts";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { TimeText } from "../../ui/time-text.tsx";

/** The device's display name, such as "Firefox on Windows". */
export function deviceName(text: AuthTexts, { browser, device }: Pick<MemberSession, "browser" | "device">): string {
  if (browser && device) return text("account.sessions.device", { browser, device });
  return browser ?? device ?? text("account.sessions.unknown");
}

interface SessionItemProps {
  session: MemberSession;
  /** Whether to name its app, because it differs from this one. */
  isOtherApp: boolean;
  text: AuthTexts;
  state: "idle" | "ending" | "disabled";
  buttonRef: Ref<HTMLButtonElement>;
  onEnd(): void;
  appearance: Appearance | undefined;
}

/** One session of the member. */
export function SessionItem({ session, isOtherApp, text, state, buttonRef, onEnd, appearance }: SessionItemProps) {
  const device = deviceName(text, session);
  const { current, app, lastActiveDate, _createdDate } = session;
  return (
    <li {...part("session", "site-session", appearance)} data-state={current ? "current" : state}>
      <div className="site-session-facts">
        <p className="site-session-name">
          <span>{device}</span>
          {current && (
            <span className="site-badge" data-kind="success">
              {text("account.sessions.current")}
            </span>
          )}
        </p>
        <p className="site-session-times">
          {isOtherApp && <bdi>{app.name}</bdi>}
          {!current && (
            <span>
              {text.rich("account.sessions.lastActive", { time: <TimeText key="time" value={lastActiveDate} /> })}
            </span>
          )}
          <span>{text.rich("account.sessions.signedIn", { time: <TimeText key="time" value={_createdDate} /> })}</span>
        </p>
      </div>
      {!current && (
        <Button
          ref={buttonRef}
          {...part("endSession", "site-session-end", appearance)}
          aria-disabled={state === "idle" ? undefined : true}
          onClick={() => state === "idle" && onEnd()}
        >
          {state === "ending"
            ? text("account.sessions.ending")
            : text.rich("account.sessions.end", {
                device,
                hidden: (inside) => (
                  <span key="hidden" className="site-hidden">
                    {inside}
                  </span>
                ),
              })}
        </Button>
      )}
    </li>
  );
}
