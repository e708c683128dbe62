import { isMigrated } from "../db/migrate.ts";
import type { Deps } from "../deps.ts";
import { outageRetrySeconds } from "./error-response.ts";
import type { App } from "./serve.ts";

/** `/healthz`: the process answers. `/readyz`: the database does too, and has this version's tables. */
export function healthRoutes(app: App, deps: Deps): void {
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    const ready = await isMigrated(deps.db).catch(() => false);
    return ready
      ? context.json({ status: "ready" })
      : context.json({ status: "unavailable" }, 503, { "retry-after": String(outageRetrySeconds) });
  });
}
