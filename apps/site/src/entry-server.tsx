import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as german from "./messages/de.ts";
import { routes } from "./routes.tsx";
import { createAssets } from "./server/assets.ts";
import { createBuildFiles, readBuildManifest } from "./server/build-manifest.ts";
import { createPages } from "./server/pages.tsx";
import type { SiteRequestContext } from "./server/request-session.ts";
import type { SiteSettings } from "./settings.ts";
import { withoutTrailingSlash } from "./settings.ts";
import { isGerman } from "./texts.ts";

export type { SharedPages, SiteRequestContext } from "./server/request-session.ts";

export interface SiteOptions extends SiteSettings {
  /**
   * Called with every error that a visitor sees as a failed page, which shows `requestId`. Default: writes to standard
   * error.
   */
  readonly onError?: (error: unknown, facts: { requestId: string; path: string }) => void;
  /** Memory limit of the cache for public blog pages, used if requests provide `shared`. Default: no cache. */
  readonly pageCacheBytes?: number;
}

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
export function createSite(options: SiteOptions): MemberSite {
  const settings: SiteSettings = {
    publicUrl: withoutTrailingSlash(options.publicUrl),
    apiUrl: withoutTrailingSlash(options.apiUrl),
    clientId: options.clientId,
    siteName: options.siteName,
    language: options.language,
    timeZone: options.timeZone,
    postRatings: options.postRatings,
    memberDirectory: options.memberDirectory,
  };
  const assets = createAssets(clientFolder);
  const pages = createPages({
    routes,
    settings,
    language: isGerman(settings.language) ? { ...german, module: "src/messages/de.ts" } : undefined,
    files: createBuildFiles(readBuildManifest(clientFolder)),
    cacheBytes: options.pageCacheBytes,
    onError:
      options.onError ??
      ((error, { requestId, path }) => console.error(`Site: request ${requestId} of ${path}:`, error)),
  });

  return {
    async fetch(request, context) {
      return assets.serve(request) ?? pages.answer(request, context);
    },
  };
}
