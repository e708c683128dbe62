import { authorizePath } from "@porchlight/contract/auth/endpoints";
import { findReturnTarget } from "../../auth/apps/default-return-url.ts";
import type { App } from "../../platform/http/serve.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { hostedPaths, withSession } from "../../redirects/hosted-paths.ts";
import { redirectSessionParameter } from "../../redirects/prepare-redirect-session.ts";
import { readFlow, storeFlow } from "../cookies/flow-cookie.ts";
import { type FormPage, type FormPageDefinition, serveFormPage } from "../form-page.ts";
import {
  type HostedPage,
  redirectToPage,
  sendExpired,
  sendPage,
  sendSignInOffer,
  singleParameter,
} from "../hosted-page.ts";
import { pendingView } from "../views/pending-view.ts";
import { findHostedSignIn, type HostedSignIn, isSignedInFor } from "./find-hosted-sign-in.ts";

/** A page of a sign-in. */
export interface SignInPage extends FormPage {
  signIn: HostedSignIn;
  /** The URL of another page of this sign-in. */
  hrefOf(path: string): string;
}

/**
 * Serves a page with a form at `path?session=`. Members who have completed this sign-in are redirected to its end.
 */
export function serveSignInPage<Field extends string>(
  app: App,
  context: ServerContext,
  path: string,
  parts: FormPageDefinition<SignInPage, Field>,
): void {
  serveFormPage(app, context, path, (page) => openSignInPage(page, path), parts);
}

export async function openSignInPage(page: HostedPage, path: string): Promise<SignInPage | Response> {
  const { c, context, cookies } = page;
  const token = singleParameter(page, redirectSessionParameter);
  const signIn = token === undefined ? undefined : await findHostedSignIn(context, token);
  if (!signIn) {
    const isByHand = c.req.method !== "POST" && c.req.query(redirectSessionParameter) === undefined;
    return isByHand ? sendSignInOffer(page) : sendExpired(page, token);
  }
  if (c.req.method !== "POST" && (await isSignedInFor(context, signIn, cookies.read("hosted"))))
    return redirectToPage(page, withSession(authorizePath, signIn.token));
  const hrefOf = (other: string) => withSession(other, signIn.token);
  return {
    ...page,
    signIn,
    hrefOf,
    caller: { kind: "hostedPage", appId: signIn.appId },
    href: hrefOf(path),
    boundTo: signIn.token,
    links: { signIn: hrefOf(hostedPaths.login), forgotPassword: hrefOf(hostedPaths.forgot) },
    formTarget: signIn.redirectUri,
  };
}

const maxEmailLength = 254;

/** Stores the email for the other pages, unless the sign-in has already progressed with another one. */
export function storeEmail({ context, cookies, signIn }: SignInPage, typed: string): void {
  const email = typed.trim();
  if (email === "" || email.length > maxEmailLength) return;
  const { stateToken, secondFactor, isPendingApproval } = readFlow(context, cookies, signIn.token) ?? {};
  if (stateToken === undefined && !secondFactor && !isPendingApproval)
    storeFlow(context, cookies, signIn.token, { email });
}

/** The email that was entered on an earlier page. */
export function storedEmail({ context, cookies }: HostedPage, { token }: HostedSignIn): string | undefined {
  return readFlow(context, cookies, token)?.email;
}

/**
 * `/hosted/pending`: the sign-up waits for approval. Without such a sign-up in this browser, redirects to the sign-in
 * page.
 */
export async function servePendingPage(page: HostedPage): Promise<Response> {
  const opened = await openSignInPage(page, hostedPaths.pending);
  if (opened instanceof Response) return opened;
  const { context, frame, cookies, signIn } = opened;
  const signInHref = opened.hrefOf(hostedPaths.login);
  const flow = readFlow(context, cookies, signIn.token);
  if (!flow?.isPendingApproval) return redirectToPage(page, signInHref);
  const { email, isConfirmed } = flow;
  const home = await findReturnTarget(context.db, context, signIn.appId);
  return sendPage(page, pendingView(frame, { email, isConfirmed, home, signInHref }));
}
