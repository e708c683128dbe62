import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { App, RequestVariables } from "../http/serve.ts";
import type { Metrics } from "./metrics.ts";

/** Label of requests without a route. */
const noRoute = "none";

/** Measures every request. Call before adding routes. */
export function measureRequests(app: App, metrics: Metrics): void {
  app.use(
    createMiddleware<{ Variables: RequestVariables }>(async (context, next) => {
      const startedAt = performance.now();
      await next();
      const route = matchedRoutes(context).find(({ path }) => path !== "/*")?.path ?? noRoute;
      const seconds = (performance.now() - startedAt) / 1_000;
      metrics.observeRequest({ method: context.req.method, route, status: context.res.status, seconds });
    }),
  );
}

/** Serves `/metrics` in the Prometheus text format. */
export function metricsRoutes(app: App, metrics: Metrics): void {
  app.get("/metrics", async (context) => {
    const { text, contentType } = await metrics.read();
    // Not readable by pages of other origins.
    context.header("access-control-allow-origin", undefined);
    return context.body(text, 200, { "content-type": contentType, "cache-control": "no-store" });
  });
}
