import { createClient } from "@porchlight/client";
import { members } from "@porchlight/client/members";
import { type PageToken, ServerSessionStrategy } from "@porchlight/client/session";
import type { Settings } from "../lib/settings";

/** The browser client. The server has the refresh token; `pageToken` came with the page. */
export const createBrowserClient = ({ host, clientId }: Settings, pageToken?: PageToken) =>
  createClient({
    host,
    auth: ServerSessionStrategy({ clientId, pageToken }),
    modules: { members },
  });
