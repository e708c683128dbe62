import account from "@porchlight/contract/texts/en/account.json" with { type: "json" };
import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { useEffect, useRef, useState } from "react";
import { AccountErrorNotice } from "../../auth/form/account-error-notice.tsx";
import { toAccountError } from "../../auth/form/account-errors.ts";
import { asRecord } from "../../auth/form/auth-errors.ts";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthError, AuthTextKey } from "../../auth/form/form-error.ts";
import type { MemberSession } from "../../auth/member-client.ts";
import { useSession } from "../../auth/session/use-session.ts";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { AccountSection, type AccountSectionProps } from "../account-section.tsx";
import { deviceName, SessionItem } from "./session-item.tsx";
import { type MemberSessionsData, useMemberSessions } from "./use-member-sessions.ts";

const english: Partial<Record<AuthTextKey, string>> = { ...auth, ...common, ...account };

/** Texts of the account and its forms. */
function useAccountTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(english, messages);
}

/** Props of {@link MemberSessions}. */
export interface MemberSessionsProps extends AccountSectionProps {
  /** Data loaded by the server, so that nothing is requested. Read on mount. */
  initial?: MemberSessionsData | undefined;
}

/** One session, or all others, to confirm or in progress. */
type Target = MemberSession | "others";

/** The member's sessions, with buttons to end each of the others or all of them after a confirmation. */
export function MemberSessions({ initial, appearance, headingLevel, messages }: MemberSessionsProps) {
  const text = useAccountTexts(messages);
  const { sessions, isPending, error, refresh, end, endOthers } = useMemberSessions(initial);
  const canChange = useSession(({ status }) => status === "member");
  const [asking, setAsking] = useState<Target>();
  const [ending, setEnding] = useState<Target>();
  const [failure, setFailure] = useState<AuthError>();
  const [status, setStatus] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  /** Where to move focus after the focused element was removed. */
  const nextFocus = useRef<string | undefined>(undefined);
  useEffect(() => {
    const next = nextFocus.current;
    if (next === undefined || !sessions) return;
    nextFocus.current = undefined;
    if (document.activeElement === document.body) (buttons.current.get(next) ?? title.current)?.focus();
  }, [sessions]);

  async function endTarget(target: Target) {
    setAsking(undefined);
    setEnding(target);
    setFailure(undefined);
    setStatus(undefined);
    try {
      if (target === "others") {
        nextFocus.current = "";
        await endOthers();
        setStatus(text("account.sessions.endedOthers"));
      } else {
        const others = sessions?.filter(({ current }) => !current) ?? [];
        const place = others.indexOf(target);
        nextFocus.current = (others[place + 1] ?? others[place - 1])?._id ?? "";
        await end(target._id);
        setStatus(text("account.sessions.ended", { device: deviceName(text, target) }));
      }
    } catch (thrown) {
      nextFocus.current = undefined;
      setFailure(toAccountError(thrown, Date.now()));
    }
    setEnding(undefined);
  }

  const others = sessions?.some(({ current }) => !current);
  const here = sessions?.find(({ current }) => current);
  const { requestId } = asRecord(error);
  const isIdle = canChange && ending === undefined;
  return (
    <AccountSection
      name="sessions"
      title={text("account.sessions.title")}
      titleRef={title}
      status={status}
      isBusy={isPending}
      {...{ appearance, headingLevel }}
    >
      {failure && (
        <AccountErrorNotice
          {...{ text, failure, appearance }}
          sentence={(reason) => text("account.sessions.notEnded", { reason })}
        />
      )}
      {sessions ? (
        <>
          <p className="site-block-lead">{text(others ? "account.sessions.lead" : "account.sessions.only")}</p>
          <ul {...part("sessions", "site-sessions", appearance)}>
            {sessions.map((session) => (
              <SessionItem
                key={session._id}
                {...{ session, text, appearance }}
                isOtherApp={session.app._id !== here?.app._id}
                state={ending === session ? "ending" : isIdle ? "idle" : "disabled"}
                buttonRef={(button) => {
                  if (button) buttons.current.set(session._id, button);
                  else buttons.current.delete(session._id);
                }}
                onEnd={() => setAsking(session)}
              />
            ))}
          </ul>
          {others && (
            <Button
              {...part("endOthers", "site-end-others", appearance)}
              aria-disabled={isIdle ? undefined : true}
              onClick={() => isIdle && setAsking("others")}
            >
              {text(ending === "others" ? "account.sessions.ending" : "account.sessions.endOthers")}
            </Button>
          )}
        </>
      ) : error ? (
        <ErrorState
          message={text("account.sessions.failed")}
          requestId={typeof requestId === "string" ? requestId : undefined}
          isPending={isPending}
          onRetry={() => void refresh()}
          {...{ appearance, messages }}
        />
      ) : (
        <Skeleton label={text("account.sessions.loading")} lines={3} />
      )}
      {asking && (
        <ConfirmDialog
          {...(asking === "others"
            ? {
                title: text("account.sessions.endOthersTitle"),
                text: text("account.sessions.endOthersText"),
                confirmLabel: text("account.sessions.endOthers"),
              }
            : {
                title: text("account.sessions.endTitle", { device: deviceName(text, asking) }),
                text: text("account.sessions.endText"),
                confirmLabel: text("account.menu.signOut"),
              })}
          stayLabel={text("account.action.cancel")}
          onStay={() => setAsking(undefined)}
          onConfirm={() => void endTarget(asking)}
          appearance={appearance}
        />
      )}
    </AccountSection>
  );
}
