import { cookieTokenStorage, createClient, OAuthStrategy } from "@porchlight/client";
import { members } from "@porchlight/client/members";
import type { Settings } from "../lib/settings";

/** The browser client: shares the cookie with the server. */
export const createBrowserClient = ({ host, clientId }: Settings) =>
  createClient({
    host,
    auth: OAuthStrategy({ clientId, tokenStorage: cookieTokenStorage() }),
    modules: { members },
  });
