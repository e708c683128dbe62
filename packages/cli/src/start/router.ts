import { isConsolePath, isServerPath } from "@porchlight/contract/server-paths";
import type { SiteBranding } from "@porchlight/server/operations";

/** Serves the pages of the member site. */
export type SiteFetch = (
  request: Request,
  context: {
    /** Calls the server in this process on behalf of the visitor at `clientAddress`. */
    api: Fetch;
    clientAddress: string;
    /** Origins that the CSP must allow for a captcha provider. */
    captchaSources: readonly string[];
    /** For pages that are cached and served to several visitors. */
    shared: {
      /** Identifies the state of the blog that a cached page shows. */
      revision(): Promise<number>;
      /** Counts a view of a cached page. */
      recordView(postId: string, userAgent: string): void;
    };
  } & SiteBranding,
) => Promise<Response>;
/** Serves the console below `/admin`. */
export type ConsoleFetch = (request: Request, clientAddress: string) => Promise<Response>;
export type Fetch = (request: Request) => Promise<Response>;

export interface RouterOptions {
  /** The server. It trusts only `origin` for the client's IP address, not headers of the request. */
  api(request: Request, origin: { clientAddress: string; pageCookie?: string }): Promise<Response>;
  /** Absent if only the API is served, without a member site. */
  site?: SiteFetch | undefined;
  console: ConsoleFetch;
  /** Origins that the CSP must allow for a captcha provider. */
  captchaSources(): Promise<readonly string[]>;
  /** The owner's color, logo, and links. */
  getBranding(): Promise<SiteBranding>;
  /** A number that increases when pages of the blog may have changed. */
  revision: { read(): Promise<number> };
  /** Records that a visitor reads a post on a cached page. */
  recordView(postId: string, reader: { clientAddress: string; userAgent: string }): void;
  /** The current path of a legacy path. */
  findRedirect(path: string): Promise<string | undefined>;
}

/** Seconds. */
const retryAfter = "5";

/** Routes a request to the server, to the site, or to a redirect of a legacy path. */
export function createRouter({
  api,
  site,
  console,
  captchaSources,
  getBranding,
  revision,
  recordView,
  findRedirect,
}: RouterOptions) {
  return async (request: Request, clientAddress: string): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (isConsolePath(pathname)) return console(request, clientAddress);
    if (!site) return api(request, { clientAddress });
    if (isServerPath(pathname)) return api(request, { clientAddress });
    const pageCookie = request.headers.get("cookie") ?? "";
    const callApi: Fetch = (call) => api(call, { clientAddress, pageCookie });
    // While the database is unavailable, a page without captcha and branding is better than none.
    const [sources, branding] = await Promise.all([
      captchaSources().catch(() => []),
      getBranding().catch(() => ({ brand: "", logo: undefined })),
    ]);
    const response = await site(request, {
      api: callApi,
      clientAddress,
      captchaSources: sources,
      ...branding,
      shared: {
        revision: () => revision.read(),
        recordView: (postId, userAgent) => recordView(postId, { clientAddress, userAgent }),
      },
    });
    if (response.status !== 404 || (request.method !== "GET" && request.method !== "HEAD")) return response;
    let target: string | undefined;
    try {
      target = await findRedirect(pathname);
    } catch {
      // Whether a redirect exists is unknown, and a 404 would make search engines drop the legacy path.
      return new Response(response.body, { status: 503, headers: [...response.headers, ["retry-after", retryAfter]] });
    }
    if (target === undefined) return response;
    await response.body?.cancel();
    return new Response(null, { status: 301, headers: { location: target, "cache-control": "public, max-age=3600" } });
  };
}
