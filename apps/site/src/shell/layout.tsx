import { directionOf, ownLanguageName } from "@porchlight/contract/texts/keys";
import { Anchor, PorchlightProvider, SessionNotices, SignedOut } from "@porchlight/react";
import { type ReactNode, useCallback } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from "react-router";
import type { SiteLink } from "../settings.ts";
import { useSite } from "../site.ts";
import { FeedLinks } from "./feed-links.tsx";
import { FocusOnNavigation, NavigationProgress, SkipLink } from "./navigation-effects.tsx";
import { hostedStartHref, withReturnTo } from "./return-to.ts";
import { SessionArea } from "./session-area.tsx";
import { useIdentityKey } from "./session-change.ts";
import { text } from "./shell-texts.ts";

/** Screens that redirect browsers without scripts to the hosted pages. The others say first why. */
const redirectedScreens = new Set(["/sign-in", "/sign-up", "/forgot-password"]);

/** The HTML document around the routes. */
function Document({ children }: { children: ReactNode }) {
  const { language, siteName } = useSite().settings;
  const { pathname, search } = useLocation();
  const hostedHref = redirectedScreens.has(pathname) && hostedStartHref(pathname, search);
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbfbfd" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1116" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <FeedLinks title={siteName} />
        {hostedHref ? (
          <noscript>
            <meta httpEquiv="refresh" content={`0; url=${hostedHref}`} />
          </noscript>
        ) : null}
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
  const { siteName, memberDirectory, links } = useSite().settings;
  const builtIn = [
    { label: text("common.nav.blog"), href: "/blog" },
    { label: text("common.nav.search"), href: "/search" },
    ...(memberDirectory === "everyone" ? [{ label: text("common.nav.members"), href: "/members" }] : []),
  ];
  return (
    <header className="page-header">
      <div className="page-header-inner">
        <Anchor className="brand" href="/">
          <Lantern />
          <bdi>{siteName}</bdi>
        </Anchor>
        <nav className="page-nav" aria-label={text("common.nav")}>
          <SiteLinks links={links ?? builtIn} />
        </nav>
        <SessionArea />
      </div>
    </header>
  );
}

/** Links that mark the current page, and the section that it belongs to. */
function SiteLinks({ links }: { links: readonly SiteLink[] }) {
  const { pathname } = useLocation();
  const isBelow = (href: string) => href !== "/" && pathname.startsWith(`${href}/`);
  return links.map(({ label, href }) => (
    <Anchor key={href} href={href} aria-current={pathname === href ? "page" : isBelow(href) || undefined}>
      {label}
    </Anchor>
  ));
}

function SiteFooter() {
  const { language, siteName, links, footerLinks, texts } = useSite().settings;
  return (
    <footer className="page-footer">
      <div className="page-footer-inner">
        <nav className="page-footer-links" aria-label={text("common.footerNav")}>
          <SiteLinks links={footerLinks ?? links ?? [{ label: text("common.nav.blog"), href: "/blog" }]} />
          <a href="/feed.xml">{text("common.feed")}</a>
          <SignedOut>
            <Anchor href="/sign-in">{text("common.signIn")}</Anchor>
          </SignedOut>
        </nav>
        {/* The built-in text names no address. */}
        {texts?.["common.help"] ? <p>{text("common.help")}</p> : null}
        <p>
          {text("common.language")}: <span lang={language}>{ownLanguageName(language)}</span>
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
