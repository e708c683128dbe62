import { defineMiddleware } from "astro:middleware";
import { createServerClient } from "@porchlight/client/server";
import { readSettings, siteUrl } from "./lib/settings";

const isRead = (method: string) => ["GET", "HEAD", "OPTIONS"].includes(method);

/** One client for each request; what becomes of the session goes with the answer. Other sites can send nothing here. */
export const onRequest = defineMiddleware(async ({ request, locals, isPrerendered }, next) => {
  if (isPrerendered) return next();
  if (!isRead(request.method) && request.headers.get("Origin") !== new URL(siteUrl()).origin)
    return new Response("This came from another site than SITE_URL.", { status: 403 });
  locals.client = createServerClient({ ...readSettings(), cookies: request });
  // Parts of the page are sent while others are made: a token that has run out is renewed before the first.
  await locals.client.getSession();
  return locals.client.commitSession(await next());
});
