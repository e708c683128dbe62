import account from "@porchlight/contract/texts/en/account.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import memberships from "@porchlight/contract/texts/en/memberships.json" with { type: "json" };
import { useCallback, useState } from "react";
import { AccountErrorNotice } from "../../auth/form/account-error-notice.tsx";
import { asRecord } from "../../auth/form/auth-errors.ts";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../../auth/form/form-error.ts";
import { useSession } from "../../auth/session/use-session.ts";
import { usePorchlight } from "../../provider.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Anchor } from "../../ui/anchor.tsx";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { AccountSection, type AccountSectionProps } from "../account-section.tsx";
import { useMemberData } from "../use-member-data.ts";
import type { MembershipData, MembershipItem, MembershipSection, MembershipSource } from "./memberships.ts";
import { useCheckout } from "./use-checkout.ts";

/** Props of {@link MembershipList}. */
export interface MembershipListProps<Section extends MembershipSection> extends AccountSectionProps {
  section: Section;
  /** Must be stable between renders: a change reloads the list. */
  source: MembershipSource<Section>;
  /** Data loaded by the server, so that nothing is requested. Read on mount. */
  initial?: MembershipData<Section> | undefined;
}

const english: Partial<Record<AuthTextKey, string>> = { ...account, ...common, ...memberships };

/** The member's bookings, orders, subscriptions or events, from another system. */
export function MembershipList<Section extends MembershipSection>(props: MembershipListProps<Section>) {
  const { section, source, initial, appearance, headingLevel, messages } = props;
  const text: AuthTexts = useTexts(english, messages);
  const { client } = usePorchlight();
  const read = useCallback(async () => ({ items: await source.list(client, {}) }), [source, client]);
  const { data, isPending, error, refresh } = useMemberData<MembershipData<Section>>(read, initial);
  const canOpen = useSession(({ status }) => status === "member");
  const checkout = useCheckout();
  const [opening, setOpening] = useState<string>();
  const { requestId } = asRecord(error);

  function open({ id, checkout: told }: MembershipItem<Section>) {
    if (!canOpen || checkout.isPending || !told) return;
    setOpening(id);
    void checkout.start(section, told);
  }
  return (
    <AccountSection
      name={section.toLowerCase()}
      title={text(`memberships.title.${section}`)}
      isBusy={isPending}
      {...{ appearance, headingLevel }}
    >
      {checkout.error && (
        <AccountErrorNotice
          {...{ text, appearance }}
          failure={checkout.error}
          sentence={(reason) => text("memberships.checkout.failed", { reason })}
        />
      )}
      {data && data.items.length > 0 ? (
        <ul {...part("memberships", "site-sessions", appearance)}>
          {data.items.map((item) => (
            <Card
              key={item.id}
              {...{ item, text, appearance }}
              state={
                !canOpen ? "disabled" : !checkout.isPending ? "idle" : opening === item.id ? "opening" : "disabled"
              }
              onOpen={() => open(item)}
            />
          ))}
        </ul>
      ) : data ? (
        <p {...part("empty", "site-muted", appearance)}>
          {text(`memberships.empty.${section}`)}{" "}
          {source.browseHref && <Anchor href={source.browseHref}>{text(`memberships.browse.${section}`)}</Anchor>}
        </p>
      ) : error ? (
        <ErrorState
          message={text(`memberships.failed.${section}`)}
          requestId={typeof requestId === "string" ? requestId : undefined}
          isPending={isPending}
          onRetry={() => void refresh()}
          {...{ appearance, messages }}
        />
      ) : (
        <Skeleton label={text(`memberships.loading.${section}`)} lines={3} />
      )}
    </AccountSection>
  );
}

interface CardProps {
  item: Omit<MembershipItem, "checkout"> & { checkout?: object | undefined };
  text: AuthTexts;
  state: "idle" | "opening" | "disabled";
  onOpen(): void;
  appearance: Appearance | undefined;
}

function Card({ item: { title, date, status, checkout }, text, state, onOpen, appearance }: CardProps) {
  return (
    <li {...part("membership", "site-session", appearance)} data-state={state}>
      <div className="site-session-facts">
        <p className="site-session-name">
          <bdi>{title}</bdi>
          {status && <span className="site-badge">{status}</span>}
        </p>
        {date && (
          <p className="site-session-times">
            <TimeText value={date} />
          </p>
        )}
      </div>
      {checkout && (
        <Button
          {...part("checkout", "site-session-end", appearance)}
          aria-disabled={state === "idle" ? undefined : true}
          onClick={onOpen}
        >
          {state === "opening"
            ? text("memberships.checkout.opening")
            : text.rich("memberships.checkout.open", {
                title,
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
