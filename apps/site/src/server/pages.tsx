import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { scriptFontStyles } from "@porchlight/contract/texts/script-fonts";
import { createStaticHandler, matchRoutes, type RouteObject, type StaticHandlerContext } from "react-router";
import { hostedSignInContext } from "../auth/hosted-sign-in.ts";
import { commentOutcomeContext, submitComment } from "../blog/comments/comments-loader.ts";
import type { PostData } from "../blog/post/post-loader.ts";
import { formOutcomeContext } from "../forms/form-loader.ts";
import { openReturnedPage, readFormData, submitPage } from "../forms/submit-page.ts";
import { readNewsletterFields, sendNewsletterFields } from "../members/send-newsletter-form.ts";
import type { RouteHandle } from "../routes.tsx";
import type { SiteSettings } from "../settings.ts";
import { toProblem } from "../shell/problem.ts";
import { hostedStartHref, newsletterPath } from "../shell/return-to.ts";
import { wellFormedPath } from "../shell/well-formed-path.ts";
import { createLoaderContext } from "../site.ts";
import { languageOfTexts, setTextsByRequest, type Translations } from "../texts.ts";
import type { BuildFiles } from "./build-manifest.ts";
import { cacheHtml } from "./cached-page.ts";
import { acceptsEncoding, compressPage } from "./compression.ts";
import { createNonce, pageHeaders } from "./headers.ts";
import { createHostedSignIn } from "./hosted-sign-in.ts";
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
  type SiteView,
  seeOther,
} from "./request-session.ts";
import type { SiteTexts } from "./site-texts.ts";
import { themeStyles } from "./theme-styles.ts";

const translations = new AsyncLocalStorage<Translations>();
setTextsByRequest(() => translations.getStore());

/** Renders in the language of `texts`, with English as the fallback, independently of concurrent requests. */
function withTexts<Result>(texts: Translations, render: () => Result): Result {
  return translations.run(texts, render);
}

export interface PagesOptions {
  readonly routes: RouteObject[];
  readonly settings: SiteSettings;
  /** Texts of a language other than English. */
  readonly textsOf?: ((language: string) => SiteTexts | undefined) | undefined;
  readonly files: BuildFiles;
  /** Memory limit for cached public pages. Default: 0. */
  readonly cacheBytes?: number | undefined;
  onError(error: unknown, metadata: { requestId: string; path: string }): void;
}

/** Seconds until a page that could not be loaded should be requested again. */
const retryAfter = "5";

export interface Pages {
  answer(request: Request, context: SiteRequestContext): Promise<Response>;
}

