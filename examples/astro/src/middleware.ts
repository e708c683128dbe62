import { defineMiddleware } from "astro:middleware";
import { createServerClient } from "@porchlight/client/server";
import { readSettings, siteUrl } from "./lib/settings";

const isRead = (method: string) => ["GET", "HEAD", "OPTIONS"].includes(method);

/** Creates a client per request, sets session changes on the response, and rejects cross-site requests. */
export const onRequest = defineMiddleware(async ({ request, url, locals, isPrerendered }, next) => {
  if (isPrerendered) return next();
  if (!isRead(request.method) && request.headers.get("Origin") !== new URL(siteUrl()).origin)
    return new Response("This came from another site than SITE_URL.", { status: 403 });
  // The handler reads and sets the cookies itself.
  if (url.pathname === "/session") return next();
  locals.client = createServerClient({ ...readSettings(), cookies: request });
  // The page is streamed, so an expired token must be renewed before the first byte.
  await locals.client.getSession();
  return locals.client.commitSession(await next());
});
