import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { Refusal } from "../../platform/context/errors.ts";
import type { App, HonoContext } from "../../platform/http/serve.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { StaffContext } from "../../staff/staff-context.ts";
import { devInboxPage } from "./dev-inbox-page.ts";
import { listDevInbox } from "./list-dev-inbox.ts";

/**
 * Serves the emails of a development server at `/dev/mail` and `/dev/mail.json?to=`. Not available in production.
 * Source: operator's interface, "Addresses".
 */
export function devInboxRoutes(app: App, context: StaffContext): void {
  if (context.config.production) return;
  const find = (c: HonoContext) => listDevInbox(context, c.req.query("to"));

  app.get("/dev/mail.json", async (c) => {
    blockOtherSites(c, context);
    const messages = await find(c);
    return c.json(messages.map(({ id: _, ...message }) => message));
  });

  app.get("/dev/mail", async (c) => {
    blockOtherSites(c, context);
    const nonce = randomBytes(16).toString("base64url");
    const messages = await find(c);
    const page = devInboxPage({
      siteName: context.site.name,
      messages,
      shownId: c.req.query("id"),
      to: c.req.query("to")?.replaceAll("\u0000", ""),
      nonce,
      themeSettings: await context.settings.read(),
      fonts: context.config.siteFonts,
    });
    return c.body(page.text, 200, {
      "content-type": "text/html; charset=utf-8",
      // The iframe of an email inherits this policy, and emails use inline styles.
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
    });
  });
}

/** Prevents other sites from reading codes by cross-origin requests or DNS rebinding. */
function blockOtherSites(c: HonoContext, { config }: ServerContext): void {
  const { hostname } = new URL(c.req.url);
  const isOurs = hostname === "localhost" || hostname === new URL(config.publicUrl).hostname;
  if (!isOurs && isIP(hostname.replace(/^\[|\]$/g, "")) === 0) throw new Refusal("NOT_FOUND");
  c.header("access-control-allow-origin", undefined);
  c.header("cache-control", "no-store");
}
