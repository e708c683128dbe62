import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SiteTheme } from "@porchlight/contract/site/site-settings";
import { perTextLanguage, type TextLanguage } from "@porchlight/contract/texts/keys";
import { words as english } from "./messages/en.ts";
import { routes } from "./routes.tsx";
import { sharedAssets } from "./server/assets.ts";
import { createBuildFiles, readBuildManifest } from "./server/build-manifest.ts";
import { createPages } from "./server/pages.tsx";
import type { SiteRequestContext } from "./server/request-session.ts";
import { textsOf } from "./server/site-texts.ts";
import { fontStyles } from "./server/theme-styles.ts";
import type { SiteSettings } from "./settings.ts";
import { withoutTrailingSlash } from "./settings.ts";

export type { SharedPages, SiteRequestContext } from "./server/request-session.ts";

export interface SiteOptions extends SiteSettings {
  /**
   * Called with every error that a visitor sees as a failed page, which shows `requestId`. Default: writes to standard
   * error.
   */
  readonly onError?: (error: unknown, metadata: { requestId: string; path: string }) => void;
  /** Memory limit of the cache for public blog pages, used if requests provide `shared`. Default: no cache. */
  readonly pageCacheBytes?: number;
}

/** The site's own texts by language and key, which the owner can replace. */
export const texts: Readonly<Record<TextLanguage, Readonly<Record<string, string>>>> = perTextLanguage((language) => ({
  ...english,
  ...textsOf(language)?.words,
}));

/** Rules of the fonts that a theme uses, for pages besides those of the site. */
export const fonts: Readonly<Record<SiteTheme, string>> = fontStyles;

export interface MemberSite {
  /** Responds to every request that is not the API's: pages, and files of the client build. */
  fetch(request: Request, context: SiteRequestContext): Promise<Response>;
}

const clientFolder = join(dirname(fileURLToPath(import.meta.url)), "../client");

/**
 * The member site, rendered on the server and hydrated in the browser.
 *
 * @throws {Error} if the client build is missing.
 */
export function createSite({ onError, pageCacheBytes, ...options }: SiteOptions): MemberSite {
  const settings: SiteSettings = {
    ...options,
    publicUrl: withoutTrailingSlash(options.publicUrl),
    apiUrl: withoutTrailingSlash(options.apiUrl),
  };
  const assets = sharedAssets(clientFolder);
  const pages = createPages({
    routes,
    settings,
    textsOf,
    files: createBuildFiles(readBuildManifest(clientFolder)),
    cacheBytes: pageCacheBytes,
    onError:
      onError ?? ((error, { requestId, path }) => console.error(`Site: request ${requestId} of ${path}:`, error)),
  });

  return {
    async fetch(request, context) {
      return redirectToIcon(request, context) ?? assets.serve(request) ?? pages.answer(request, context);
    },
  };
}

/** Paths that browsers request without a link. */
const iconPaths = new Set(["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png"]);

/** Leads requests for the built-in icon to the owner's. */
function redirectToIcon({ url }: Request, { appearance }: SiteRequestContext): Response | undefined {
  if (!appearance?.icon || !iconPaths.has(new URL(url).pathname)) return undefined;
  return new Response(null, {
    status: 302,
    headers: { Location: appearance.icon, "Cache-Control": "no-cache" },
  });
}
