import { setTimeout as sleep } from "node:timers/promises";
import { isMigrated } from "../platform/db/migrate.ts";
import { unavailableRetrySeconds } from "../platform/http/error-response.ts";
import type { App } from "../platform/http/serve.ts";
import type { ServerContext } from "../platform/server-context.ts";

/** A database that takes longer for one row counts as unavailable; load balancers do not wait long either. */
const readinessTimeoutMs = 2_000;

/** `/healthz`: the process responds. `/readyz`: the database responds in time and has this version's migrations. */
export function healthRoutes(app: App, context: ServerContext): void {
  // One check at a time: during an outage each would hold a connection.
  let pending: Promise<boolean> | undefined;
  function isReady(): Promise<boolean> {
    pending ??= isMigrated(context.db)
      .catch(() => false)
      .finally(() => (pending = undefined));
    return Promise.race([pending, sleep(readinessTimeoutMs, false, { ref: false })]);
  }

  app.get("/healthz", (c) => {
    c.header("cache-control", "no-store");
    return c.json({ status: "ok" });
  });
  app.get("/readyz", async (c) => {
    c.header("cache-control", "no-store");
    if (await isReady()) return c.json({ status: "ready" });
    return c.json({ status: "unavailable" }, 503, { "retry-after": String(unavailableRetrySeconds) });
  });
}
