import { AsyncLocalStorage } from "node:async_hooks";
import { memoryTokenStorage } from "@porchlight/client";
import { createServerClient, type RequestCookie, type ResponseCookie } from "@porchlight/client/server";
import type { InitialSession } from "@porchlight/react";
import { createSiteClient, type SiteClient, type SiteMember, siteModules } from "../client.ts";
import type { SiteRequestContext } from "../entry-server.tsx";
import type { SiteSettings } from "../settings.ts";

/** Who asks, and the client that speaks for them while the page is made. */
export interface RequestSession {
  readonly client: SiteClient;
  readonly isMember: boolean;
  /** What the browser is told, so that it does not ask again. Holds no token. */
  readonly initialSession: InitialSession<SiteMember>;
  /** Values of `Set-Cookie` that the answer must carry: a renewal, or the end of a session. */
  cookies(): string[];
}

export interface RequestSessions {
  /** Runs `work` with the API of this request; calls of its clients go there. */
  run<Result>(context: SiteRequestContext, work: () => Promise<Result>): Promise<Result>;
  /** Reads the session of a request. Never fails because of a cookie: what cannot be read is a visitor's. */
  open(request: Request): Promise<RequestSession>;
  /** Ends the session of a request on the server, and answers the cookies that end it in the browser. */
  end(request: Request): Promise<string[]>;
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
  const contexts = new AsyncLocalStorage<SiteRequestContext>();

  const callApi: typeof fetch = async (input, init) => {
    const context = contexts.getStore();
    if (!context) throw new Error("The API was called outside of a request.");
    const request = new Request(input, init);
    if (context.clientAddress) request.headers.set("X-Forwarded-For", context.clientAddress);
    return withoutWaiting(request, await context.api(request));
  };

  const visitorClient = createSiteClient({ ...settings, tokenStorage: memoryTokenStorage(), fetch: callApi });

  function createClientOf(request: Request) {
    const changed = new Map<string, ResponseCookie>();
    const client = createServerClient({
      host: settings.apiUrl,
      clientId: settings.clientId,
      modules: siteModules,
      fetch: callApi,
      secure: settings.publicUrl.startsWith("https:"),
      cookies: {
        getAll: () => parseCookies(request.headers.get("Cookie")),
        setAll: (cookies) => {
          for (const cookie of cookies) changed.set(cookie.name, cookie);
        },
      },
    });
    return { client, cookies: () => [...changed.values()].map(formatCookie) };
  }

  return {
    run: (context, work) => contexts.run(context, work),

    async open(request) {
      const { client, cookies } = createClientOf(request);
      if (!client.loggedIn()) {
        return { client: visitorClient, isMember: false, initialSession: { role: "visitor" }, cookies: () => [] };
      }
      const { role, expiresAt } = await client.getSession();
      // The refresh token was refused: the answer replaces the member's cookie.
      if (role !== "member")
        return { client: visitorClient, isMember: false, initialSession: { role: "visitor" }, cookies };
      // Without the member's name the page still stands; the browser asks for it then.
      const answer = await client.members.getCurrentMember({ fieldsets: ["FULL"] }).catch(() => undefined);
      if (!client.loggedIn()) {
        return { client: visitorClient, isMember: false, initialSession: { role: "visitor" }, cookies };
      }
      const initialSession = { role: "member" as const, expiresAt, member: answer?.member };
      return { client, isMember: true, initialSession, cookies };
    },

    async end(request) {
      const { client, cookies } = createClientOf(request);
      if (client.loggedIn()) await client.auth.logout(settings.publicUrl).catch(() => undefined);
      await client.auth.signOut();
      return cookies();
    },
  };
}

/** Source: RFC 6265 §5.4. Takes what it can read and leaves out the rest. */
export function parseCookies(header: string | null): RequestCookie[] {
  return (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 ? [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }] : [];
  });
}

function formatCookie({ name, value, options }: ResponseCookie): string {
  const secure = options.secure ? "; Secure" : "";
  return `${name}=${value}; Path=${options.path}; Max-Age=${options.maxAge}; SameSite=Lax${secure}`;
}
