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

/** Texts of the profile and its forms. */
function useProfileTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(english, messages);
}

/** Props of {@link MemberProfile}. */
export interface MemberProfileProps extends AccountSectionProps {
  /** Data loaded by the server, so that nothing is requested. Read on mount. */
  initial?: AccountData | undefined;
  /** Called when there are unsaved changes or none, for a router that confirms navigation. Must be stable. */
  onDirty?: ((isDirty: boolean) => void) | undefined;
  /** Called when the member deleted their account, just before they are signed out here: navigate to a public page. */
  onDeleted?: (() => void) | undefined;
}

const ignore = () => undefined;
const blocks = ["names", "email", "phones", "addresses", "fields", "privacy"] as const;

/**
 * The signed-in member's profile, with forms: names and email and, with the client's module `account`, phones,
 * addresses, custom fields, privacy and account deletion.
 */
export function MemberProfile(props: MemberProfileProps) {
  const { initial, appearance, headingLevel, messages, onDirty = ignore, onDeleted } = props;
  const text = useProfileTexts(messages);
  const { member, isPending, error } = useMember();
  const refresh = useSession(({ refresh }) => refresh);
  const account = useAccountDetails(initial);
  const dirty = useDirtyBlocks(onDirty);
  const frame = { appearance, headingLevel, messages };
  if (member) {
    // Another member resets the forms.
    const { _id: key, loginEmail } = member;
    return (
      <div {...part("profile", "site-account site-account-rows", appearance)}>
        <PhotoSection key={`${key} photo`} {...frame} {...{ member, text }} calls={account?.calls} />
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
    <div {...part("profile", "site-account site-account-rows", appearance)}>
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

/** Combines the unsaved changes of all sections. */
function useDirtyBlocks(onDirty: (isDirty: boolean) => void) {
  const dirty = useRef(new Set<string>());
  const update = useCallback(
    (name: string, isDirty: boolean) => {
      if (isDirty) dirty.current.add(name);
      else dirty.current.delete(name);
      onDirty(dirty.current.size > 0);
    },
    [onDirty],
  );
  return useMemo(() => {
    const reporters = blocks.map((name) => [name, (isDirty: boolean) => update(name, isDirty)] as const);
    return Object.fromEntries(reporters) as Record<(typeof blocks)[number], (isDirty: boolean) => void>;
  }, [update]);
}
