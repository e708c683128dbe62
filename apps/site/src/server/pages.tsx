import { randomUUID } from "node:crypto";
import type { Messages } from "@porchlight/react";
import { createStaticHandler, type RouteObject, type StaticHandlerContext } from "react-router";
import type { SiteRequestContext } from "../entry-server.tsx";
import type { RouteHandle } from "../routes.tsx";
import type { SiteSettings } from "../settings.ts";
import { toProblem } from "../shell/problem.ts";
import { createLoaderContext } from "../site.ts";
import { wellFormedPath } from "../well-formed-path.ts";
import type { BuildFiles } from "./build-manifest.ts";
import { compressPage } from "./compress-page.ts";
import { createNonce, pageHeaders } from "./headers.ts";
import { lastResortPage } from "./last-resort-page.ts";
import { renderDocument } from "./render-document.tsx";
import { createRequestSessions, type RequestSession } from "./request-session.ts";
import { answerSignOut, seeOther } from "./sign-out.ts";

export interface PagesOptions {
  readonly routes: RouteObject[];
  readonly settings: SiteSettings;
  /** Where the site does not speak English: words of the ready-made screens, and the source file that browsers get them from. */
  readonly language?: { messages: Messages; module: string } | undefined;
  readonly files: BuildFiles;
  onError(error: unknown, facts: { requestId: string; path: string }): void;
}

/** Seconds after which a page that could not be loaded is worth another try. */
const retryAfter = "5";

export interface Pages {
  answer(request: Request, context: SiteRequestContext): Promise<Response>;
}

/** Renders the routes for requests: who asks, what the page needs, the HTML, its headers. */
export function createPages({ routes, settings, language, files, onError }: PagesOptions): Pages {
  const handler = createStaticHandler(routes);
  const sessions = createRequestSessions(settings);

  async function answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    if (request.method === "POST" && pathname === "/sign-out") return answerSignOut(request, settings, sessions);
    // A form sent before its script was there: the page says what it needs.
    if (request.method === "POST" && formPage.test(pathname)) return seeOther(pathname + search);
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
    }

    const nonce = createNonce();
    const headersFor = (personal: boolean) => pageHeaders({ ...settings, nonce, personal });
    try {
      const session = await sessions.open(request);
      const result = await handler.query(withoutBody(request), {
        requestContext: createLoaderContext({
          client: session.client,
          isMember: () => session.isMember,
          report: (error) => onError(error, { requestId: toProblem(error).requestId ?? randomUUID(), path: pathname }),
        }),
      });
      if (result instanceof Response) return withCookies(toRedirect(result), session);

      const routerState = sanitizeErrors(result, pathname);
      const html = await renderDocument({
        site: {
          settings,
          client: session.client,
          messages: language?.messages,
          initialSession: session.initialSession,
          nonce,
        },
        dataRoutes: handler.dataRoutes,
        routerState,
        files,
        modules: [
          ...(language ? [language.module] : []),
          ...routerState.matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined)?.module ?? []),
        ],
      });
      const headers = headersFor(session.isMember);
      const wait = Object.values(routerState.errors ?? {}).map(toProblem)[0]?.retryAfter;
      if (wait) headers.set("Retry-After", String(wait));
      else if (routerState.statusCode === 503) headers.set("Retry-After", retryAfter);
      const page = compressPage(html, request, headers);
      const response = new Response(request.method === "HEAD" ? null : page, {
        status: routerState.statusCode,
        headers,
      });
      return withCookies(response, session);
    } catch (error) {
      // Nobody waits any more.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      const requestId = randomUUID();
      onError(error, { requestId, path: pathname });
      const headers = headersFor(true);
      return new Response(request.method === "HEAD" ? null : lastResortPage(settings, requestId, files, nonce), {
        status: 500,
        headers,
      });
    }
  }

  /** Nothing of an error but what the visitor may know goes into the page. */
  function sanitizeErrors(state: StaticHandlerContext, path: string): StaticHandlerContext {
    if (!state.errors) return state;
    let { statusCode } = state;
    const errors = Object.entries(state.errors).map(([routeId, error]): [string, unknown] => {
      const problem = toProblem(error);
      statusCode = problem.status;
      if (problem.status >= 500 && !problem.requestId) problem.requestId = randomUUID();
      if (problem.requestId && problem.status >= 500) onError(error, { requestId: problem.requestId, path });
      const data = { requestId: problem.requestId ?? null, retryAfter: problem.retryAfter ?? null };
      return [routeId, { status: problem.status, statusText: "", internal: false, data }];
    });
    return { ...state, statusCode, errors: Object.fromEntries(errors) };
  }

  return { answer: (request, context) => sessions.run(context, () => answer(request)) };
}

/** Pages with forms that scripts send. */
const formPage = /^\/(?:sign-in|sign-up|verify-email|forgot-password|reset-password|account(?:\/[a-z-]+)?)$/;

/** Loaders read the address alone; the API must not get a visitor's cookies by accident. */
function withoutBody(request: Request): Request {
  const url = new URL(request.url);
  url.pathname = wellFormedPath(url.pathname);
  return new Request(url, { method: "GET", signal: request.signal });
}

function toRedirect(response: Response): Response {
  const headers = new Headers({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
  const location = response.headers.get("Location");
  if (location) headers.set("Location", location);
  return new Response(null, { status: response.status, headers });
}

function withCookies(response: Response, session: RequestSession): Response {
  const cookies = session.cookies();
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  if (cookies.length > 0) response.headers.set("Cache-Control", "private, no-store");
  return response;
}
