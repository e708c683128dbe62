import { directionOf } from "@porchlight/contract/texts/keys";
import { Refusal } from "../platform/context/errors.ts";
import { type Html, html, scriptJson } from "../platform/http/html.ts";
import type { App } from "../platform/http/serve.ts";
import type { ServerContext } from "../platform/server-context.ts";
import type { AuthorizationMessage } from "../redirects/authorize.ts";
import { hostedPaths } from "../redirects/hosted-paths.ts";
import { redirectSessionParameter } from "../redirects/prepare-redirect-session.ts";
import { warmHostedSession } from "../redirects/warm-hosted-session.ts";
import { readHosted, writeHosted } from "./cookies/cookies.ts";
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
    cookies: readHosted(cookies),
  });
  if (outcome.kind === "refused") return sendExpired(page, token);
  if (outcome.secrets) writeHosted(cookies, outcome.secrets);
  const view = html`<!doctype html>
<html lang="${page.frame.texts.language}" dir="${directionOf(page.frame.texts.language)}">
<head><meta charset="utf-8"><title>${page.frame.siteName}</title></head>
<body></body>
</html>
`;
  return sendPage(page, view, { frameAncestor: outcome.origin });
}

/** An empty page for a hidden frame. Posts `message` to the embedding page if its origin is `targetOrigin`. */
export function webMessagePage(message: AuthorizationMessage, targetOrigin: string, nonce: string): Html {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Signing in</title></head>
<body>
<script nonce="${nonce}">window.parent.postMessage(${scriptJson(message)}, ${scriptJson(targetOrigin)});</script>
</body>
</html>
`;
}
