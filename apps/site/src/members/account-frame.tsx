import { Anchor, useSession } from "@porchlight/react";
import { type ReactNode, useEffect, useState } from "react";
import { useLoaderData, useLocation, useRevalidator } from "react-router";
import { PageHead } from "../shell/page-head.tsx";
import { newsletterPath } from "../shell/return-to.ts";
import { useOnSessionChange } from "../shell/session-change.ts";
import { useSite } from "../site.ts";
import accountStyles from "../styles/account.css?url";
import { accountText } from "./account-texts.ts";
import { shownMemberships } from "./find-membership.ts";

const sections = [
  { path: "/account/info", key: "account.info" as const },
  ...shownMemberships.map((section) => ({
    path: `/account/${section.toLowerCase()}`,
    key: `account.${section}` as const,
  })),
  { path: newsletterPath, key: "account.newsletter" as const },
  { path: "/account/security", key: "account.security" as const },
  { path: "/account/sessions", key: "account.sessions" as const },
];

interface AccountFrameProps {
  /** Path of this section. */
  path: string;
  /** Whether its forms are submitted without scripts, too. */
  worksWithoutJavaScript?: boolean;
  children: ReactNode;
}

/** Frame of every account section: title, a message without scripts, and navigation. */
export function AccountFrame({ path, worksWithoutJavaScript = false, children }: AccountFrameProps) {
  const { key } = useLocation();
  const status = useSession(({ status }) => status);
  const { revalidate } = useRevalidator();
  // Sections reload for another member by themselves.
  useOnSessionChange(() => status !== "member" && revalidate());
  const section = sections.find((candidate) => candidate.path === path) ?? sections[0]!;
  const name = accountText(section.key);
  return (
    <div className="account">
      <PageHead styles={[accountStyles]} title={`${name} · ${accountText("account.title")}`} noIndex />
      <nav className="account-nav" aria-label={accountText("account.sections")}>
        {/* Next to the section on wide screens, otherwise a menu that closes on navigation. */}
        <details key={key} className="account-switch">
          <summary>{name}</summary>
          <SectionLinks path={path} />
        </details>
        <div className="account-side">
          <SectionLinks path={path} />
        </div>
      </nav>
      <div className="account-main">
        <h1>
          <span className="account-of">{accountText("account.title")}</span> {name}
        </h1>
        {!worksWithoutJavaScript && (
          <noscript>
            <p className="no-script">{accountText("account.noScript")}</p>
          </noscript>
        )}
        {children}
      </div>
    </div>
  );
}

/** Data already passed on. */
const spent = new WeakSet<object>();

/** The loader's data, passed on once: for another member, the sections start without it. */
export function useLoadedOnce<Data extends object>(): Data | undefined {
  const loaded = (useLoaderData() as Data | null) ?? undefined;
  const [initial] = useState(() => (loaded && spent.has(loaded) ? undefined : loaded));
  useEffect(() => {
    if (initial) spent.add(initial);
  }, [initial]);
  return initial;
}

function SectionLinks({ path }: Pick<AccountFrameProps, "path">) {
  const { newsletter } = useSite().settings;
  return (
    <ul>
      {sections
        .filter((section) => newsletter || section.path !== newsletterPath)
        .map((section) => (
          <li key={section.path}>
            <Anchor href={section.path} aria-current={section.path === path ? "page" : undefined}>
              {accountText(section.key)}
            </Anchor>
          </li>
        ))}
    </ul>
  );
}
