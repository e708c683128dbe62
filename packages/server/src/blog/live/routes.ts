import { livePath } from "@porchlight/contract/blog/live-event";
import type { Deps } from "../../platform/context/server-context.ts";
import { eventStreamHeaders } from "../../platform/http/event-stream.ts";
import type { App } from "../../platform/http/serve.ts";
import type { LiveFeed } from "./live-feed.ts";

/** What happens to the blog as it happens, for everybody alike: no token tells more. */
export function liveRoutes(app: App, deps: Deps, feed: LiveFeed): void {
  app.get(livePath, async (context) => {
    const address = context.get("address");
    deps.limits.countRead(address);
    const headers = { ...context.get("headers"), ...eventStreamHeaders };
    if (context.req.method === "HEAD") return new Response(null, { headers });
    return new Response(await feed.open(address, context.req.header("last-event-id")), { headers });
  });
}
