import { Anchor } from "@porchlight/react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useRevalidateOnSessionChange } from "../auth/session-change.ts";
import { PageHead } from "../shell/page-head.tsx";
import { accountText } from "./account-texts.ts";

const sections = [
  { path: "/account", name: accountText("account.info") },
  { path: "/account/security", name: accountText("account.security") },
];

/** Around every section of the account: its title and the way to the other sections. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation();
  useRevalidateOnSessionChange();
  return (
    <div className="account">
      <PageHead title={title} noIndex />
      <h1>{accountText("account.title")}</h1>
      <nav className="account-nav" aria-label={accountText("account.sections")}>
        {sections.map(({ path, name }) => (
          <Anchor key={path} href={path} aria-current={pathname === path ? "page" : undefined}>
            {name}
          </Anchor>
        ))}
      </nav>
      {children}
    </div>
  );
}
