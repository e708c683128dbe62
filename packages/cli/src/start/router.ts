import type { SiteBranding } from "@porchlight/server/operations";

/**
 * Answers pages of the member site. `api` is the server in this process, which counts what the page asks for as the visitor's;
 * `clientAddress` is who really asks, `captchaSources` the origins that its policy has to admit for a captcha's provider,
 * `brand` a style sheet with the owner's colour, empty without one; `logo` their picture, absent without one; with `shared` it may give
 * one page to several visitors.
 */
export type SiteFetch = (
  request: Request,
  context: {
    api: Fetch;
    clientAddress: string;
    captchaSources: readonly string[];
    shared: {
      revision(): Promise<number>;
      noteView(postId: string, userAgent: string): void;
    };
  } & SiteBranding,
) => Promise<Response>;
export type Fetch = (request: Request) => Promise<Response>;

export interface RouterOptions {
  /** The server. It takes the caller's address from nowhere but `origin`. */
  api(request: Request, origin: { clientAddress: string; pageCookie?: string }): Promise<Response>;
  /** Absent: the API and nothing else. */
  site?: SiteFetch | undefined;
  /** Origins that pages have to admit for a captcha's provider. */
  captchaSources(): Promise<readonly string[]>;
  /** The owner's colour and logo. */
  looks(): Promise<SiteBranding>;
  /** A number that goes up when pages of the blog may show something else, and a word that they may have changed just now. */
  revision: { read(): Promise<number>; invalidate(): void };
  /** Notes that a visitor reads a post on a page that was rendered for somebody before. */
  noteView(postId: string, reader: { clientAddress: string; userAgent: string }): void;
  /** Where a former address of a post leads now: a path on this site. */
  findRedirect(path: string): Promise<string | undefined>;
}

/**
 * Paths of the contract and the hosted pages: everything with a version in second place (`/blog/v3/…`, so no post's slug
 * may be `v3`), and these.
 */
const serverPath = /^\/(?:(?:_api|iam|v[123]|oauth2|hosted|dev|media)(?:\/|$)|[a-z][a-z0-9-]*\/v\d+(?:\/|$))/;
/** The operator's pages, the feeds, what search engines read, and what browsers ask about passkeys. */
const serverFile =
  /^\/(?:healthz|readyz|metrics|openapi\.json|reference|feed\.(?:xml|json)|atom\.xml|robots\.txt|sitemap(?:-\d+)?\.xml|\.well-known\/webauthn)$/;

/** Feeds of a category or tag, below its page. */
const feedOfPart = /^\/blog\/(?:category|tag)\/[^/]+\/(?:feed\.(?:xml|json)|atom\.xml)$/;

/** Seconds. */
const retryAfter = "5";

/** Whether the server answers this path, rather than the member site. */
export function isServerPath(path: string): boolean {
  return serverPath.test(path) || serverFile.test(path) || feedOfPart.test(path);
}

/** Sends a request to the server, to the site, or on to where a former address leads. */
export function createRouter({ api, site, captchaSources, looks, revision, noteView, findRedirect }: RouterOptions) {
  return async (request: Request, clientAddress: string): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (!site) return api(request, { clientAddress });
    if (isServerPath(pathname)) {
      const answer = await api(request, { clientAddress });
      // Who writes here and then looks sees what they wrote.
      if (request.method !== "GET" && request.method !== "HEAD") revision.invalidate();
      return answer;
    }
    const pageCookie = request.headers.get("cookie") ?? "";
    const callApi: Fetch = (call) => api(call, { clientAddress, pageCookie });
    // A page without its captcha and the owner's looks is better than none, while the database is away.
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
        noteView: (postId, userAgent) => noteView(postId, { clientAddress, userAgent }),
      },
    });
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
