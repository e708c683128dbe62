import { type ErrorCode, errors } from "@porchlight/contract/errors";
import { isServerPath } from "@porchlight/contract/server-paths";
import type { Metrics, Server, SiteServer } from "@porchlight/server";
import type { Logger } from "pino";
import type { LoadedConsole } from "./console-module.ts";
import { withSiteMetrics } from "./metrics-listener.ts";
import { createRouter } from "./router.ts";
import type { LoadedSite, SiteOptions } from "./site-module.ts";

/** Handles the requests of one site. */
export type SiteRoute = (request: Request, clientAddress: string) => Promise<Response>;

export interface SiteRouteOptions {
  /** Absent without a member site. */
  loaded: LoadedSite | undefined;
  console: LoadedConsole;
  metrics: Pick<Metrics, "observeRequest">;
  /** Memory for the pages that visitors of the main site share. Each other site has an eighth of it. */
  pageCacheBytes: number;
  log: Logger;
}

/** Opens the pages, the console and the API of a site. */
export async function openSiteRoute(
  server: SiteServer,
  { loaded, console, metrics, pageCacheBytes, log }: SiteRouteOptions,
): Promise<{ options: Omit<SiteOptions, "pageCacheBytes">; route: SiteRoute }> {
  const { captchaSources, getBranding, openMemberView, openSitePreview, recordPageView, resolveRedirect, syncSiteApp } =
    await import("@porchlight/server/operations");
  const { context } = server;
  const { publicUrl } = context.config;
  const { clientId } = await syncSiteApp(context, { kind: "owner" }, publicUrl);
  const { name: siteName, language, isMain } = context.site;
  const options = { publicUrl, apiUrl: publicUrl, clientId, siteName, language };
  // From here on, pages have a branding even while the database is unavailable.
  await getBranding(context);
  const site = loaded?.create({ ...options, pageCacheBytes: isMain ? pageCacheBytes : pageCacheBytes / 8 }, log);
  const route = createRouter({
    api: server.fetch,
    site: site && withSiteMetrics(site, metrics),
    console: console(server),
    captchaSources: () => captchaSources(context),
    getBranding: () => getBranding(context),
    openPreview: (token) => openSitePreview(context, token),
    openMemberView: (token, cookies) => openMemberView(context, token, cookies),
    readOnlyApi: server.fetchAsViewedMember,
    revision: context.pageRevision,
    recordView: (postId, reader) => recordPageView(context, postId, reader),
    findRedirect: (path) => resolveRedirect(context, path),
  });
  return { options, route };
}

/** Paths that load balancers and monitoring request by the address of the node. */
const nodePaths = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Passes each request to the site of its host. With one site, every host is that of the site.
 *
 * @param open Opens the route of a site, at its first request.
 */
export function createHostRouter(
  main: SiteServer,
  { findSite }: Pick<Server, "findSite">,
  open: (site: SiteServer) => Promise<SiteRoute>,
): SiteRoute {
  const routes = new WeakMap<SiteServer, Promise<SiteRoute>>();
  const routeOf = (site: SiteServer) => {
    const opened = routes.get(site) ?? open(site);
    routes.set(site, opened);
    opened.catch(() => routes.delete(site));
    return opened;
  };
  return async (request, clientAddress) => {
    // Its URL is normalized: parsing it here and in the route would take twice as long.
    const [, host = "", pathname = "/"] = /^\w+:\/\/([^/]*)([^?#]*)/.exec(request.url) ?? [];
    const site = nodePaths.has(pathname) ? main : await findSite(host);
    if (site === undefined) return errorResponse(pathname, 421, "NOT_FOUND", "No site is configured for this host.");
    if (site === "unavailable") return errorResponse(pathname, 503, "UNAVAILABLE", errors.UNAVAILABLE.message);
    return (await routeOf(site))(request, clientAddress);
  };
}

/** Seconds. */
const retryAfter = "5";

/** Source: RFC 9110 §15.5.20 for 421. */
function errorResponse(pathname: string, status: 421 | 503, code: ErrorCode, message: string): Response {
  const headers = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(status === 503 && { "retry-after": retryAfter }),
  };
  if (!isServerPath(pathname))
    return new Response(`${message}\n`, {
      status,
      headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
    });
  const details = { applicationError: { code, description: message, data: {} } };
  return Response.json({ message, details }, { status, headers });
}
