import { type AuthStrategy, createClient, lazyModule, type OAuthAuth } from "@porchlight/client";
import { authentication, recovery } from "@porchlight/client/auth";
import { categoryCalls, postCalls, tagCalls } from "@porchlight/client/blog";
import { type Member, memberCalls } from "@porchlight/client/members";
import { type PageToken, ServerSessionStrategy } from "@porchlight/client/session";
import type { SiteSettings } from "./settings.ts";

const accountModules = () => import("./modules/account-modules.ts");

const formModules = () => import("./modules/form-modules.ts");

const blogModules = () => import("./modules/blog-modules.ts");

/** The modules of this site; the others stay out of the browser's scripts. */
export const siteModules = {
  data: lazyModule(async () => (await import("./modules/data-modules.ts")).data),
  posts: postCalls,
  categories: categoryCalls,
  tags: tagCalls,
  discovery: lazyModule(async () => (await blogModules()).discovery),
  reactions: lazyModule(async () => (await blogModules()).reactions),
  forms: lazyModule(async () => (await formModules()).forms),
  submissions: lazyModule(async () => (await formModules()).submissions),
  members: memberCalls,
  authentication,
  recovery,
  securityEvents: lazyModule(async () => (await accountModules()).securityEvents),
  memberSessions: lazyModule(async () => (await accountModules()).memberSessions),
  captcha: lazyModule(async () => (await import("./modules/captcha-module.ts")).captcha),
  directory: lazyModule(async () => (await import("./modules/member-modules.ts")).directory),
  account: lazyModule(async () => (await accountModules()).account),
  passkeys: lazyModule(async () => (await accountModules()).passkeys),
  polls: lazyModule(async () => (await blogModules()).polls),
  redirects: lazyModule(async () => (await accountModules()).redirects),
  factors: lazyModule(async () => (await accountModules()).factors),
};

export interface SiteClientOptions {
  /** Base URL of the API. */
  apiUrl: string;
  auth: AuthStrategy<OAuthAuth>;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

export function createSiteClient({ apiUrl, auth, fetch }: SiteClientOptions) {
  return createClient({ host: apiUrl, auth, modules: siteModules, ...(fetch ? { fetch } : {}) });
}

export type SiteClient = ReturnType<typeof createSiteClient>;
export type SiteMember = Member;

/** The browser's client. Its server keeps the refresh token; `pageToken` came with the page. */
export function createBrowserClient(
  { apiUrl, publicUrl, clientId }: SiteSettings,
  pageToken: PageToken | undefined,
): SiteClient {
  return createSiteClient({
    // Under another host name of the same machine, the site still calls its own origin.
    apiUrl: apiUrl === publicUrl ? window.location.origin : apiUrl,
    auth: ServerSessionStrategy({ clientId, secure: publicUrl.startsWith("https:"), pageToken }),
  });
}
