import account from "@porchlight/contract/texts/en/account.json" with { type: "json" };
import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import verifyEmail from "@porchlight/contract/texts/en/auth-verifyEmail.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import profile from "@porchlight/contract/texts/en/profile.json" with { type: "json" };
import { useCallback, useMemo, useRef } from "react";
import { asRecord } from "../../auth/form/auth-errors.ts";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../../auth/form/form-error.ts";
import { useMember, useSession } from "../../auth/session/use-session.ts";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { part } from "../../ui/appearance.ts";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { AccountSection, type AccountSectionProps } from "../account-section.tsx";
import { AddressesSection } from "./contact/addresses-section.tsx";
import { EmailSection } from "./contact/email-section.tsx";
import { PhonesSection } from "./contact/phones-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { FieldsSection } from "./fields-section.tsx";
import { NamesSection } from "./names-section.tsx";
import { PhotoSection } from "./photo-section.tsx";
import { PrivacySection } from "./privacy-section.tsx";
import { type AccountData, useAccountDetails } from "./use-account-details.ts";

const english: Partial<Record<AuthTextKey, string>> = { ...auth, ...common, ...account, ...profile, ...verifyEmail };

/** The words about what the site knows of a member, and those of forms with them. */
function useProfileTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(english, messages);
}

/** Props of {@link MemberProfile}. */
export interface MemberProfileProps extends AccountSectionProps {
  /** What a server has read, so that all blocks are there at once and nothing is asked for. Counts when the component appears. */
  initial?: AccountData | undefined;
  /** Told whether something was typed that is not saved, for a router that should ask before it leaves. Keep it the same. */
  onDirty?: ((isDirty: boolean) => void) | undefined;
  /** The member has deleted their account. Called just before they are signed out here: go to a page that is for everybody. */
  onDeleted?: (() => void) | undefined;
}

const ignore = () => undefined;
const blocks = ["names", "email", "phones", "addresses", "fields", "privacy"] as const;

/**
 * What the site knows of the member who is signed in, to read and to change: names and e-mail, and with the client's module
 * `account` phones, addresses, fields of the site's own, who sees them, and the way to delete all of it.
 */
export function MemberProfile(props: MemberProfileProps) {
  const { initial, appearance, headingLevel, messages, onDirty = ignore, onDeleted } = props;
  const text = useProfileTexts(messages);
  const { member, isPending, error } = useMember();
  const { refresh } = useSession();
  const account = useAccountDetails(initial);
  const dirty = useDirtyBlocks(onDirty);
  const frame = { appearance, headingLevel, messages };
  if (member) {
    // Another member begins with other forms.
    const { _id: key, loginEmail } = member;
    return (
      <div {...part("profile", "site-account", appearance)}>
        {account && <PhotoSection key={`${key} photo`} {...frame} {...{ member, text }} calls={account.calls} />}
        <NamesSection key={`${key} names`} {...frame} {...{ member, text }} onDirty={dirty.names} />
        <EmailSection key={`${key} email`} {...frame} {...{ member, text, account }} onDirty={dirty.email} />
        {account?.details ? (
          [PhonesSection, AddressesSection, FieldsSection, PrivacySection].map((Block, index) => (
            <Block
              key={`${key} ${blocks[index + 2]}`}
              {...frame}
              text={text}
              details={account.details!}
              declaredFields={account.declaredFields}
              update={account.update}
              onDirty={dirty[blocks[index + 2] ?? "phones"]}
            />
          ))
        ) : account?.error ? (
          <ErrorState
            message={text("profile.details.failed")}
            requestId={requestIdOf(account.error)}
            isPending={account.isPending}
            onRetry={() => void account.refresh()}
            {...{ appearance, messages }}
          />
        ) : (
          account && (
            <AccountSection name="phones" title={text("profile.phones.title")} isBusy {...frame}>
              <Skeleton label={text("profile.details.loading")} lines={2} />
            </AccountSection>
          )
        )}
        {account?.info && <DeleteSection {...frame} {...{ text, account, onDeleted }} email={loginEmail ?? ""} />}
      </div>
    );
  }
  return (
    <div {...part("profile", "site-account", appearance)}>
      {error ? (
        <ErrorState
          message={text("account.profile.failed")}
          requestId={requestIdOf(error)}
          isPending={isPending}
          onRetry={() => void refresh()}
          {...{ appearance, messages }}
        />
      ) : (
        (["names", "email"] as const).map((name) => (
          <AccountSection key={name} name={name} title={text(`account.${name}.title`)} isBusy {...frame}>
            <Skeleton label={name === "names" ? text("account.profile.loading") : ""} lines={2} />
          </AccountSection>
        ))
      )}
    </div>
  );
}

function requestIdOf(error: unknown): string | undefined {
  const { requestId } = asRecord(error);
  return typeof requestId === "string" ? requestId : undefined;
}

/** One word for all blocks: something in one of them is not saved. */
function useDirtyBlocks(onDirty: (isDirty: boolean) => void) {
  const dirty = useRef(new Set<string>());
  const tell = useCallback(
    (name: string, isDirty: boolean) => {
      if (isDirty) dirty.current.add(name);
      else dirty.current.delete(name);
      onDirty(dirty.current.size > 0);
    },
    [onDirty],
  );
  return useMemo(() => {
    const tellers = blocks.map((name) => [name, (isDirty: boolean) => tell(name, isDirty)] as const);
    return Object.fromEntries(tellers) as Record<(typeof blocks)[number], (isDirty: boolean) => void>;
  }, [tell]);
}
