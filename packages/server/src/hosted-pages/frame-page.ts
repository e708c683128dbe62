import { readHosted, writeHosted } from "./cookies/hosted-cookies.ts";
import type { Deps } from "../platform/context/server-context.ts";
import { Refusal } from "../platform/context/errors.ts";
import { html } from "../platform/http/html.ts";
import type { App } from "../platform/http/serve.ts";
import { redirectSessionParameter } from "../redirects/new-redirect-session.ts";
import { warmHostedSession } from "../redirects/warm-hosted-session.ts";
import { answerPage, type HostedPage, oneParameter, sendExpired, sendPage } from "./hosted-page.ts";
import { hostedPaths } from "./paths.ts";

/** `/hosted/frame?session=`: a page without anything to see, which leaves the cookies of a hosted session. */
export function serveFramePage(app: App, deps: Deps): void {
  app.get(hostedPaths.frame, (context) => {
    // Hono answers HEAD through GET's handler; here that would use up the redirect session unseen.
    if (context.req.method !== "GET") throw new Refusal("METHOD_NOT_ALLOWED", { allow: "GET" });
    return answerPage(context, deps, answerFrame);
  });
}

async function answerFrame(page: HostedPage): Promise<Response> {
  const { context, deps, cookies } = page;
  const token = oneParameter(page, redirectSessionParameter);
  if (token === undefined) return sendExpired(page, token);
  const outcome = await warmHostedSession(deps, token, {
    referrer: context.req.header("referer"),
    former: readHosted(cookies),
  });
  if (outcome.kind === "refused") return sendExpired(page, token);
  if (outcome.secrets) writeHosted(cookies, outcome.secrets);
  const view = html`<!doctype html>
<html lang="${page.frame.texts.language}">
<head><meta charset="utf-8"><title>${page.frame.siteName}</title></head>
<body></body>
</html>
`;
  return sendPage(page, view, { frameAncestor: outcome.origin });
}
