import { Anchor } from "@porchlight/react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useRevalidateOnSessionChange } from "../auth/session-change.ts";
import { PageHead } from "../shell/page-head.tsx";
import { accountText } from "./account-texts.ts";

const sections = [
  { path: "/account/info", key: "account.info" },
  { path: "/account/security", key: "account.security" },
  { path: "/account/sessions", key: "account.sessions" },
] as const;

interface AccountFrameProps {
  /** The section that this page is. */
  path: (typeof sections)[number]["path"];
  children: ReactNode;
}

/** Around every section of the account: its name, a word for browsers without scripts, and the way to the other sections. */
export function AccountFrame({ path, children }: AccountFrameProps) {
  const { key } = useLocation();
  useRevalidateOnSessionChange();
  const section = sections.find((candidate) => candidate.path === path) ?? sections[0];
  const name = accountText(section.key);
  return (
    <div className="account">
      <PageHead title={`${name} · ${accountText("account.title")}`} noIndex />
      <nav className="account-nav" aria-label={accountText("account.sections")}>
        {/* Beside the section where there is room, and else a list that opens, closed again on the next page. */}
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
        <noscript>
          <p className="no-script">{accountText("account.noScript")}</p>
        </noscript>
        {children}
      </div>
    </div>
  );
}

function SectionLinks({ path }: Pick<AccountFrameProps, "path">) {
  return (
    <ul>
      {sections.map((section) => (
        <li key={section.path}>
          <Anchor href={section.path} aria-current={section.path === path ? "page" : undefined}>
            {accountText(section.key)}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
