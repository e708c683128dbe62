import { setTimeout as sleep } from "node:timers/promises";
import { isMigrated } from "../platform/db/migrate.ts";
import type { Deps } from "../platform/context/server-context.ts";
import { outageRetrySeconds } from "../platform/http/error-response.ts";
import type { App } from "../platform/http/serve.ts";

/** A database that takes longer for one line is as good as away: those who balance the load do not wait long either. */
const patienceMs = 2_000;

/** `/healthz`: the process answers. `/readyz`: the database does too, soon, and has this version's tables. */
export function healthRoutes(app: App, deps: Deps): void {
  // One at a time: where the database does not answer, each would hold a connection.
  let asked: Promise<boolean> | undefined;
  function isReady(): Promise<boolean> {
    asked ??= isMigrated(deps.db)
      .catch(() => false)
      .finally(() => (asked = undefined));
    return Promise.race([asked, sleep(patienceMs, false, { ref: false })]);
  }

  app.get("/healthz", (context) => {
    context.header("cache-control", "no-store");
    return context.json({ status: "ok" });
  });
  app.get("/readyz", async (context) => {
    context.header("cache-control", "no-store");
    if (await isReady()) return context.json({ status: "ready" });
    return context.json({ status: "unavailable" }, 503, { "retry-after": String(outageRetrySeconds) });
  });
}
