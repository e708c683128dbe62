import { randomUUID } from "node:crypto";
import type { Messages } from "@porchlight/react";
import { createStaticHandler, type RouteObject, type StaticHandlerContext } from "react-router";
import type { PostData } from "../blog/post/post-loader.ts";
import type { SharedPages, SiteRequestContext } from "../entry-server.tsx";
import type { RouteHandle } from "../routes.tsx";
import type { SiteSettings } from "../settings.ts";
import { toProblem } from "../shell/problem.ts";
import { wellFormedPath } from "../shell/well-formed-path.ts";
import { createLoaderContext } from "../site.ts";
import { acceptsEncoding } from "./assets.ts";
import type { BuildFiles } from "./build-manifest.ts";
import { compressPage } from "./compress-page.ts";
import { createNonce, pageHeaders } from "./headers.ts";
import { keepPage } from "./kept-page.ts";
import { lastResortPage } from "./last-resort-page.ts";
import { logoStyles } from "./logo-styles.ts";
import { type CachedPage, createPageCache } from "./page-cache.ts";
import { renderDocument } from "./render-document.tsx";
import { createRequestSessions, type RequestSession } from "./request-session.ts";
import { answerSignOut, seeOther } from "./sign-out.ts";

export interface PagesOptions {
  readonly routes: RouteObject[];
  readonly settings: SiteSettings;
  /** Where the site does not speak English: words of the ready-made screens, and the source file that browsers get them from. */
  readonly language?: { messages: Messages; module: string } | undefined;
  readonly files: BuildFiles;
  /** Memory for pages that visitors share; none unless given. */
  readonly cacheBytes?: number | undefined;
  onError(error: unknown, facts: { requestId: string; path: string }): void;
}

/** Seconds after which a page that could not be loaded is worth another try. */
const retryAfter = "5";

export interface Pages {
  answer(request: Request, context: SiteRequestContext): Promise<Response>;
}

/** Renders the routes for requests: who asks, what the page needs, the HTML, its headers. */
export function createPages({ routes, settings, language, files, cacheBytes = 0, onError }: PagesOptions): Pages {
  const handler = createStaticHandler(routes);
  const sessions = createRequestSessions(settings);
  const cache = createPageCache(cacheBytes);

  async function answer(
    request: Request,
    { captchaSources, brand = "", logo, links, shared }: SiteRequestContext,
  ): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    if (request.method === "POST" && pathname === "/sign-out") return answerSignOut(request, settings, sessions);
    // A form sent before its script was there: the page says what it needs.
    if (request.method === "POST" && formPage.test(pathname)) return seeOther(pathname + search);
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
    }

    const nonce = createNonce();
    const looks = logo ? brand + logoStyles(logo) : brand;
    // Pages that are kept are of the links that they were made with.
    const linked = links ? looks + JSON.stringify(links) : looks;
    const headersFor = (personal: boolean) => pageHeaders({ ...settings, nonce, personal, captchaSources });
    let session: RequestSession | undefined;
    try {
      session = await sessions.open(request);
      const { client, isMember, initialSession } = session;
      const revision = cacheBytes > 0 && !isMember && sharedPage.test(pathname) ? await revisionOf(shared) : undefined;
      const cached = revision === undefined ? undefined : cache.find(request.url, revision, linked);
      if (cached) return await session.commit(answerCached(cached, request, nonce, headersFor(false), shared));

      const result = await handler.query(withoutBody(request), {
        requestContext: createLoaderContext({
          timeZone: settings.timeZone,
          client,
          isMember: () => isMember,
          report: (error) => onError(error, { requestId: toProblem(error).requestId ?? randomUUID(), path: pathname }),
        }),
      });
      if (result instanceof Response) return await session.commit(toRedirect(result));

      const routerState = sanitizeErrors(result, pathname);
      const html = await renderDocument({
        site: {
          settings: links ? { ...settings, links } : settings,
          client,
          messages: language?.messages,
          initialSession,
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
      const headers = headersFor(isMember);
      const wait = Object.values(routerState.errors ?? {}).map(toProblem)[0]?.retryAfter;
      if (wait) headers.set("Retry-After", String(wait));
      else if (routerState.statusCode === 503) headers.set("Retry-After", retryAfter);
      const looking = withLooks(html, looks, nonce);
      if (revision !== undefined && routerState.statusCode === 200 && !routerState.errors && session.isWhole())
        cache.keep(request.url, revision, {
          page: keepPage(looking, nonce),
          looks: linked,
          postId: postOf(routerState),
        });
      const page = compressPage(looking, request, headers);
      const response = new Response(request.method === "HEAD" ? null : page, {
        status: routerState.statusCode,
        headers,
      });
      return await session.commit(response);
    } catch (error) {
      // Nobody waits any more.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      const requestId = randomUUID();
      onError(error, { requestId, path: pathname });
      const headers = headersFor(true);
      const body =
        request.method === "HEAD" ? null : withLooks(lastResortPage(settings, requestId, files, nonce), looks, nonce);
      const response = new Response(body, { status: 500, headers });
      return session ? session.commit(response) : response;
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

  return {
    answer: (request, context) =>
      sessions.run({ ...context, userAgent: readerOf(request) }, () => answer(request, context)),
  };
}

/** Nothing where it is not known: the page is rendered then, and kept for nobody. */
async function revisionOf(shared: SharedPages | undefined): Promise<number | undefined> {
  return shared?.revision().catch(() => undefined);
}

function answerCached(
  { page, postId }: CachedPage,
  request: Request,
  nonce: string,
  headers: Headers,
  shared: SharedPages | undefined,
): Response {
  const userAgent = readerOf(request);
  if (postId !== undefined && userAgent !== undefined) shared?.noteView(postId, userAgent);
  const isPacked = acceptsEncoding(request.headers.get("Accept-Encoding"), "gzip");
  if (isPacked) headers.set("Content-Encoding", "gzip");
  const body = page.write(nonce, isPacked);
  headers.set("Content-Length", String(body.byteLength));
  return new Response(request.method === "HEAD" ? null : body, { headers });
}

/** The post whose page this is. */
function postOf({ loaderData }: StaticHandlerContext): string | undefined {
  return Object.values<Partial<PostData> | undefined>(loaderData).find((part) => part?.post)?.post?._id;
}

/** What is read ahead of time, and what asks for headers alone, is read by nobody. */
function readerOf({ method, headers }: Request): string | undefined {
  const isRead = method === "GET" && !/prefetch|prerender/.test(headers.get("sec-purpose") ?? "");
  return isRead ? (headers.get("user-agent") ?? undefined) : undefined;
}

/** The page in the owner's colour, with their logo. Put in here, it is no part of what browsers render: their scripts know nothing of it. */
const withLooks = (html: string, styles: string, nonce: string) =>
  styles === "" ? html : html.replace("</head>", () => `<style nonce="${nonce}">${styles}</style></head>`);

/** Pages that are the same for all visitors until the blog changes. */
const sharedPage = /^\/(?:blog(?:\/.*)?)?$/;

/** Pages with forms that scripts send. */
const formPage =
  /^\/(?:sign-in|sign-up|verify-email|forgot-password|reset-password|account(?:\/[a-z-]+)?|collections\/.+)$/;

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
