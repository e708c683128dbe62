import account from "@porchlight/contract/texts/en/account.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { useState } from "react";
import { useSite } from "../../provider.tsx";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { Anchor } from "../../ui/anchor.tsx";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button, type ButtonProps, LinkButton } from "../../ui/button.tsx";
import { MenuDisclosure } from "../../ui/menu-disclosure.tsx";
import { goTo, safeUrl } from "../../ui/safe-url.ts";
import type { SessionMember } from "../member-client.ts";
import { useAuth, useMember } from "./use-session.ts";

/** Props of {@link MemberButton}. */
export interface MemberButtonProps {
  /** URL of the account page. */
  accountHref: string;
  /** A path of this site to open after signing out. */
  signedOutHref?: string | undefined;
  /** Called after signing out, before navigating to `signedOutHref`; a promise is awaited. */
  onSignedOut?: (() => unknown) | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

/** The member's name and photo with a menu: Account, Sign out. Renders nothing for visitors. */
export function MemberButton(props: MemberButtonProps) {
  const { accountHref, messages, appearance } = props;
  const text = useTexts(account, messages);
  const { status } = useAuth();
  const { member } = useMember();
  if (status !== "member" && status !== "degraded") return null;
  const name = memberName(member) || text("account.menu.unnamed");
  const photo = safeUrl(member?.profile?.photo?.url, ["http:", "https:"])?.href;
  return (
    <MenuDisclosure
      label={text("account.menu.label", { name })}
      appearance={appearance}
      button={
        <>
          <Avatar name={name} src={photo} />
          <bdi className="site-menu-name">{name}</bdi>
          <span className="site-chevron" aria-hidden="true" />
        </>
      }
    >
      <p className="site-menu-head">
        <bdi className="site-strong">{name}</bdi>
        {member?.loginEmail && member.loginEmail !== name && <bdi className="site-menu-email">{member.loginEmail}</bdi>}
      </p>
      <ul className="site-menu-list">
        <li>
          <Anchor href={accountHref} {...part("menuItem", "site-menu-item", appearance)}>
            {text("account.menu.account")}
          </Anchor>
        </li>
        <li>
          <SignOutButton
            variant="quiet"
            {...part("menuItem", "site-menu-item", appearance)}
            signedOutHref={props.signedOutHref}
            onSignedOut={props.onSignedOut}
            messages={messages}
          />
        </li>
      </ul>
    </MenuDisclosure>
  );
}

/** The member's display name: nickname, else first and last name, else email address; empty while unknown. */
export function memberName(member: SessionMember | null | undefined): string {
  const nickname = member?.profile?.nickname?.trim();
  if (nickname) return nickname;
  const names = [member?.contact?.firstName, member?.contact?.lastName].map((name) => name?.trim()).filter(Boolean);
  return names.length > 0 ? names.join(" ") : (member?.loginEmail ?? "");
}

/** Props of {@link SignOutButton}. */
export interface SignOutButtonProps extends Omit<ButtonProps, "onClick"> {
  signedOutHref?: string | undefined;
  onSignedOut?: (() => unknown) | undefined;
  messages?: Messages | undefined;
}

/** Signs out, then navigates to `signedOutHref`. */
export function SignOutButton({ signedOutHref, onSignedOut, messages, children, ...rest }: SignOutButtonProps) {
  const text = useTexts(account, messages);
  const { signOut } = useAuth();
  const { navigate } = useSite();
  const [isPending, setIsPending] = useState(false);
  async function leave() {
    if (isPending) return;
    setIsPending(true);
    try {
      await signOut();
      await onSignedOut?.();
      goTo(signedOutHref, navigate);
    } finally {
      setIsPending(false);
    }
  }
  return (
    <Button data-part="signOut" {...rest} aria-disabled={isPending || undefined} onClick={() => void leave()}>
      {isPending ? text("account.menu.signingOut") : (children ?? text("account.menu.signOut"))}
    </Button>
  );
}

/** Props of {@link SignInButton}. */
export interface SignInButtonProps {
  /** URL of the sign-in page. */
  href: string;
  messages?: Messages | undefined;
  className?: string;
}

/** A link to the sign-in page, styled as a button, for visitors only. */
export function SignInButton({ href, messages, className }: SignInButtonProps) {
  const text = useTexts(common, messages);
  const { status } = useAuth();
  if (status !== "visitor") return null;
  return (
    <LinkButton href={href} {...(className ? { className } : {})} data-part="signIn">
      {text("common.action.signIn")}
    </LinkButton>
  );
}
