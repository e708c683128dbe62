import { authorizePath } from "@porchlight/contract/auth/endpoints";
import { findHome } from "../auth/apps/default-return-url.ts";
import { siteAppId } from "../auth/apps/site-app-id.ts";
import { Refusal } from "../platform/context/errors.ts";
import type { ServerContext } from "../platform/context/server-context.ts";
import type { App } from "../platform/http/serve.ts";
import { readDevice } from "../platform/identity/device.ts";
import { readPlace } from "../platform/identity/network-fingerprint.ts";
import { authorize } from "../redirects/authorize.ts";
import { hostedPaths, withSession } from "../redirects/hosted-paths.ts";
import { redirectSessionParameter } from "../redirects/new-redirect-session.ts";
import { readHosted } from "./cookies/hosted-cookies.ts";
import { serveFormPage } from "./form-page.ts";
import { serveFramePage } from "./frame-page.ts";
import { answerPage, type HostedPage, oneParameter, sendAway, sendExpired, sendOn, sendPage } from "./hosted-page.ts";
import { openSecondStepPage, secondStepPage } from "./mfa/second-factor-page.ts";
import { forgotPage, openForgotPage } from "./recovery/forgot-page.ts";
import { openResetPage, resetPage } from "./recovery/reset-page.ts";
import { loginPage } from "./sign-in/login-page.ts";
import { serveLogoutPage } from "./sign-in/logout-page.ts";
import { answerPending } from "./sign-in/pending-page.ts";
import { serveSignInPage } from "./sign-in/sign-in-page.ts";
import { signUpPage } from "./sign-in/sign-up-page.ts";
import { verifyPage } from "./sign-in/verify-page.ts";
import { notFoundPage } from "./views/error-page.ts";
import { scriptCode, scriptFolder, scriptName } from "./views/hosted-script.ts";
import { webMessagePage } from "./views/web-message-page.ts";

/** What a browser opens, rather than a program: the authorize endpoint and the hosted pages. */
export function hostedRoutes(app: App, context: ServerContext): void {
  app.get(authorizePath, (c) => {
    // Hono answers HEAD through GET's handler; here that would use up a sign-in unseen.
    if (c.req.method !== "GET") throw new Refusal("METHOD_NOT_ALLOWED", { allow: "GET" });
    return answerPage(c, context, answerAuthorize);
  });
  serveSignInPage(app, context, hostedPaths.login, loginPage);
  serveSignInPage(app, context, hostedPaths.signUp, signUpPage);
  serveSignInPage(app, context, hostedPaths.verify, verifyPage);
  serveFormPage(app, context, hostedPaths.mfa, openSecondStepPage, secondStepPage);
  app.get(hostedPaths.pending, (c) => answerPage(c, context, answerPending));
  serveFormPage(app, context, hostedPaths.forgot, openForgotPage, forgotPage);
  serveFormPage(app, context, hostedPaths.reset, openResetPage, resetPage);
  serveLogoutPage(app, context);
  serveFramePage(app, context);
  app.get(`${scriptFolder}/:name`, (c) => {
    context.limits.countRead(c.get("address"));
    const isThisOne = c.req.param("name") === scriptName;
    // A page of another version, while servers are renewed one by one, is better off with this script than with none.
    const caching = isThisOne ? "public, max-age=31536000, immutable" : "no-store";
    return c.body(scriptCode, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": caching,
    });
  });
  app.get("/hosted/*", (c) =>
    answerPage(c, context, async (page) => {
      const home = await findHome(context.db, context, siteAppId(context.site.id));
      return sendPage(page, notFoundPage(page.frame, home), { status: 404 });
    }),
  );
}

async function answerAuthorize(page: HostedPage): Promise<Response> {
  const { c, context, frame, cookies } = page;
  const token = oneParameter(page, redirectSessionParameter);
  if (token === undefined) return sendExpired(page, token);
  const outcome = await authorize(context, token, readHosted(cookies), {
    device: readDevice(c.req.header("user-agent")),
    place: readPlace(context.secrets, context.site.id, c.get("address")),
  });
  switch (outcome.kind) {
    case "refused":
      return sendExpired(page, token);
    case "signIn":
      return sendOn(page, withSession(hostedPaths.login, token));
    case "message":
      return sendPage(page, webMessagePage(outcome.message, outcome.origin, frame.nonce), {
        frameAncestor: outcome.origin,
      });
    case "redirect":
      return sendAway(page, outcome.location);
  }
}
