import { Refusal } from "../../platform/context/errors.ts";
import { type Html, html } from "../../platform/http/html.ts";
import { bodyLimits } from "../../platform/http/read-body.ts";
import { readForm } from "../../platform/http/read-form.ts";
import type { App } from "../../platform/http/serve.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { hostedPaths, withSession } from "../../redirects/hosted-paths.ts";
import { leaveHostedSession } from "../../redirects/leave-hosted-session.ts";
import { redirectSessionParameter } from "../../redirects/prepare-redirect-session.ts";
import { readHosted, removeHosted } from "../cookies/cookies.ts";
import { formToken, formTokenField, isTrustedForm } from "../cookies/form-guard.ts";
import {
  type HostedPage,
  redirectToApp,
  sendPage,
  sendRejectedForm,
  servePage,
  singleParameter,
} from "../hosted-page.ts";
import { homeLink } from "../views/error-page.ts";
import { type FormContext, form, submitButton } from "../views/form-parts.ts";
import { type PageFrame, page } from "../views/layout.ts";

/**
 * `/hosted/logout?session=`: signs out and redirects to the app. Without a redirect session, or with one of another
 * member, requires confirmation.
 */
export function serveLogoutPage(app: App, context: ServerContext): void {
  app.get(hostedPaths.logout, (c) => {
    // Hono serves HEAD with the GET handler, which would sign out.
    if (c.req.method !== "GET") throw new Refusal("METHOD_NOT_ALLOWED", { allow: "GET, POST" });
    return servePage(c, context, (page) => leave(page, false));
  });
  app.post(hostedPaths.logout, (c) =>
    servePage(c, context, async (page) => {
      const form = await readForm(c.req.raw, [formTokenField], bodyLimits.identity.bytes).catch(statusOf);
      const token = tokenOf(page);
      if (typeof form === "number") return sendRejectedForm(page, form, hrefOf(token));
      if (!isTrustedForm(context, c, page.cookies, { token: form[formTokenField], boundTo: token ?? "" }))
        return sendRejectedForm(page, 403, hrefOf(token));
      return leave(page, true);
    }),
  );
}

async function leave(page: HostedPage, isConfirmed: boolean): Promise<Response> {
  const { context, cookies, frame } = page;
  const token = tokenOf(page);
  const outcome = await leaveHostedSession(context, { token, cookies: readHosted(cookies), isConfirmed });
  if (outcome.kind === "confirm") {
    const c = { texts: frame.texts, action: hrefOf(token), token: formToken(context, cookies, token ?? "") };
    const links = { signIn: "", forgotPassword: "" };
    const view = logoutView(frame, { ...c, problem: undefined, links });
    return sendPage(page, view, { formTarget: outcome.target ?? undefined });
  }
  removeHosted(cookies);
  return outcome.target === null ? sendPage(page, signedOutView(frame)) : redirectToApp(page, outcome.target);
}

const hrefOf = (token: string | undefined) =>
  token === undefined ? hostedPaths.logout : withSession(hostedPaths.logout, token);

const tokenOf = (page: HostedPage) => singleParameter(page, redirectSessionParameter);

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  throw error;
}

/** Requires confirmation before signing out. */
function logoutView(frame: PageFrame, context: FormContext): Html {
  const { texts, siteName: site } = frame;
  return page(frame, {
    title: texts("hosted.logout.title"),
    content: html`<p class="lead">${texts("hosted.logout.question", { site })}</p>
${form(context, submitButton(texts("hosted.logout.submit")))}`,
  });
}

function signedOutView(frame: PageFrame): Html {
  const { texts, siteName: name, siteUrl: url } = frame;
  return page(frame, {
    title: texts("common.status.signedOut"),
    content: html`${homeLink(texts, url === undefined ? undefined : { name, url })}`,
  });
}
