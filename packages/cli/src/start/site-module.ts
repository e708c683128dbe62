import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerConfig } from "@porchlight/server";
import type { AppBuild } from "@porchlight/site/build.ts";
import type { Logger } from "pino";
import { Failure } from "../runtime/errors/failure.ts";
import { type Io, printProgress } from "../runtime/io.ts";
import { pathForLog } from "../runtime/logger.ts";
import type { SiteFetch } from "./router.ts";

/** What a site needs of its installation. */
export interface SiteOptions {
  publicUrl: string;
  /** Address of the API for browsers. */
  apiUrl: string;
  /** The OAuth app of the site. */
  clientId: string;
  siteName: string;
  language: string;
  /** Memory for pages that visitors share. */
  pageCacheBytes: number;
}

/** A site that is loaded and, if required, built. */
export interface LoadedSite {
  create(options: SiteOptions, log: Logger): SiteFetch;
  /** Its own texts, which the owner can replace. */
  texts?: ServerConfig["siteTexts"];
  /** Rules of its fonts. */
  fonts?: ServerConfig["siteFonts"];
}

/**
 * Loads the member site: the built `apps/site`, a module that exports `fetch(request, { api, clientAddress, site })`,
 * or none.
 *
 * @param module A path from the working folder, a package name, or `none`. Default: the included site.
 * @throws {Failure} if the module does not exist or is not a site.
 */
export async function loadSite(io: Io, module: string | undefined): Promise<LoadedSite | undefined> {
  if (module === "none") return undefined;
  return module === undefined ? loadOwnSite(io) : loadForeignSite(module);
}

async function loadOwnSite(io: Io): Promise<LoadedSite> {
  const { siteBuild } = await import("@porchlight/site/build.ts");
  await buildIfNeeded(io, siteBuild, "site");
  const entry = new URL("dist/server/entry-server.js", import.meta.resolve("@porchlight/site/package.json"));
  const { createSite, texts, fonts } = (await import(
    entry.href
  )) as typeof import("@porchlight/site/src/entry-server.tsx");
  const create: LoadedSite["create"] = (options, log) => {
    const site = createSite({
      ...options,
      onError: (err, { requestId, path }) =>
        log.error({ event: "page-failed", requestId, path: pathForLog(path), err }, "a page failed"),
    });
    return (request, context) => site.fetch(request, context);
  };
  return { create, texts, fonts };
}

/** @throws {Failure} if a source cannot be built. */
export async function buildIfNeeded(io: Io, { needsBuild, build }: AppBuild, name: string): Promise<void> {
  if (!needsBuild()) return;
  await build({ onProgress: (line) => printProgress(io, line) }).catch((cause: unknown) => {
    throw new Failure(`The ${name} cannot be built: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  });
}

/** A custom site receives the installation's data with each request. */
type ForeignFetch = (request: Request, context: Parameters<SiteFetch>[1] & { site: SiteOptions }) => Promise<Response>;

async function loadForeignSite(module: string): Promise<LoadedSite> {
  const file = path.resolve(module);
  const isFile = existsSync(file);
  if (!isFile && /^\.{0,2}\//.test(module)) {
    throw new Failure(`The site "${module}" cannot be loaded: there is no such file.`);
  }
  const address = isFile ? pathToFileURL(file).href : module;
  const exported: { fetch?: unknown } = await import(address).catch((cause: unknown) => {
    throw new Failure(
      `The site "${module}" cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  });
  const { fetch: foreignFetch } = exported;
  if (typeof foreignFetch !== "function") {
    throw new Failure(`The site "${module}" exports no function fetch(request, { api }).`);
  }
  return {
    create: (site) => (request, context) => (foreignFetch as ForeignFetch)(request, { ...context, site }),
  };
}
