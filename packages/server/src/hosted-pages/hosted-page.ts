import { findReturnTarget } from "../auth/apps/default-return-url.ts";
import type { Html } from "../platform/http/html.ts";
import type { HonoContext } from "../platform/http/serve.ts";
import { chooseSiteLanguage, createTexts } from "../platform/i18n/texts.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { siteIcon, siteLogo } from "../platform/settings/logo.ts";
import { type Cookies, createCookies } from "./cookies/cookies.ts";
import { findSignInApp } from "./sign-in/find-hosted-sign-in.ts";
import { toProblem } from "./to-problem.ts";
import { expiredPage, failurePage, rejectedFormPage, signInOfferPage } from "./views/error-page.ts";
import type { PageFrame } from "./views/layout.ts";
import { newNonce, pageHeaders } from "./views/page-headers.ts";

/** One request for a page that the server renders. */
export interface HostedPage {
  c: HonoContext;
  context: ServerContext;
  frame: PageFrame;
  cookies: Cookies;
}

export interface PageOptions {
  /** Default: 200. */
  status?: number;
  /** Seconds. */
  retryAfter?: number | undefined;
  frameAncestor?: string;
  formTarget?: string | undefined;
  captchaSources?: readonly string[] | undefined;
}

/** Counts the request against the rate limit and serves the page of `work`, or an error page. */
export async function servePage(
  c: HonoContext,
  context: ServerContext,
  work: (page: HostedPage) => Promise<Response>,
): Promise<Response> {
  // Pages are not part of the API: scripts of other sites must not read them.
  c.header("access-control-allow-origin", undefined);
  const { site, config } = context;
  const language = chooseSiteLanguage(site, c.req.header("accept-language"));
  const page: HostedPage = {
    c,
    context,
    frame: {
      texts: createTexts(language),
      nonce: newNonce(),
      siteName: site.name,
      siteUrl: config.siteUrl,
      theme: "classic",
      brand: "",
      fonts: config.siteFonts,
      logo: undefined,
      icon: undefined,
    },
    cookies: createCookies(c, config.publicUrl),
  };
  try {
    context.limits.countRead(c.get("address"));
    const [settings, own] = await Promise.all([context.settings.read(), context.siteTexts.read()]);
    const { theme, brand } = settings;
    const branding = { theme, brand, logo: siteLogo(settings), icon: siteIcon(settings), siteName: site.name };
    page.frame = { ...page.frame, texts: createTexts(language, own[language]), ...branding };
    return await work(page);
  } catch (error) {
    const problem = toProblem(context, error, c.get("requestId"));
    return sendPage(page, failurePage(page.frame, problem), problem);
  }
}

export function sendPage(
  { c, context, frame }: HostedPage,
  view: Html,
  { status = 200, retryAfter, frameAncestor, formTarget, captchaSources }: PageOptions = {},
): Response {
  const { publicUrl } = context.config;
  return c.body(view.text, status as 200, {
    ...pageHeaders({ publicUrl, nonce: frame.nonce, frameAncestor, formTarget, captchaSources }),
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  });
}

/** Sends the error page for an unknown, used, or expired redirect session. */
export async function sendExpired(page: HostedPage, token: string | undefined): Promise<Response> {
  const appId = token === undefined ? undefined : await findSignInApp(page.context, token);
  return sendPage(page, expiredPage(page.frame, await findReturnTarget(page.context.db, page.context, appId)), {
    status: 400,
  });
}

/** Sends the page of a sign-in that was opened by hand. */
export async function sendSignInOffer(page: HostedPage): Promise<Response> {
  return sendPage(page, signInOfferPage(page.frame, await findReturnTarget(page.context.db, page.context, undefined)));
}

/** A query parameter, if it occurs exactly once. */
export function singleParameter({ c }: HostedPage, name: string): string | undefined {
  const [value, ...others] = c.req.queries(name) ?? [];
  return others.length > 0 ? undefined : value;
}

/** @param retryHref URL of an empty form. */
export const sendRejectedForm = (page: HostedPage, status: number, retryHref?: string): Response =>
  sendPage(page, rejectedFormPage(page.frame, retryHref), { status });

/** Redirects to an app. Sends no referrer: the URL of the page may contain a secret. */
export function redirectToApp({ c }: HostedPage, location: string): Response {
  return c.body(null, 302, { location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
}

/** Redirects to another hosted page, with GET. */
export function redirectToPage({ c }: HostedPage, path: string): Response {
  return c.body(null, 303, { location: path, "cache-control": "no-store", "referrer-policy": "same-origin" });
}

/**
 * Responds to the page's own script with JSON, and to errors with a localized `message`.
 *
 * @param isForPage Selects errors that the page shows instead; they are rethrown.
 */
export async function respondToScript(
  { c, context, frame }: HostedPage,
  work: () => Promise<object>,
  isForPage: (error: unknown) => boolean = () => false,
): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    return c.json(await work(), 200, headers);
  } catch (error) {
    if (isForPage(error)) throw error;
    const { status, notice, retryAfter } = toProblem(context, error, c.get("requestId"));
    const message = frame.texts(notice?.key ?? "auth.error.unfinished", notice?.values);
    return c.json({ message }, status as 400, {
      ...headers,
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    });
  }
}
