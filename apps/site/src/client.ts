import { createClient, OAuthStrategy, type TokenStorage } from "@porchlight/client";
import { authentication, memberSessions, recovery } from "@porchlight/client/auth";
import { categoryCalls, postCalls, tagCalls } from "@porchlight/client/blog";
import { type Member, members } from "@porchlight/client/members";

/** The areas this site uses; the others stay out of the browser's scripts. */
export const siteModules = {
  posts: postCalls,
  categories: categoryCalls,
  tags: tagCalls,
  members,
  memberSessions,
  authentication,
  recovery,
};

export interface SiteClientOptions {
  /** Where the API answers. */
  apiUrl: string;
  clientId: string;
  tokenStorage: TokenStorage;
  /** Takes the place of the network. */
  fetch?: typeof fetch;
}

export function createSiteClient({ apiUrl, clientId, tokenStorage, fetch }: SiteClientOptions) {
  return createClient({
    host: apiUrl,
    auth: OAuthStrategy({ clientId, tokenStorage }),
    modules: siteModules,
    ...(fetch ? { fetch } : {}),
  });
}

export type SiteClient = ReturnType<typeof createSiteClient>;
export type SiteMember = Member;
