import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Messages } from "@porchlight/react";
import { createStaticHandler, type RouteObject, type StaticHandlerContext } from "react-router";
import type { PostData } from "../blog/post/post-loader.ts";
import { formOutcomeContext } from "../forms/form-loader.ts";
import { openReturnedPage, submitPage } from "../forms/submit-page.ts";
import type { RouteHandle } from "../routes.tsx";
import type { SiteSettings } from "../settings.ts";
import { toProblem } from "../shell/problem.ts";
import { wellFormedPath } from "../shell/well-formed-path.ts";
import { createLoaderContext } from "../site.ts";
import { setTextsByRequest, type Translations } from "../texts.ts";
import type { BuildFiles } from "./build-manifest.ts";
import { cacheHtml } from "./cached-page.ts";
import { acceptsEncoding, compressPage } from "./compression.ts";
import { createNonce, pageHeaders } from "./headers.ts";
import { logoStyles } from "./logo-styles.ts";
import { type CachedPage, createPageCache } from "./page-cache.ts";
import { renderDocument, renderErrorFallback } from "./render-document.tsx";
import {
  createRequestSessions,
  crossSite,
  handleSignOut,
  isSameOrigin,
  type RequestSession,
  type SharedPages,
  type SiteRequestContext,
  seeOther,
} from "./request-session.ts";

const translations = new AsyncLocalStorage<Translations>();
setTextsByRequest(() => translations.getStore());

/** Renders in the language of `words`, with English as the fallback, independently of concurrent requests. */
function withTexts<Result>(words: Translations, render: () => Result): Result {
  return translations.run(words, render);
}

export interface PagesOptions {
  readonly routes: RouteObject[];
  readonly settings: SiteSettings;
  /** For a site in another language than English: texts of the components and of the site, and their source file. */
  readonly language?: { messages: Messages; words: Translations; module: string } | undefined;
  readonly files: BuildFiles;
  /** Memory limit for cached public pages. Default: 0. */
  readonly cacheBytes?: number | undefined;
  onError(error: unknown, facts: { requestId: string; path: string }): void;
}

/** Seconds until a page that could not be loaded should be requested again. */
const retryAfter = "5";

export interface Pages {
  answer(request: Request, context: SiteRequestContext): Promise<Response>;
}

