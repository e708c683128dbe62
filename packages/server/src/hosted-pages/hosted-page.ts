import { findHome } from "../auth/apps/default-return-url.ts";
import type { ServerContext } from "../platform/context/server-context.ts";
import type { Html } from "../platform/http/html.ts";
import type { HonoContext } from "../platform/http/serve.ts";
import { chooseLanguage, textsOf } from "../platform/i18n/texts.ts";
import { siteLogo } from "../platform/settings/logo.ts";
import { type Cookies, createCookies } from "./cookies/cookies.ts";
import { explainFailure } from "./explain-failure.ts";
import { findSignInsApp } from "./sign-in/find-hosted-sign-in.ts";
import { expiredPage, failurePage, refusedFormPage } from "./views/error-page.ts";
import type { PageFrame } from "./views/layout.ts";
import { newNonce, pageHeaders } from "./views/page-headers.ts";

/** One request for a page that the server draws. */
export interface HostedPage {
  c: HonoContext;
  context: ServerContext;
  frame: PageFrame;
  cookies: Cookies;
}

export interface PageAnswer {
  /** 200 unless given. */
  status?: number;
  /** Seconds. */
  retryAfter?: number | undefined;
  frameAncestor?: string;
  formTarget?: string | undefined;
  captchaSources?: readonly string[] | undefined;
}

/** Counts the request, and answers it with what `work` draws, or with a page that says why there is none. */
export async function answerPage(
  c: HonoContext,
  context: ServerContext,
  work: (page: HostedPage) => Promise<Response>,
): Promise<Response> {
  // A page, not the API: no other site may read it by script.
  c.header("access-control-allow-origin", undefined);
  const { site, config } = context;
  const language = chooseLanguage(c.req.header("accept-language"), site.language);
  const page: HostedPage = {
    c,
    context,
    frame: {
      texts: textsOf(language),
      nonce: newNonce(),
      siteName: site.name,
      siteUrl: config.siteUrl,
      brand: "",
      logo: undefined,
    },
    cookies: createCookies(c, config.publicUrl),
  };
  try {
    context.limits.countRead(c.get("address"));
    const [settings, own] = await Promise.all([context.settings.read(), context.siteTexts.read()]);
    const looks = { brand: settings.brand, logo: siteLogo(settings), siteName: site.name };
    page.frame = { ...page.frame, texts: textsOf(language, own[language]), ...looks };
    return await work(page);
  } catch (error) {
    const problem = explainFailure(context, error, c.get("requestId"));
    return sendPage(page, failurePage(page.frame, problem), problem);
  }
}

export function sendPage(
  { c, context, frame }: HostedPage,
  view: Html,
  { status = 200, retryAfter, frameAncestor, formTarget, captchaSources }: PageAnswer = {},
): Response {
  const { publicUrl } = context.config;
  return c.body(view.text, status as 200, {
    ...pageHeaders({ publicUrl, nonce: frame.nonce, frameAncestor, formTarget, captchaSources }),
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  });
}

/** The redirect session with this token is unknown, used or expired. */
export async function sendExpired(page: HostedPage, token: string | undefined): Promise<Response> {
  const appId = token === undefined ? undefined : await findSignInsApp(page.context, token);
  return sendPage(page, expiredPage(page.frame, await findHome(page.context.db, page.context, appId)), { status: 400 });
}

/** A parameter of the address, when it is there once. */
export function oneParameter({ c }: HostedPage, name: string): string | undefined {
  const [value, ...more] = c.req.queries(name) ?? [];
  return more.length > 0 ? undefined : value;
}

/** @param retryHref Where the form can be had anew. */
export const sendRefusedForm = (page: HostedPage, status: number, retryHref?: string): Response =>
  sendPage(page, refusedFormPage(page.frame, retryHref), { status });

/** Back to an app, which must not learn this page's address: it could hold a secret. */
export function sendAway({ c }: HostedPage, location: string): Response {
  return c.body(null, 302, { location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
}

/** On to another page of this server, by GET. */
export function sendOn({ c }: HostedPage, path: string): Response {
  return c.body(null, 303, { location: path, "cache-control": "no-store", "referrer-policy": "same-origin" });
}
