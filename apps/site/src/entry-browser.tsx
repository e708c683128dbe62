import "./styles/index.css";
import type { PageToken } from "@porchlight/client/session";
import type { InitialSession, Messages } from "@porchlight/react";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createBrowserClient } from "./client.ts";
import { prefetchReadingPages, routes } from "./routes.tsx";
import type { SiteSettings } from "./settings.ts";
import { type PageState, pageStateGlobal, reviveState } from "./shell/page-state.ts";
import { wellFormedPath } from "./shell/well-formed-path.ts";
import { createLoaderContext, SiteProvider } from "./site.ts";
import { languageOfTexts, setTexts } from "./texts.ts";

/** Loads the code of the rendered page before hydration. */
async function loadMatchedRoutes(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      Object.assign(route, await route.lazy());
      delete route.lazy;
    }),
  );
}

/** Loads the texts of a language other than English, and the owner's. Returns those of the React components. */
async function loadWords({ language, texts }: SiteSettings): Promise<Messages> {
  const textLanguage = languageOfTexts(language);
  const { words, messages } =
    textLanguage === "en" ? {} : await (await import("./modules/translations.ts")).loadSiteTexts(textLanguage);
  setTexts({ language: textLanguage, words: { ...words, ...texts } });
  return { ...messages, ...texts };
}

async function start(): Promise<void> {
  const globals = window as unknown as Record<string, unknown>;
  const state = reviveState<PageState<InitialSession, PageToken>>(globals[pageStateGlobal]);
  const { settings, session, pageToken, router } = state;
  delete globals[pageStateGlobal];
  const { pathname, search, hash } = window.location;
  const readable = wellFormedPath(pathname);
  if (readable !== pathname) window.history.replaceState(window.history.state, "", readable + search + hash);
  const [messages] = await Promise.all([loadWords(settings), loadMatchedRoutes()]);

  const client = createBrowserClient(settings, pageToken);
  // Needed on later pages too: the page's policy allows style sheets with this nonce.
  const { nonce } = document.querySelector<HTMLScriptElement>("script[nonce]") ?? {};
  const browserRouter = createBrowserRouter(routes, {
    hydrationData: { loaderData: router.loaderData, ...(router.errors ? { errors: router.errors } : {}) },
    getContext: () =>
      createLoaderContext({
        client,
        settings,
        isMember: () => client.auth.loggedIn(),
      }),
  });
  hydrateRoot(
    document,
    <StrictMode>
      <SiteProvider value={{ settings, client, messages, initialSession: session, nonce }}>
        <RouterProvider router={browserRouter} />
      </SiteProvider>
    </StrictMode>,
  );
  whenIdle(() => prefetchReadingPages().catch(() => undefined));
}

/** Runs `work` after the page has loaded, unless the reader saves data. */
function whenIdle(work: () => void): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  if ("requestIdleCallback" in window) window.requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 2000);
}

void start();
