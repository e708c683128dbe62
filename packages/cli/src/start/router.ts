/**
 * Answers pages of the member site. `api` is the server in this process, which counts what the page asks for as the visitor's;
 * `clientAddress` is who really asks.
 */
export type SiteFetch = (request: Request, context: { api: Fetch; clientAddress: string }) => Promise<Response>;
export type Fetch = (request: Request) => Promise<Response>;

export interface RouterOptions {
  /** The server. It takes the caller's address from nowhere but `origin`. */
  api(request: Request, origin: { clientAddress: string }): Promise<Response>;
  /** Absent: the API and nothing else. */
  site?: SiteFetch | undefined;
  /** Where a former address of a post leads now: a path on this site. */
  findRedirect(path: string): Promise<string | undefined>;
}

/**
 * Paths of the contract and the hosted pages: everything with a version in second place (`/blog/v3/…`, so no post's slug
 * may be `v3`), and these.
 */
const serverPath = /^\/(?:(?:_api|iam|v[123]|oauth2|hosted|dev|media)(?:\/|$)|[a-z][a-z0-9-]*\/v\d+(?:\/|$))/;
/** The operator's pages, the feeds, and what search engines read. */
const serverFile =
  /^\/(?:healthz|readyz|metrics|openapi\.json|reference|feed\.(?:xml|json)|atom\.xml|robots\.txt|sitemap(?:-\d+)?\.xml)$/;

/** Seconds. */
const retryAfter = "5";

/** Whether the server answers this path, rather than the member site. */
export function isServerPath(path: string): boolean {
  return serverPath.test(path) || serverFile.test(path);
}

/** Sends a request to the server, to the site, or on to where a former address leads. */
export function createRouter({ api, site, findRedirect }: RouterOptions) {
  return async (request: Request, clientAddress: string): Promise<Response> => {
    const callApi: Fetch = (call) => api(call, { clientAddress });
    if (!site) return callApi(request);
    const { pathname } = new URL(request.url);
    if (isServerPath(pathname)) return callApi(request);
    const answer = await site(request, { api: callApi, clientAddress });
    if (answer.status !== 404 || (request.method !== "GET" && request.method !== "HEAD")) return answer;
    let target: string | undefined;
    try {
      target = await findRedirect(pathname);
    } catch {
      // Nobody knows whether a post was there: a 404 would have search engines forget its former address.
      return new Response(answer.body, { status: 503, headers: [...answer.headers, ["retry-after", retryAfter]] });
    }
    if (target === undefined) return answer;
    await answer.body?.cancel();
    return new Response(null, { status: 301, headers: { location: target, "cache-control": "public, max-age=3600" } });
  };
}