/** Renders the routes: session, data, HTML and headers. */
export function createPages({ routes, settings: start, textsOf, files, cacheBytes = 0, onError }: PagesOptions): Pages {
  const handler = createStaticHandler(routes);
  /** The handle of the page at a path, which the router decodes before it matches. */
  const handleOf = (path: string): RouteHandle | undefined =>
    matchRoutes(handler.dataRoutes, wellFormedPath(path))?.at(-1)?.route.handle;
  const sessions = createRequestSessions(start);
  const cache = createPageCache(cacheBytes);

  async function answer(
    request: Request,
    settings: SiteSettings,
    { captchaSources, brand = "", logo, appearance, isPreview = false, view, shared }: SiteRequestContext,
  ): Promise<Response> {
    const language = textsOf?.(settings.language);
    const { pathname, search } = new URL(request.url);
    if (view && request.method !== "GET" && request.method !== "HEAD")
      return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
    if (pathname === "/session") return sessions.handle(request);
    if (request.method === "POST" && pathname === "/sign-out") return handleSignOut(request, settings, sessions);
    if (request.method === "POST" && settings.comments && postPage.test(pathname) && !isSameOrigin(request, settings))
      return crossSite();
    const isComment = request.method === "POST" && settings.comments === true && postPage.test(pathname);
    // A form submitted before hydration: the hosted pages work without scripts, other pages explain that they do not.
    const isNewsletter = request.method === "POST" && settings.newsletter === true && pathname === newsletterPath;
    if (isNewsletter && !isSameOrigin(request, settings)) return crossSite();
    if (request.method === "POST" && formPage.test(pathname) && !isNewsletter) {
      const hostedHref = hostedStartHref(pathname, search);
      if (hostedHref && !isSameOrigin(request, settings)) return crossSite();
      return seeOther(hostedHref ?? pathname + search);
    }
    const submittedForm = request.method === "POST" ? submittedPage.exec(pathname)?.[1] : undefined;
    if (submittedForm !== undefined && !isSameOrigin(request, settings)) return crossSite();
    if (
      request.method !== "GET" &&
      request.method !== "HEAD" &&
      submittedForm === undefined &&
      !isComment &&
      !isNewsletter
    ) {
      return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
    }

    const nonce = createNonce();
    const branding =
      scriptFontStyles(settings.language) + themeStyles(settings.theme) + brand + (logo ? logoStyles(logo) : "");
    // Cached pages depend on the settings they were rendered with.
    const cacheVariant = branding + JSON.stringify(appearance ?? {});
    const handle = handleOf(pathname);
    const isFramed = isPreview || handle?.isPreview === true;
    const headersFor = (personal: boolean) =>
      pageHeaders({ ...settings, nonce, personal: personal || isFramed, isFramed, captchaSources });
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
      if (isNewsletter) {
        const fields = readNewsletterFields((await readFormData(request, maxCommentBytes)) ?? new FormData());
        const result = isMember ? await sendNewsletterFields(session.ownClient, fields) : undefined;
        return await session.commit(seeOther(newsletterPath + (result ? `?result=${result}` : "")));
      }
      const data = isComment ? await readFormData(request, maxCommentBytes) : undefined;
      const comment =
        data && (await submitComment(session.ownClient, data, new URL(pathname + search, settings.publicUrl)));
      if (comment && "redirectTo" in comment) return await session.commit(seeOther(comment.redirectTo));
      if (isComment && !comment) return await session.commit(new Response(null, { status: 400 }));
      const isShared = handle?.isShared === true && !(pathname === "/" && hasOtherContent(settings));
      const isCacheable = !isComment && cacheBytes > 0 && !isMember && !isFramed && isShared;
      const revision = isCacheable ? await revisionOf(shared) : undefined;
      const cached = revision === undefined ? undefined : cache.find(request.url, revision, cacheVariant);
      if (cached) return await session.commit(answerCached(cached, request, nonce, headersFor(false), shared));

      const requestContext = createLoaderContext({
        client,
        settings,
        isMember: () => isMember,
        report: (error) => onError(error, { requestId: toProblem(error).requestId ?? randomUUID(), path: pathname }),
      });
      requestContext.set(hostedSignInContext, createHostedSignIn(request, session, settings));
      if (submitted?.outcome) requestContext.set(formOutcomeContext, submitted.outcome);
      if (comment) requestContext.set(commentOutcomeContext, comment.outcome);
      const result = await handler.query(withoutBody(request), { requestContext });
      if (result instanceof Response) return await session.commit(toRedirect(result, view));

      const routerState = sanitizeErrors(result, pathname);
      const html = await renderDocument({
        site: {
          settings,
          client,
          messages: settings.texts ? { ...language?.messages, ...settings.texts } : language?.messages,
          initialSession,
          nonce,
        },
        pageToken,
        dataRoutes: handler.dataRoutes,
        routerState,
        files,
        // Scripts would route by the address of the preview, not by the page that it shows.
        isStatic: isPreview,
        modules: [
          ...(language?.modules ?? []),
          ...routerState.matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined)?.module ?? []),
        ],
      });
      const headers = headersFor(isMember || isComment || submitted !== undefined);
      const wait = Object.values(routerState.errors ?? {}).map(toProblem)[0]?.retryAfter;
      if (wait) headers.set("Retry-After", String(wait));
      else if (routerState.statusCode === 503) headers.set("Retry-After", retryAfter);
      const branded = withBranding(view ? asView(html, view) : html, branding, nonce);
      if (revision !== undefined && routerState.statusCode === 200 && !routerState.errors && session.isWhole())
        cache.store(request.url, revision, {
          page: cacheHtml(branded, nonce),
          branding: cacheVariant,
          postId: postOf(routerState),
        });
      const page = compressPage(branded, request, headers);
      const response = new Response(request.method === "HEAD" ? null : page, {
        status: comment && routerState.statusCode === 200 ? 400 : routerState.statusCode,
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
    answer(request, context) {
      const settings = { ...start, ...context.appearance };
      return sessions.run({ ...context, userAgent: readerOf(request) }, () =>
        withTexts(
          {
            language: languageOfTexts(settings.language),
            words: { ...textsOf?.(settings.language)?.words, ...settings.texts },
          },
          () => answer(request, settings, context),
        ),
      );
    },
  };
}

/** Whether the home page shows content that is not part of the blog, whose changes the revision does not count. */
function hasOtherContent({ homeSections = [] }: SiteSettings): boolean {
  return homeSections.some(({ kind }) => kind === "collection" || kind === "page");
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

/**
 * Keeps the links of a page that is shown as a member sees it within such pages, and removes what only browsers without
 * scripts show.
 */
const asView = (html: string, { linkTo }: SiteView) =>
  html
    .replace(/<noscript>.*?<\/noscript>/gs, "")
    .replace(/(<a\b[^>]*?\shref=")(\/(?!\/)[^"]*)"/g, (_link, start: string, path: string) => {
      const target = linkTo(path.replaceAll("&amp;", "&")).replaceAll("&", "&amp;");
      return `${start}${target}"`;
    });

/** Adds the owner's color and logo. They are not part of the React tree, so hydration ignores them. */
const withBranding = (html: string, styles: string, nonce: string) =>
  styles === "" ? html : html.replace("</head>", () => `<style nonce="${nonce}">${styles}</style></head>`);

/** Pages with forms that require scripts. */
const formPage =
  /^\/(?:sign-in|sign-up|verify-email|forgot-password|reset-password|account(?:\/[a-z-]+)?|collections\/.+)$/;

/** Forms that a browser without scripts submits. */
const submittedPage = /^\/forms\/([^/]+)$/;

/** Pages of posts, to which browsers without scripts submit comments. */
const postPage = /^\/blog\/[^/]+$/;
/** A comment has at most 5,000 characters, of up to nine bytes each in a form. */
const maxCommentBytes = 64 * 1024;

/** Loaders only need the URL; the API must never receive a visitor's cookies. */
function withoutBody(request: Request): Request {
  const url = new URL(request.url);
  url.pathname = wellFormedPath(url.pathname);
  return new Request(url, { method: "GET", signal: request.signal });
}

function toRedirect(response: Response, view?: SiteView): Response {
  const headers = new Headers({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
  const location = response.headers.get("Location");
  if (location) headers.set("Location", view ? view.linkTo(location) : location);
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: response.status, headers });
}
