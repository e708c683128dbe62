import type { Metrics } from "@porchlight/server";
import type { SiteFetch } from "./router.ts";

/** What pages of the member site are counted as, whichever they are. */
const route = "site";

/** The site, with the time of its answers in the metrics. */
export function measuredSite(site: SiteFetch, metrics: Pick<Metrics, "observeRequest">): SiteFetch {
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
