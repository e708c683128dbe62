import events from "@porchlight/contract/texts/en/security-events.json" with { type: "json" };
import { useCallback, useEffect, useRef, useState } from "react";
import { asRecord } from "../../auth/form/auth-errors.ts";
import type { AuthTextKey } from "../../auth/form/form-error.ts";
import type { SecurityEvent } from "../../auth/member-client.ts";
import { usePorchlight } from "../../provider.tsx";
import { requireModule } from "../../require-module.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { AccountSection, type AccountSectionProps } from "../account-section.tsx";
import { deviceName } from "../sessions/session-item.tsx";
import { useMemberData } from "../use-member-data.ts";
import { securityTexts } from "./security-texts.ts";

/** Result of `listSecurityEvents` of the client's module `securityEvents`. */
export interface SecurityEventsData {
  events: readonly SecurityEvent[];
  hasMore: boolean;
}

/** Props of {@link SecurityEvents}. */
export interface SecurityEventsProps extends AccountSectionProps {
  /** Data loaded by the server, so that nothing is requested. Read on mount. */
  initial?: SecurityEventsData | undefined;
  /** A changed value reloads the list. */
  version?: number | undefined;
  /** `false` shows advice for members without a password. */
  hasPassword?: boolean | undefined;
}

const words: Partial<Record<AuthTextKey, string>> = { ...securityTexts, ...events };

const pageSize = 10;

/** The security events of the account, newest first, so that members notice unauthorized activity. */
export function SecurityEvents({ initial, version, hasPassword = true, ...props }: SecurityEventsProps) {
  const { appearance, headingLevel, messages } = props;
  const text = useTexts(words, messages);
  const calls = requireModule(usePorchlight().client.securityEvents, "securityEvents");
  const read = useCallback((): Promise<SecurityEventsData> => calls.listSecurityEvents({ limit: pageSize }), [calls]);
  const { data, isPending, error, refresh, change } = useMemberData(read, initial);
  const [older, setOlder] = useState<"idle" | "loading" | "failed">("idle");
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void refresh();
  }, [version, refresh]);

  async function showOlder(last: SecurityEvent) {
    setOlder("loading");
    try {
      const next = await calls.listSecurityEvents({ limit: pageSize, before: last._id });
      change((before) => ({ events: [...before.events, ...next.events], hasMore: next.hasMore }));
      setOlder("idle");
    } catch {
      setOlder("failed");
    }
  }

  const { requestId } = asRecord(error);
  const last = data?.events.at(-1);
  return (
    <AccountSection
      name="securityEvents"
      title={text("security.events.title")}
      isBusy={isPending}
      {...{ appearance, headingLevel }}
    >
      {data ? (
        <>
          <p className="site-block-lead">{text(last ? leadOf(hasPassword) : "security.events.none")}</p>
          <ul {...part("sessions", "site-sessions", appearance)}>
            {data.events.map((entry) => (
              <li key={entry._id} {...part("session", "site-session", appearance)}>
                <div className="site-session-facts">
                  <p className="site-session-name">{text(keyOf(entry))}</p>
                  <p className="site-session-times">
                    <TimeText value={entry.date} />
                    <span>{deviceName(text, entry)}</span>
                  </p>
                </div>
              </li>
            ))}
          </ul>
          {older === "failed" && <p role="alert">{text("security.events.failed")}</p>}
          {data.hasMore && last && (
            <Button
              {...part("showOlder", "site-end-others", appearance)}
              aria-disabled={older === "loading" || undefined}
              onClick={() => older !== "loading" && void showOlder(last)}
            >
              {text(older === "loading" ? "security.events.moreLoading" : "security.events.more")}
            </Button>
          )}
        </>
      ) : error ? (
        <ErrorState
          message={text("security.events.failed")}
          requestId={typeof requestId === "string" ? requestId : undefined}
          isPending={isPending}
          onRetry={() => void refresh()}
          {...{ appearance, messages }}
        />
      ) : (
        <Skeleton label={text("security.events.loading")} lines={3} />
      )}
    </AccountSection>
  );
}

const leadOf = (hasPassword: boolean) => (hasPassword ? "security.events.lead" : "security.events.leadByMail");

/** Newer servers may send unknown events. */
function keyOf({ event }: SecurityEvent): AuthTextKey {
  const key = `security.event.${event.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  return key in words ? (key as AuthTextKey) : "security.event.other";
}
