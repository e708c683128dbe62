import { type AuthStrategy, createClient } from "@porchlight/client";
import { authentication, factors, memberSessions, passkeys, recovery, securityEvents } from "@porchlight/client/auth";
import { members } from "@porchlight/client/members";
import { redirects } from "@porchlight/client/redirects";
import { ServerSessionStrategy } from "@porchlight/client/session";
import { staff, staffSetup, statistics } from "@porchlight/client/staff";
import type { pageModules } from "./page-modules.ts";
import { cookieName } from "./settings.ts";

let isLeaving = false;
// Captured, so that it is set before the requests of other listeners.
window.addEventListener("pagehide", () => (isLeaving = true), { capture: true });
window.addEventListener("pageshow", () => (isLeaving = false));
/** Like `fetch`; a request of the last moment outlives the page. */
const fetchUntilSent: typeof fetch = (input, init) => fetch(input, isLeaving ? { ...init, keepalive: true } : init);

type PageModules = ReturnType<typeof createClient<object, typeof pageModules>>;
type Connected = ReturnType<ReturnType<typeof ServerSessionStrategy>["connect"]>;

/**
 * Creates the console's two clients: `account` for the staff account itself, whose endpoints are those of members below
 * `/admin/api`, and `site` for everything that it manages. Both share one session.
 */
export function createClients(clientId: string) {
  const strategy = ServerSessionStrategy({ clientId, path: "/admin/session", cookieName });
  let connected: Connected | undefined;
  const account = createClient({
    host: `${location.origin}/admin/api`,
    auth: {
      connect(connection) {
        connected = strategy.connect(connection);
        return connected;
      },
    } satisfies typeof strategy,
    modules: {
      authentication,
      factors,
      memberSessions,
      members,
      passkeys,
      recovery,
      redirects,
      securityEvents,
      staffSetup,
    },
  });
  const sharedSession: AuthStrategy<object> = {
    connect: () => ({ auth: {}, authorizer: connected!.authorizer, session: connected!.session }),
  };
  const connection = { host: location.origin, fetch: fetchUntilSent, auth: sharedSession };
  const site = createClient({ ...connection, modules: { members, staff, statistics } });
  let loading: Promise<unknown> | undefined;
  return {
    account,
    /** Calls that are not part of the first load exist after {@link loadPageModules}. */
    site: site as typeof site & PageModules,
    /** Loads the calls that the first page does not need. */
    loadPageModules() {
      loading ??= import("./page-modules.ts").then(
        ({ pageModules }) => {
          const { auth: _, ...calls } = createClient({ ...connection, modules: pageModules });
          Object.assign(site, calls);
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

export type Clients = ReturnType<typeof createClients>;