/** Renders the routes: session, data, HTML and headers. */
export function createPages({ routes, settings, language, files, cacheBytes = 0, onError }: PagesOptions): Pages {
  const handler = createStaticHandler(routes);
  const sessions = createRequestSessions(settings);
  const cache = createPageCache(cacheBytes);

  async function answer(
    request: Request,
    { captchaSources, brand = "", logo, links, shared }: SiteRequestContext,
  ): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    if (pathname === "/session") return sessions.handle(request);
    if (request.method === "POST" && pathname === "/sign-out") return handleSignOut(request, settings, sessions);
    // A form submitted before hydration: the page explains that it requires scripts.
    if (request.method === "POST" && formPage.test(pathname)) return seeOther(pathname + search);
    const submittedForm = request.method === "POST" ? submittedPage.exec(pathname)?.[1] : undefined;
    if (submittedForm !== undefined && !isSameOrigin(request, settings)) return crossSite();
    if (request.method !== "GET" && request.method !== "HEAD" && submittedForm === undefined) {
      return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
    }

    const nonce = createNonce();
    const branding = logo ? brand + logoStyles(logo) : brand;
    // Cached pages depend on the links they were rendered with.
    const cacheVariant = links ? branding + JSON.stringify(links) : branding;
    const headersFor = (personal: boolean) => pageHeaders({ ...settings, nonce, personal, captchaSources });
    let session: RequestSession | undefined;
    try {
      session = await sessions.open(request);
      const { client, isMember, initialSession, pageToken } = session;
      const returnedTo = submittedPage.test(pathname) && search.includes("submission=");
      const submitted =
        submittedForm !== undefined
          ? await submitPage(session.ownClient, submittedForm, request, settings.language)
          : returnedTo
            ? await openReturnedPage(session.ownClient, new URL(pathname + search, settings.publicUrl))
            : undefined;
      if (submitted?.redirectTo) return await session.commit(seeOther(submitted.redirectTo));
      const revision = cacheBytes > 0 && !isMember && sharedPage.test(pathname) ? await revisionOf(shared) : undefined;
      const cached = revision === undefined ? undefined : cache.find(request.url, revision, cacheVariant);
      if (cached) return await session.commit(answerCached(cached, request, nonce, headersFor(false), shared));

      const requestContext = createLoaderContext({
        timeZone: settings.timeZone,
        memberDirectory: settings.memberDirectory,
        client,
        isMember: () => isMember,
        report: (error) => onError(error, { requestId: toProblem(error).requestId ?? randomUUID(), path: pathname }),
      });
      if (submitted?.outcome) requestContext.set(formOutcomeContext, submitted.outcome);
      const result = await handler.query(withoutBody(request), { requestContext });
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
        pageToken,
        dataRoutes: handler.dataRoutes,
        routerState,
        files,
        modules: [
          ...(language ? [language.module] : []),
          ...routerState.matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined)?.module ?? []),
        ],
      });
      const headers = headersFor(isMember || submitted !== undefined);
      const wait = Object.values(routerState.errors ?? {}).map(toProblem)[0]?.retryAfter;
      if (wait) headers.set("Retry-After", String(wait));
      else if (routerState.statusCode === 503) headers.set("Retry-After", retryAfter);
      const branded = withBranding(html, branding, nonce);
      if (revision !== undefined && routerState.statusCode === 200 && !routerState.errors && session.isWhole())
        cache.store(request.url, revision, {
          page: cacheHtml(branded, nonce),
          branding: cacheVariant,
          postId: postOf(routerState),
        });
      const page = compressPage(branded, request, headers);
      const response = new Response(request.method === "HEAD" ? null : page, {
        status: routerState.statusCode,
        headers,
      });
      return await session.commit(response);
    } catch (error) {
      // The client has disconnected.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      const requestId = randomUUID();
      onError(error, { requestId, path: pathname });
      const headers = headersFor(true);
      const body =
        request.method === "HEAD"
          ? null
          : withBranding(renderErrorFallback(settings, requestId, files, nonce), branding, nonce);
      const response = new Response(body, { status: 500, headers });
      return session ? session.commit(response) : response;
    }
  }

  /** Removes everything from errors that a visitor may not see. */
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
      sessions.run({ ...context, userAgent: readerOf(request) }, () =>
        withTexts(language?.words ?? {}, () => answer(request, context)),
      ),
  };
}

/** Undefined if unknown: the page is then rendered and not cached. */
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
  if (postId !== undefined && userAgent !== undefined) shared?.recordView(postId, userAgent);
  const isPacked = acceptsEncoding(request.headers.get("Accept-Encoding"), "gzip");
  if (isPacked) headers.set("Content-Encoding", "gzip");
  const body = page.write(nonce, isPacked);
  headers.set("Content-Length", String(body.byteLength));
  return new Response(request.method === "HEAD" ? null : body, { headers });
}

/** The post of a post page. */
function postOf({ loaderData }: StaticHandlerContext): string | undefined {
  return Object.values<Partial<PostData> | undefined>(loaderData).find((part) => part?.post)?.post?._id;
}

/** The user agent of a reader; undefined for prefetches and HEAD requests, which are not views. */
function readerOf({ method, headers }: Request): string | undefined {
  const isRead = method === "GET" && !/prefetch|prerender/.test(headers.get("sec-purpose") ?? "");
  return isRead ? (headers.get("user-agent") ?? undefined) : undefined;
}

/** Adds the owner's color and logo. They are not part of the React tree, so hydration ignores them. */
const withBranding = (html: string, styles: string, nonce: string) =>
  styles === "" ? html : html.replace("</head>", () => `<style nonce="${nonce}">${styles}</style></head>`);

/** Pages that are equal for all visitors until the blog changes. */
const sharedPage = /^\/(?:blog(?:\/.*)?)?$/;

/** Pages with forms that require scripts. */
const formPage =
  /^\/(?:sign-in|sign-up|verify-email|forgot-password|reset-password|account(?:\/[a-z-]+)?|collections\/.+)$/;

/** Forms that a browser without scripts submits. */
const submittedPage = /^\/forms\/([^/]+)$/;

/** Loaders only need the URL; the API must never receive a visitor's cookies. */
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
