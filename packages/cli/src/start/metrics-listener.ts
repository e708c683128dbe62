import type { Metrics } from "@porchlight/server";
import type { Logger } from "pino";
import { Failure } from "../runtime/errors/failure.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";
import type { SiteFetch } from "./router.ts";

const route = "site";

/** Records the response times of the site in the metrics. */
export function withSiteMetrics(site: SiteFetch, metrics: Pick<Metrics, "observeRequest">): SiteFetch {
  return async (request, context) => {
    const startedAt = performance.now();
    const observe = (status: number) =>
      metrics.observeRequest({
        method: request.method,
        route,
        status,
        seconds: (performance.now() - startedAt) / 1_000,
      });
    try {
      const response = await site(request, context);
      observe(response.status);
      return response;
    } catch (error) {
      observe(500);
      throw error;
    }
  };
}

export interface MetricsListenerOptions {
  host: string;
  port: number;
  metrics: Metrics;
  log: Logger;
}

/**
 * Serves only `/metrics`, on a separate port.
 *
 * @throws {Failure} if the server cannot listen on the port.
 */
export async function startMetricsListener({ host, port, metrics, log }: MetricsListenerOptions): Promise<HttpServer> {
  return startHttpServer({ host, port, log, handle: (request) => answer(request, metrics) }).catch((cause: unknown) => {
    if (!(cause instanceof Failure)) throw cause;
    throw new Failure(`METRICS_PORT cannot be used: ${host}:${port} is taken, or not for this user. Choose another.`, {
      cause,
    });
  });
}

async function answer(request: Request, metrics: Metrics): Promise<Response> {
  if (new URL(request.url).pathname !== "/metrics") return new Response("Not found\n", { status: 404 });
  if (request.method !== "GET" && request.method !== "HEAD")
    return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
  const { text, contentType } = await metrics.read();
  return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
}
