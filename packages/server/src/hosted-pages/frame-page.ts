import { Refusal } from "../platform/context/errors.ts";
import { html } from "../platform/http/html.ts";
import type { App } from "../platform/http/serve.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { hostedPaths } from "../redirects/hosted-paths.ts";
import { redirectSessionParameter } from "../redirects/new-redirect-session.ts";
import { warmHostedSession } from "../redirects/warm-hosted-session.ts";
import { readHosted, writeHosted } from "./cookies/hosted-cookies.ts";
import { type HostedPage, sendExpired, sendPage, servePage, singleParameter } from "./hosted-page.ts";

/** `/hosted/frame?session=`: an empty page that sets the cookies of a hosted session. */
export function serveFramePage(app: App, context: ServerContext): void {
  app.get(hostedPaths.frame, (c) => {
    // Hono serves HEAD with the GET handler, which would consume the redirect session.
    if (c.req.method !== "GET") throw new Refusal("METHOD_NOT_ALLOWED", { allow: "GET" });
    return servePage(c, context, serveFrame);
  });
}

async function serveFrame(page: HostedPage): Promise<Response> {
  const { c, context, cookies } = page;
  const token = singleParameter(page, redirectSessionParameter);
  if (token === undefined) return sendExpired(page, token);
  const outcome = await warmHostedSession(context, token, {
    referrer: c.req.header("referer"),
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
