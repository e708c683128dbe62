import { isConsolePath, isServerPath } from "@porchlight/contract/server-paths";
import type { MemberView, SiteBranding } from "@porchlight/server/operations";

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
    /** The page shows settings that are not saved. */
    isPreview?: boolean;
    /** The page is shown as a member sees it. */
    view?: MemberView & { linkTo(path: string): string };
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
  /** The owner's color, logo, and settings. */
  getBranding(): Promise<SiteBranding>;
  /** The page of a link that shows settings which are not saved. */
  openPreview(token: string): Promise<{ path: string; branding: SiteBranding } | undefined>;
  /** The member as which a link shows the site, in the browser with these cookies. */
  openMemberView(token: string, cookies: string): Promise<MemberView | undefined>;
  /** The server for pages of {@link openMemberView}: it cannot write. */
  readOnlyApi(request: Request, origin: { clientAddress: string }): Promise<Response>;
  /** A number that increases when pages of the blog may have changed. */
  revision: { read(): Promise<number> };
  /** Records that a visitor reads a post on a cached page. */
  recordView(postId: string, reader: { clientAddress: string; userAgent: string }): void;
  /** Where a path without a page leads. */
  findRedirect(path: string): Promise<{ target: string; status: 301 | 302 } | undefined>;
}

const previewPath = "/preview/site";
const memberViewPath = "/preview/member";
/** Seconds. */
const retryAfter = "5";

/** Routes a request to the server, to the site, or to where a path without a page leads. */
export function createRouter({
  api,
  site,
  console,
  captchaSources,
  getBranding,
  openPreview,
  openMemberView,
  readOnlyApi,
  revision,
  recordView,
  findRedirect,
}: RouterOptions) {
  /** A page of the site as a member sees it, for the console's frame. */
  async function showAsMember(request: Request, site: SiteFetch, clientAddress: string): Promise<Response> {
    if (request.method !== "GET" && request.method !== "HEAD")
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
    const { searchParams, origin } = new URL(request.url);
    const token = searchParams.get("token") ?? "";
    // Without the console around it, the page could be mistaken for the member's own.
    const isFramed = /^(?:iframe|null)$/.test(request.headers.get("sec-fetch-dest") ?? "null");
    const view = isFramed ? await openMemberView(token, request.headers.get("cookie") ?? "") : undefined;
    const page = URL.parse(searchParams.get("page") ?? "/", origin);
    if (!view || page?.origin !== origin || isServerPath(page.pathname) || page.pathname.startsWith("/preview"))
      return new Response("This view of the site has ended. Open it again in the console.\n", {
        status: 404,
        headers: { "cache-control": "no-store", "content-type": "text/plain; charset=utf-8" },
      });
    return site(new Request(page, { method: request.method, signal: request.signal }), {
      ...(await getBranding()),
      api: (call) => readOnlyApi(call, { clientAddress }),
      clientAddress,
      captchaSources: [],
      shared: { revision: () => revision.read(), recordView: () => undefined },
      isPreview: true,
      view: {
        ...view,
        linkTo: (path) => `${memberViewPath}?token=${token}&page=${encodeURIComponent(path)}`,
      },
    });
  }

  return async (request: Request, clientAddress: string): Promise<Response> => {
    const { pathname, searchParams, origin } = new URL(request.url);
    // A service worker of this origin could read and change all pages, those of the console included.
    if (request.headers.get("service-worker") === "script") return new Response(null, { status: 404 });
    if (isConsolePath(pathname)) return console(request, clientAddress);
    if (!site) return api(request, { clientAddress });
    if (isServerPath(pathname)) return api(request, { clientAddress });
    if (pathname === memberViewPath) return showAsMember(request, site, clientAddress);
    const pageCookie = request.headers.get("cookie") ?? "";
    const numbered =
      pathname === "/" ? ["p", "page_id", "attachment_id"].find((name) => searchParams.has(name)) : undefined;
    if (numbered !== undefined) {
      // The home page is better than an error while the database is unavailable.
      const redirect = await findRedirect(`/?${numbered}=${searchParams.get(numbered)}`).catch(() => undefined);
      if (redirect) return redirectTo(redirect);
    }
    const preview = pathname === previewPath ? await openPreview(searchParams.get("token") ?? "") : undefined;
    const callApi: Fetch = (call) => api(call, { clientAddress, pageCookie });
    // While the database is unavailable, a page without captcha is better than none.
    const [sources, branding] = await Promise.all([captchaSources().catch(() => []), getBranding()]);
    const response = await site(preview ? new Request(origin + preview.path, request) : request, {
      api: callApi,
      clientAddress,
      captchaSources: sources,
      ...(preview ? { ...preview.branding, isPreview: true } : branding),
      shared: {
        revision: () => revision.read(),
        recordView: (postId, userAgent) => recordView(postId, { clientAddress, userAgent }),
      },
    });
    if (response.status !== 404 || (request.method !== "GET" && request.method !== "HEAD")) return response;
    let redirect: Awaited<ReturnType<typeof findRedirect>>;
    try {
      redirect = await findRedirect(pathname);
    } catch {
      // Whether a redirect exists is unknown, and a 404 would make search engines drop the legacy path.
      return new Response(response.body, { status: 503, headers: [...response.headers, ["retry-after", retryAfter]] });
    }
    if (redirect === undefined) return response;
    await response.body?.cancel();
    return redirectTo(redirect);
  };
}

function redirectTo({ target, status }: { target: string; status: 301 | 302 }): Response {
  const caching = status === 301 ? "public, max-age=3600" : "no-store";
  return new Response(null, { status, headers: { location: target, "cache-control": caching } });
}
