import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { App, RequestVariables } from "../http/serve.ts";
import type { Metrics } from "./metrics.ts";

/** Route of requests that no route is for. */
const noRoute = "none";

/** Measures every request on `app`. To be called before anything else is put on it. */
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

/** `/metrics` in the text format of Prometheus. */
export function metricsRoutes(app: App, metrics: Metrics): void {
  app.get("/metrics", async (context) => {
    const { text, contentType } = await metrics.read();
    // Not for pages of other sites that are open in the same browser.
    context.header("access-control-allow-origin", undefined);
    return context.body(text, 200, { "content-type": contentType, "cache-control": "no-store" });
  });
}
