import { Anchor, PorchlightProvider, SessionNotices } from "@porchlight/react";
import { type ReactNode, useCallback } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from "react-router";
import { useSite } from "../site.ts";
import { languageName } from "../texts.ts";
import { FeedLinks } from "./feed-links.tsx";
import { FocusOnNavigation, NavigationProgress, SkipLink } from "./navigation-effects.tsx";
import { withReturnTo } from "./return-to.ts";
import { SessionArea } from "./session-area.tsx";
import { useIdentityKey } from "./session-change.ts";
import { text } from "./shell-texts.ts";

const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

/** The HTML document around the routes. */
function Document({ children }: { children: ReactNode }) {
  const { language, siteName } = useSite().settings;
  return (
    <html lang={language} dir={rightToLeft.has(language.split("-")[0] ?? "") ? "rtl" : "ltr"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbfbfd" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1116" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <FeedLinks title={siteName} />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** Root of every page: the document, its landmarks, and navigation effects. */
export function Layout() {
  const { settings, client, messages, initialSession } = useSite();
  const go = useNavigate();
  const navigate = useCallback(
    (to: string, { replace = false } = {}) => {
      // Like browsers: a link to the current page adds no history entry.
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
  const { siteName, memberDirectory, links = [] } = useSite().settings;
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
          {memberDirectory === "everyone" ? (
            <Anchor
              href="/members"
              aria-current={pathname === "/members" ? "page" : pathname.startsWith("/members/") || undefined}
            >
              {text("common.nav.members")}
            </Anchor>
          ) : null}
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

/** The logo next to the site's name. */
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
