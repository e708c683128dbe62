import { Anchor, PorchlightProvider, SessionNotices } from "@porchlight/react";
import { useCallback } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from "react-router";
import { withReturnTo } from "../auth/return-to.ts";
import { SessionArea } from "../auth/session-area.tsx";
import { useIdentityKey } from "../auth/session-change.ts";
import { useSite } from "../site.ts";
import { Document } from "./document.tsx";
import { languageName } from "./language-name.ts";
import { FocusOnNavigation, NavigationProgress, SkipLink } from "./navigation-effects.tsx";
import { text } from "./shell-texts.ts";

/** Root of every page: the document, its landmarks, and what happens between pages. */
export function Layout() {
  const { settings, client, messages, initialSession } = useSite();
  const go = useNavigate();
  const navigate = useCallback(
    (to: string, { replace = false } = {}) => {
      // As browsers do it: a link to the page one is on makes no second entry in the history.
      const { pathname, search, hash } = window.location;
      return go(to, { replace: replace || to === pathname + search + hash });
    },
    [go],
  );
  return (
    <PorchlightProvider
      client={client}
      initialSession={initialSession}
      messages={messages}
      language={settings.language}
      timeZone={settings.timeZone}
      siteName={settings.siteName}
      navigate={navigate}
    >
      <Page />
    </PorchlightProvider>
  );
}

function Page() {
  const { pathname, search } = useLocation();
  const isBusy = useNavigation().state !== "idle";
  return (
    <Document>
      <SkipLink />
      <NavigationProgress isBusy={isBusy} />
      <SiteHeader />
      <SessionNotices
        signInHref={withReturnTo("/sign-in", pathname + search)}
        forgotPasswordHref={withReturnTo("/forgot-password", pathname + search)}
        location={pathname}
      />
      <main id="main" tabIndex={-1} aria-busy={isBusy || undefined}>
        <Outlet key={useIdentityKey()} />
      </main>
      <SiteFooter />
      <FocusOnNavigation />
      <ScrollRestoration />
    </Document>
  );
}

function SiteHeader() {
  const { siteName, links = [] } = useSite().settings;
  const { pathname } = useLocation();
  return (
    <header className="page-header">
      <div className="page-header-inner">
        <Anchor className="brand" href="/">
          <Lantern />
          <bdi>{siteName}</bdi>
        </Anchor>
        <nav className="page-nav" aria-label={text("common.nav")}>
          <Anchor
            href="/blog"
            aria-current={pathname === "/blog" ? "page" : pathname.startsWith("/blog/") || undefined}
          >
            {text("common.nav.blog")}
          </Anchor>
          <Anchor href="/search" aria-current={pathname === "/search" ? "page" : undefined}>
            {text("common.nav.search")}
          </Anchor>
          {links.map(({ label, href }) => (
            <Anchor key={href} href={href} aria-current={pathname === href ? "page" : undefined}>
              {label}
            </Anchor>
          ))}
        </nav>
        <SessionArea />
      </div>
    </header>
  );
}

function SiteFooter() {
  const { language, siteName } = useSite().settings;
  return (
    <footer className="page-footer">
      <div className="page-footer-inner">
        <p>{text("common.help")}</p>
        <p>
          {text("common.language")}: <span lang={language}>{languageName(language)}</span>
        </p>
        <p className="page-footer-name">
          <bdi>{siteName}</bdi>
        </p>
      </div>
    </footer>
  );
}

/** The mark beside the site's name. */
function Lantern() {
  return (
    <svg className="lantern" viewBox="6 3 20 25" width="20" height="25" aria-hidden="true" focusable="false">
      <rect x="15" y="4" width="2" height="4" rx="1" />
      <path d="M12.3 7.5h7.4a1 1 0 0 1 .85.48l2.7 4.4a.75.75 0 0 1-.64 1.12H9.39a.75.75 0 0 1-.64-1.12l2.7-4.4a1 1 0 0 1 .85-.48z" />
      <rect x="11" y="24.5" width="10" height="2.5" rx="1.25" />
      <path className="lantern-glass" d="M10.4 14.8h11.2l-.9 8.4h-9.4z" />
    </svg>
  );
}
