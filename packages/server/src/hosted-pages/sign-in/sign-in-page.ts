import { authorizePath } from "@porchlight/contract/auth/endpoints";
import type { ServerContext } from "../../platform/context/server-context.ts";
import type { App } from "../../platform/http/serve.ts";
import { hostedPaths, withSession } from "../../redirects/hosted-paths.ts";
import { redirectSessionParameter } from "../../redirects/new-redirect-session.ts";
import { keepFlow, readFlow } from "../cookies/flow-cookie.ts";
import { type FormPage, type FormPageParts, serveFormPage } from "../form-page.ts";
import { type HostedPage, oneParameter, sendExpired, sendOn } from "../hosted-page.ts";
import { findHostedSignIn, type HostedSignIn, isSignedInFor } from "./find-hosted-sign-in.ts";

/** A page of a sign-in that is under way. */
export interface SignInPage extends FormPage {
  signIn: HostedSignIn;
  /** Address of a page of this sign-in. */
  hrefOf(path: string): string;
}

/**
 * Puts a page with a form on the server, both at `path?session=`. A sign-in that is over changes nothing; whoever has signed in for
 * this one already goes on to where it ends.
 */
export function serveSignInPage<Field extends string>(
  app: App,
  context: ServerContext,
  path: string,
  parts: FormPageParts<SignInPage, Field>,
): void {
  serveFormPage(app, context, path, (page) => openSignInPage(page, path), parts);
}

export async function openSignInPage(page: HostedPage, path: string): Promise<SignInPage | Response> {
  const { c, context, cookies } = page;
  const token = oneParameter(page, redirectSessionParameter);
  const signIn = token === undefined ? undefined : await findHostedSignIn(context, token);
  if (!signIn) return sendExpired(page, token);
  if (c.req.method !== "POST" && (await isSignedInFor(context, signIn, cookies.read("hosted"))))
    return sendOn(page, withSession(authorizePath, signIn.token));
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

/** Longer ones are no e-mail addresses. */
const emailMaxLength = 254;

/** Keeps an e-mail for the other pages of the sign-in, unless that has come further with another one. */
export function rememberEmail({ context, cookies, signIn }: SignInPage, typed: string): void {
  const email = typed.trim();
  if (email === "" || email.length > emailMaxLength) return;
  const { stateToken, secondStep, isWaiting } = readFlow(context, cookies, signIn.token) ?? {};
  if (stateToken === undefined && !secondStep && !isWaiting) keepFlow(context, cookies, signIn.token, { email });
}

/** The e-mail that was typed on a page before this one. */
export function rememberedEmail({ context, cookies }: HostedPage, { token }: HostedSignIn): string | undefined {
  return readFlow(context, cookies, token)?.email;
}
