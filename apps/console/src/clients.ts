import { type AuthStrategy, createClient } from "@porchlight/client";
import { authentication, factors, memberSessions, passkeys, recovery, securityEvents } from "@porchlight/client/auth";
import { categories, draftPosts, tags } from "@porchlight/client/blog";
import { collections, items } from "@porchlight/client/data";
import { submissions } from "@porchlight/client/forms";
import { files } from "@porchlight/client/media";
import { members } from "@porchlight/client/members";
import { redirects } from "@porchlight/client/redirects";
import { ServerSessionStrategy } from "@porchlight/client/session";
import { memberAccounts, staff, staffSetup } from "@porchlight/client/staff";
import { cookieName } from "./settings.ts";

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
  const site = createClient({
    host: location.origin,
    auth: sharedSession,
    modules: {
      categories,
      collections,
      draftPosts,
      files,
      items,
      memberAccounts,
      members,
      staff,
      submissions,
      tags,
    },
  });
  return { account, site };
}

export type Clients = ReturnType<typeof createClients>;
