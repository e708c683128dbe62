import { AsyncLocalStorage } from "node:async_hooks";
import { OAuthStrategy } from "@porchlight/client";
import { createServerClient, createSessionHandler, type PageToken } from "@porchlight/client/server";
import type { InitialSession } from "@porchlight/react";
import { createSiteClient, type SiteClient, type SiteMember, siteModules } from "../client.ts";
import type { SiteSettings } from "../settings.ts";
import type { SiteLogo } from "./logo-styles.ts";

export interface SiteRequestContext {
  /** The API's fetch, in process. */
  api(request: Request): Promise<Response>;
  /** The client's IP address, as determined by the outer server. */
  clientAddress?: string;
  /** Origins of the captcha provider, if the owner has configured one. */
  captchaSources?: readonly string[];
  /** Style sheet with the owner's color. Default: the site's own. */
  brand?: string;
  /** The owner's logo instead of the site's name. */
  logo?: SiteLogo | undefined;
  /** The owner's current settings, which replace those of the site's start. */
  appearance?: Partial<Omit<SiteSettings, "publicUrl" | "apiUrl" | "clientId">>;
  /** The page shows settings that are not saved: it is not cached, and the console may show it in a frame. */
  isPreview?: boolean;
  /** The page is shown as a member sees it: read-only, without a session of the browser. */
  view?: SiteView | undefined;
  /** Required to cache public pages. Absent: every request is rendered. */
  shared?: SharedPages;
}

/** As whom a page is shown, and where its links lead. */
export interface SiteView {
  /** Valid while the page is rendered. */
  accessToken: string;
  linkTo(path: string): string;
}

export interface SharedPages {
  /** A number that increases when blog pages may have changed. */
  revision(): Promise<number>;
  /** Records a view of a post on a cached page. */
  recordView(postId: string, userAgent: string): void;
}

/** The session of a request, and its client during rendering. */
export interface RequestSession {
  readonly client: SiteClient;
  /** Has a session of this reader only, also for visitors, who share `client`. */
  readonly ownClient: SiteClient;
  readonly isMember: boolean;
  /** The session for the browser, so that it does not load it again. Contains no token. */
  readonly initialSession: InitialSession<SiteMember>;
  /** The member's access token, for a page that is not cached. */
  readonly pageToken: PageToken | undefined;
  /** Whether all API requests succeeded so far. A page with gaps is not cached. */
  isWhole(): boolean;
  /** Adds session changes to the response: a renewal or the end. */
  commit(response: Response): Promise<Response>;
}

export interface RequestSessions {
  /** Runs `work` with the API of this request. `userAgent`: the reader's browser. */
  run<Result>(
    context: SiteRequestContext & { userAgent?: string | undefined },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Reads the session of a request. Never fails because of a cookie: an invalid one is a visitor's. */
  open(request: Request): Promise<RequestSession>;
  /**
   * Ends the session of a request on the server and, with the returned redirect, in the browser: also at the hosted
   * pages, which redirect to `path`.
   */
  end(request: Request, path: string): Promise<Response>;
  /** Responds to scripts of the site's pages that need an access token, sign in, or sign out. */
  handle(request: Request): Promise<Response>;
}

interface RunContext extends SiteRequestContext {
  userAgent?: string | undefined;
  /** Whether an API request failed. */
  hasGaps?: boolean;
}

/** Seconds; the client does not wait longer than 10 by itself. */
const minRetryAfter = 11;

/**
 * Prevents the client from waiting when the server is busy, so that a visitor gets the error immediately instead of
 * after two timeouts per request. Token renewals retain the server's delay.
 */
function withoutRetryDelay(request: Request, answer: Response): Response {
  if (!answer.headers.has("Retry-After") || new URL(request.url).pathname.startsWith("/oauth2/")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("Retry-After", String(Math.max(Number(headers.get("Retry-After")) || 0, minRetryAfter)));
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * Sessions of requests to this site. Their tokens are in `HttpOnly` cookies; to render pages for visitors, the site
 * uses one visitor token of its own.
 */
export function createRequestSessions(settings: SiteSettings): RequestSessions {
  const contexts = new AsyncLocalStorage<RunContext>();

  const callApi: typeof fetch = async (input, init) => {
    const context = contexts.getStore();
    if (!context) throw new Error("The API was called outside of a request.");
    const request = new Request(input, init);
    if (context.clientAddress) request.headers.set("X-Forwarded-For", context.clientAddress);
    if (context.userAgent) request.headers.set("User-Agent", context.userAgent);
    let isAnswered = false;
    try {
      const answer = await context.api(request);
      isAnswered = answer.ok;
      return withoutRetryDelay(request, answer);
    } finally {
      if (!isAnswered) context.hasGaps = true;
    }
  };

  const { apiUrl, clientId, publicUrl } = settings;
  const visitorClient = createSiteClient({ host: apiUrl, auth: OAuthStrategy({ clientId }), fetch: callApi });

  const createClientOf = (request: Request) =>
    createServerClient({
      host: apiUrl,
      clientId,
      modules: siteModules,
      fetch: callApi,
      secure: publicUrl.startsWith("https:"),
      httpOnly: true,
      cookies: request,
    });

  /** The session of the member that the page is shown as. It is not in the response. */
  async function openView({ accessToken: value }: SiteView): Promise<RequestSession> {
    const expiresAt = Date.now() / 1000 + 3_600;
    const tokens = { accessToken: { value, expiresAt }, refreshToken: { value: "none", role: "member" } } as const;
    const client = createSiteClient({ host: apiUrl, auth: OAuthStrategy({ clientId, tokens }), fetch: callApi });
    const { member } = await client.members.getCurrentMember({ fieldsets: ["FULL"] });
    return {
      client,
      ownClient: client,
      isMember: true,
      initialSession: { role: "member", ...(member && { member }) },
      pageToken: undefined,
      isWhole: () => false,
      commit: async (response) => response,
    };
  }

  return {
    run: (context, work) => contexts.run(context, work),

    async open(request) {
      const view = contexts.getStore()?.view;
      if (view) return openView(view);
      const client = createClientOf(request);
      // Without the member's name the page still works; the browser then loads it.
      const session = await client.getSession({ member: true });
      const isMember = session.role === "member";
      return {
        client: isMember ? client : visitorClient,
        ownClient: client,
        isMember,
        initialSession: isMember ? session : { role: "visitor" },
        pageToken: client.getPageToken(),
        isWhole: () => contexts.getStore()?.hasGaps !== true,
        commit: client.commitSession,
      };
    },

    async end(request, path) {
      const client = createClientOf(request);
      const ended = client.loggedIn() && (await client.auth.logout(publicUrl + path).catch(() => undefined));
      await client.auth.signOut();
      return client.commitSession(seeOther(ended ? ended.logoutUrl : path));
    },

    handle: createSessionHandler({ host: apiUrl, clientId, siteUrl: publicUrl, fetch: callApi }),
  };
}

/**
 * Signs out a browser without scripts, which submits the form of `/sign-out`. Protected against cross-site requests.
 */
export async function handleSignOut(
  request: Request,
  settings: SiteSettings,
  sessions: RequestSessions,
): Promise<Response> {
  if (!isSameOrigin(request, settings)) return crossSite();
  return sessions.end(request, "/sign-out");
}

/** Rejects a submission by another site. */
export const crossSite = () => new Response(null, { status: 403, headers: { "Cache-Control": "no-store" } });

/** Redirects with a GET. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });
}

/** Source: security requirements §6.2. */
export function isSameOrigin(request: Request, { publicUrl }: SiteSettings): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("Origin") === new URL(publicUrl).origin;
}
