import { authorizePath } from "@porchlight/contract/auth/endpoints";
import { findReturnTarget } from "../auth/apps/default-return-url.ts";
import { siteAppId } from "../auth/apps/site-app.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { App } from "../platform/http/serve.ts";
import { readDevice } from "../platform/identity/device.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { authorize } from "../redirects/authorize.ts";
import { hostedPaths, withSession } from "../redirects/hosted-paths.ts";
import { redirectSessionParameter } from "../redirects/prepare-redirect-session.ts";
import { readHosted } from "./cookies/cookies.ts";
import { serveFormPage } from "./form-page.ts";
import { serveFramePage, webMessagePage } from "./frame-page.ts";
import {
  type HostedPage,
  redirectToApp,
  redirectToPage,
  sendExpired,
  sendPage,
  servePage,
  singleParameter,
} from "./hosted-page.ts";
import { openSecondFactorPage, secondFactorPage } from "./mfa/second-factor-page.ts";
import { serveNewsletterPage } from "./newsletter-page.ts";
import { forgotPage, openForgotPage } from "./recovery/forgot-page.ts";
import { openResetPage, resetPage } from "./recovery/reset-page.ts";
import { loginPage } from "./sign-in/login-page.ts";
import { serveLogoutPage } from "./sign-in/logout-page.ts";
import { servePendingPage, serveSignInPage } from "./sign-in/sign-in-page.ts";
import { signUpPage } from "./sign-in/sign-up-page.ts";
import { verifyPage } from "./sign-in/verify-page.ts";
import { serveUnsubscribePage } from "./unsubscribe-page.ts";
import { notFoundPage } from "./views/error-page.ts";
import { scriptCode, scriptFolder, scriptName } from "./views/hosted-script.ts";

/** The authorize endpoint, which browsers open in frames and windows. */
export function authorizeRoute(app: App, context: ServerContext): void {
  app.get(authorizePath, (c) => {
    // Hono serves HEAD with the GET handler, which would consume the sign-in.
    if (c.req.method !== "GET") throw new Refusal("METHOD_NOT_ALLOWED", { allow: "GET" });
    return servePage(c, context, serveAuthorize);
  });
}

/** The authorize endpoint and the hosted pages: what browsers open directly. */
export function hostedRoutes(app: App, context: ServerContext): void {
  authorizeRoute(app, context);
  serveSignInPage(app, context, hostedPaths.login, loginPage);
  serveSignInPage(app, context, hostedPaths.signUp, signUpPage);
  serveSignInPage(app, context, hostedPaths.verify, verifyPage);
  serveFormPage(app, context, hostedPaths.mfa, openSecondFactorPage, secondFactorPage);
  app.get(hostedPaths.pending, (c) => servePage(c, context, servePendingPage));
  serveFormPage(app, context, hostedPaths.forgot, openForgotPage, forgotPage);
  serveFormPage(app, context, hostedPaths.reset, openResetPage, resetPage);
  serveLogoutPage(app, context);
  serveUnsubscribePage(app, context);
  serveNewsletterPage(app, context);
  serveFramePage(app, context);
  app.get(`${scriptFolder}/:name`, (c) => {
    context.limits.countRead(c.get("address"));
    const isThisOne = c.req.param("name") === scriptName;
    // During a rolling upgrade, a page of another version may request its own script; serve this one uncached.
    const caching = isThisOne ? "public, max-age=31536000, immutable" : "no-store";
    return c.body(scriptCode, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": caching,
    });
  });
  app.get("/hosted/*", (c) =>
    servePage(c, context, async (page) => {
      const home = await findReturnTarget(context.db, context, siteAppId(context.site.id));
      return sendPage(page, notFoundPage(page.frame, home), { status: 404 });
    }),
  );
}

async function serveAuthorize(page: HostedPage): Promise<Response> {
  const { c, context, frame, cookies } = page;
  const token = singleParameter(page, redirectSessionParameter);
  if (token === undefined) return sendExpired(page, token);
  const outcome = await authorize(context, token, readHosted(cookies), readDevice(c.req.header("user-agent")));
  switch (outcome.kind) {
    case "refused":
      return sendExpired(page, token);
    case "signIn":
      return redirectToPage(page, withSession(hostedPaths.login, token));
    case "message":
      return sendPage(page, webMessagePage(outcome.message, outcome.origin, frame.nonce), {
        frameAncestor: outcome.origin,
      });
    case "redirect":
      return redirectToApp(page, outcome.location);
  }
}
