import { formToken, formTokenField, isOurForm } from "../cookies/form-guard.ts";
import { readHosted, removeHosted } from "../cookies/hosted-cookies.ts";
import { logoutView, signedOutView } from "../views/logout-view.ts";
import type { Deps } from "../../platform/context/server-context.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { bodyLimits } from "../../platform/http/read-body.ts";
import { readForm } from "../../platform/http/read-form.ts";
import type { App } from "../../platform/http/serve.ts";
import { leaveHostedSession } from "../../redirects/leave-hosted-session.ts";
import { redirectSessionParameter } from "../../redirects/new-redirect-session.ts";
import { answerPage, type HostedPage, oneParameter, sendAway, sendPage, sendRefusedForm } from "../hosted-page.ts";
import { hostedPaths, withSession } from "../paths.ts";

/** `/hosted/logout?session=`: leaves the hosted pages and goes back to the app; without a session, or somebody else's, asks first. */
export function serveLogoutPage(app: App, deps: Deps): void {
  app.get(hostedPaths.logout, (context) => {
    // Hono answers HEAD through GET's handler; here that would sign somebody out unseen.
    if (context.req.method !== "GET") throw new Refusal("METHOD_NOT_ALLOWED", { allow: "GET, POST" });
    return answerPage(context, deps, (page) => leave(page, false));
  });
  app.post(hostedPaths.logout, (context) =>
    answerPage(context, deps, async (page) => {
      const form = await readForm(context.req.raw, [formTokenField], bodyLimits.identity.bytes).catch(statusOf);
      const token = tokenOf(page);
      if (typeof form === "number") return sendRefusedForm(page, form, hrefOf(token));
      if (!isOurForm(deps, context, page.cookies, { token: form[formTokenField], boundTo: token ?? "" }))
        return sendRefusedForm(page, 403, hrefOf(token));
      return leave(page, true);
    }),
  );
}

async function leave(page: HostedPage, isConfirmed: boolean): Promise<Response> {
  const { deps, cookies, frame } = page;
  const token = tokenOf(page);
  const outcome = await leaveHostedSession(deps, { token, cookies: readHosted(cookies), isConfirmed });
  if (outcome.kind === "ask") {
    const context = { texts: frame.texts, action: hrefOf(token), token: formToken(deps, cookies, token ?? "") };
    const links = { signIn: "", forgotPassword: "" };
    const view = logoutView(frame, { ...context, problem: undefined, links });
    return sendPage(page, view, { formTarget: outcome.target ?? undefined });
  }
  removeHosted(cookies);
  return outcome.target === null ? sendPage(page, signedOutView(frame)) : sendAway(page, outcome.target);
}

const hrefOf = (token: string | undefined) =>
  token === undefined ? hostedPaths.logout : withSession(hostedPaths.logout, token);

const tokenOf = (page: HostedPage) => oneParameter(page, redirectSessionParameter);

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  throw error;
}
