import { isServerPath } from "@porchlight/contract/server-paths";
import type { SiteBranding } from "@porchlight/server/operations";

/**
 * Serves pages of the member site. `api` is the server in this process, which attributes requests of a page to the
 * visitor at `clientAddress`; `captchaSources` are origins that the CSP must allow for a captcha provider; `brand` is a
 * style sheet with the owner's color, empty without one; `logo` is absent without one; with `shared` visitors may share
 * a page.
 */
export type SiteFetch = (
  request: Request,
  context: {
    api: Fetch;
    clientAddress: string;
    captchaSources: readonly string[];
    shared: {
      revision(): Promise<number>;
      recordView(postId: string, userAgent: string): void;
    };
  } & SiteBranding,
) => Promise<Response>;
export type Fetch = (request: Request) => Promise<Response>;

export interface RouterOptions {
  /** The server. It takes the client's address only from `origin`. */
  api(request: Request, origin: { clientAddress: string; pageCookie?: string }): Promise<Response>;
  /** Absent for an API without a site. */
  site?: SiteFetch | undefined;
  /** Origins that the CSP must allow for a captcha provider. */
  captchaSources(): Promise<readonly string[]>;
  /** The owner's color and logo. */
  looks(): Promise<SiteBranding>;
  /** A number that increases when pages of the blog may have changed; `invalidate` is called after a write. */
  revision: { read(): Promise<number>; invalidate(): void };
  /** Records that a visitor reads a post on a cached page. */
  recordView(postId: string, reader: { clientAddress: string; userAgent: string }): void;
  /** The current path of a legacy path. */
  findRedirect(path: string): Promise<string | undefined>;
}

/** Seconds. */
const retryAfter = "5";

/** Routes a request to the server, to the site, or to a redirect of a legacy path. */
export function createRouter({ api, site, captchaSources, looks, revision, recordView, findRedirect }: RouterOptions) {
  return async (request: Request, clientAddress: string): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (!site) return api(request, { clientAddress });
    if (isServerPath(pathname)) {
      const answer = await api(request, { clientAddress });
      // Clients must see their own writes.
      if (request.method !== "GET" && request.method !== "HEAD") revision.invalidate();
      return answer;
    }
    const pageCookie = request.headers.get("cookie") ?? "";
    const callApi: Fetch = (call) => api(call, { clientAddress, pageCookie });
    // While the database is unavailable, a page without captcha and branding is better than none.
    const [sources, own] = await Promise.all([
      captchaSources().catch(() => []),
      looks().catch(() => ({ brand: "", logo: undefined })),
    ]);
    const answer = await site(request, {
      api: callApi,
      clientAddress,
      captchaSources: sources,
      ...own,
      shared: {
        revision: () => revision.read(),
        recordView: (postId, userAgent) => recordView(postId, { clientAddress, userAgent }),
      },
    });
    if (answer.status !== 404 || (request.method !== "GET" && request.method !== "HEAD")) return answer;
    let target: string | undefined;
    try {
      target = await findRedirect(pathname);
    } catch {
      // Whether the post exists is unknown: after a 404 search engines would drop its legacy path.
      return new Response(answer.body, { status: 503, headers: [...answer.headers, ["retry-after", retryAfter]] });
    }
    if (target === undefined) return answer;
    await answer.body?.cancel();
    return new Response(null, { status: 301, headers: { location: target, "cache-control": "public, max-age=3600" } });
  };
}
