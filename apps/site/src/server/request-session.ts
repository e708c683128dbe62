import { AsyncLocalStorage } from "node:async_hooks";
import { memoryTokenStorage } from "@porchlight/client";
import { createServerClient } from "@porchlight/client/server";
import type { InitialSession } from "@porchlight/react";
import { createSiteClient, type SiteClient, type SiteMember, siteModules } from "../client.ts";
import type { SiteSettings } from "../settings.ts";
import type { SiteLogo } from "./logo-styles.ts";

export interface SiteRequestContext {
  /** The API's own fetch, in process. */
  api(request: Request): Promise<Response>;
  /** Address of who asks, as the outer server knows it. */
  clientAddress?: string;
  /** Origins of the captcha's provider, where the owner has set one up. */
  captchaSources?: readonly string[];
  /** Style sheet with the owner's colour; empty, or absent, for the site's own. */
  brand?: string;
  /** The owner's picture in the place of the site's name; absent without one. */
  logo?: SiteLogo | undefined;
  /** The owner's links in the head of the page, paths of the site; absent without any. */
  links?: SiteSettings["links"];
  /** What pages need that several visitors get. Absent: each is rendered for its own. */
  shared?: SharedPages;
}

export interface SharedPages {
  /** A number that goes up when pages of the blog may show something else. */
  revision(): Promise<number>;
  /** Notes that a visitor with this browser reads a post on a page that was rendered before. */
  noteView(postId: string, userAgent: string): void;
}

/** Who asks, and the client that speaks for them while the page is made. */
export interface RequestSession {
  readonly client: SiteClient;
  readonly isMember: boolean;
  /** What the browser is told, so that it does not ask again. Holds no token. */
  readonly initialSession: InitialSession<SiteMember>;
  /** Whether the API has given all that was asked for, so far. A page can stand without some of it, for one reader. */
  isWhole(): boolean;
  /** Puts onto the answer what has become of the session: a renewal, or its end. */
  commit(response: Response): Promise<Response>;
}

export interface RequestSessions {
  /** Runs `work` with the API of this request; calls of its clients go there. `userAgent`: the browser that somebody reads with. */
  run<Result>(
    context: SiteRequestContext & { userAgent?: string | undefined },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Reads the session of a request. Never fails because of a cookie: what cannot be read is a visitor's. */
  open(request: Request): Promise<RequestSession>;
  /** Ends the session of a request on the server, and with this answer in the browser. */
  end(request: Request, response: Response): Promise<Response>;
}

interface RunContext extends SiteRequestContext {
  userAgent?: string | undefined;
  /** Whether the API refused something. */
  hasGaps?: boolean;
}

/** Seconds; clients leave a longer wait than 10 to who called them. */
const shortestLeft = 11;

/**
 * A visitor waits for the page and is told at once that the server is busy, instead of after the client's patience, twice for each
 * read. Renewals of tokens keep the server's own word: they rest for as long as it says.
 */
function withoutWaiting(request: Request, answer: Response): Response {
  if (!answer.headers.has("Retry-After") || new URL(request.url).pathname.startsWith("/oauth2/")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("Retry-After", String(Math.max(Number(headers.get("Retry-After")) || 0, shortestLeft)));
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * Sessions of the requests to this site. Members have theirs in a cookie that the browser's client shares; visitors
 * need none: the site reads for all of them with one visitor token of its own.
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
      return withoutWaiting(request, answer);
    } finally {
      if (!isAnswered) context.hasGaps = true;
    }
  };

  const visitorClient = createSiteClient({ ...settings, tokenStorage: memoryTokenStorage(), fetch: callApi });

  const createClientOf = (request: Request) =>
    createServerClient({
      host: settings.apiUrl,
      clientId: settings.clientId,
      modules: siteModules,
      fetch: callApi,
      secure: settings.publicUrl.startsWith("https:"),
      cookies: request,
    });

  return {
    run: (context, work) => contexts.run(context, work),

    async open(request) {
      const client = createClientOf(request);
      // Without the member's name the page still stands; the browser asks for it then.
      const session = await client.getSession({ member: true });
      const isMember = session.role === "member";
      return {
        client: isMember ? client : visitorClient,
        isMember,
        initialSession: isMember ? session : { role: "visitor" },
        isWhole: () => contexts.getStore()?.hasGaps !== true,
        commit: client.commitSession,
      };
    },

    async end(request, response) {
      const client = createClientOf(request);
      if (client.loggedIn()) await client.auth.logout(settings.publicUrl).catch(() => undefined);
      await client.auth.signOut();
      return client.commitSession(response);
    },
  };
}

/** Signs out a browser without scripts, which sends the form of `/sign-out`. Other sites cannot make it do so. */
export async function answerSignOut(
  request: Request,
  settings: SiteSettings,
  sessions: RequestSessions,
): Promise<Response> {
  if (!isSameOrigin(request, settings))
    return new Response(null, { status: 403, headers: { "Cache-Control": "no-store" } });
  return sessions.end(request, seeOther("/sign-out"));
}

/** Sends the browser on with a GET. */
export function seeOther(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });
}

/** Source: security requirements §6.2. */
function isSameOrigin(request: Request, { publicUrl }: SiteSettings): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("Origin") === new URL(publicUrl).origin;
}
