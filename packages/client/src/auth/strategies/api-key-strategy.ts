import type { AuthStrategy } from "./auth-strategy.ts";

/** Options of {@link ApiKeyStrategy}. */
export interface ApiKeyStrategyOptions {
  /** As `porchlight key create` told it. It belongs on servers alone, never into a page. */
  apiKey: string;
  /** Id of the site, where one host answers for several; the key of another site is refused. */
  siteId?: string;
  /** Sent as it is. */
  accountId?: string;
}

/** `client.auth` of a client made with {@link ApiKeyStrategy}. */
export interface ApiKeyAuth {
  /** Headers for a request of one's own. */
  getAuthHeaders(): Promise<{ headers: Record<string, string> }>;
}

/**
 * A program of the owner, by API key: no tokens, no renewal, nobody signed in. Calls go to the API host unless the client is
 * made with `useCDN: true`. Source: wire.md, "Hosts" and "Request headers".
 */
export function ApiKeyStrategy({ apiKey, siteId, accountId }: ApiKeyStrategyOptions): AuthStrategy<ApiKeyAuth> {
  const site: Record<string, string> = {};
  if (siteId) site["wix-site-id"] = siteId;
  if (accountId) site["wix-account-id"] = accountId;
  return {
    connect: ({ useCDN }) => ({
      auth: { getAuthHeaders: async () => ({ headers: { Authorization: apiKey, ...site } }) },
      // There is no other key to come with: a refused one is told at the second try.
      authorizer: { authorize: async () => apiKey, discard: () => undefined },
      session: () => ({ status: "visitor", role: "none", expiresAt: 0 }),
      host: useCDN ? "edge" : "api",
      authHeaders: site,
    }),
  };
}
