import { type ClientOptions, createClient, lazyModule, type OAuthAuth } from "@porchlight/client";
import { categoryCalls, postCalls } from "@porchlight/client/blog";
import { type Member, memberCalls } from "@porchlight/client/members";
import { type PageToken, ServerSessionStrategy } from "@porchlight/client/session";
import type { SiteSettings } from "./settings.ts";

const accountModules = () => import("./modules/account-modules.ts");
const blogModules = () => import("./modules/blog-modules.ts");
const captchaModules = () => import("./modules/captcha-module.ts");
const dataModules = () => import("./modules/data-modules.ts");
const formModules = () => import("./modules/form-modules.ts");
const memberModules = () => import("./modules/member-modules.ts");

/** The modules of this site; the others stay out of the browser's scripts. */
export const siteModules = {
  data: lazyModule(async () => (await dataModules()).data),
  posts: postCalls,
  categories: categoryCalls,
  tags: lazyModule(async () => (await blogModules()).tags),
  discovery: lazyModule(async () => (await blogModules()).discovery),
  reactions: lazyModule(async () => (await blogModules()).reactions),
  forms: lazyModule(async () => (await formModules()).forms),
  submissions: lazyModule(async () => (await formModules()).submissions),
  members: memberCalls,
  authentication: lazyModule(async () => (await accountModules()).authentication),
  recovery: lazyModule(async () => (await accountModules()).recovery),
  securityEvents: lazyModule(async () => (await accountModules()).securityEvents),
  memberSessions: lazyModule(async () => (await accountModules()).memberSessions),
  captcha: lazyModule(async () => (await captchaModules()).captcha),
  directory: lazyModule(async () => (await memberModules()).directory),
  account: lazyModule(async () => (await accountModules()).account),
  newsletter: lazyModule(async () => (await accountModules()).newsletter),
  passkeys: lazyModule(async () => (await accountModules()).passkeys),
  publishedPages: lazyModule(async () => (await blogModules()).publishedPages),
  polls: lazyModule(async () => (await blogModules()).polls),
  redirects: lazyModule(async () => (await accountModules()).redirects),
  factors: lazyModule(async () => (await accountModules()).factors),
};

export const createSiteClient = (options: Pick<ClientOptions<OAuthAuth, never>, "auth" | "fetch" | "host">) =>
  createClient({ ...options, modules: siteModules });

export type SiteClient = ReturnType<typeof createSiteClient>;
export type SiteMember = Member;

/** The browser's client. Its server stores the refresh token; `pageToken` came with the page. */
export function createBrowserClient(
  { apiUrl, publicUrl, clientId }: SiteSettings,
  pageToken: PageToken | undefined,
): SiteClient {
  return createSiteClient({
    // Under another host name of the same machine, the site still calls its own origin.
    host: apiUrl === publicUrl ? location.origin : apiUrl,
    auth: ServerSessionStrategy({ clientId, secure: publicUrl.startsWith("https:"), pageToken }),
  });
}
