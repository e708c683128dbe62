import { cookieTokenStorage } from "@porchlight/client";
import { createSiteClient, type SiteClient } from "../client.ts";
import type { SiteSettings } from "../settings.ts";

/** The page's client. Its session is in the cookie that the server reads too. */
export function createBrowserClient(settings: SiteSettings): SiteClient {
  return createSiteClient({
    apiUrl: browserApiUrl(settings),
    clientId: settings.clientId,
    tokenStorage: cookieTokenStorage(),
  });
}

/** Opened under another name of the same machine, the site still talks to itself. */
function browserApiUrl({ apiUrl, publicUrl }: SiteSettings): string {
  return apiUrl === publicUrl ? window.location.origin : apiUrl;
}
