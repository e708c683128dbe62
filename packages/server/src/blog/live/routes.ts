import { livePath } from "@porchlight/contract/blog/paths";
import { eventStreamHeaders } from "../../platform/http/event-stream.ts";
import type { App } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import type { LiveFeed } from "./live-feed.ts";

/** The public stream of blog events, the same for all callers. */
export function liveRoutes(app: App, context: BlogContext, feed: LiveFeed): void {
  app.get(livePath, async (c) => {
    const address = c.get("address");
    context.limits.countRead(address);
    const headers = { ...c.get("headers"), ...eventStreamHeaders };
    if (c.req.method === "HEAD") return new Response(null, { headers });
    return new Response(await feed.open(address, c.req.header("last-event-id")), { headers });
  });
}
