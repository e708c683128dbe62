import type { AuthStrategy } from "./auth-strategy.ts";

/** Options of {@link ApiKeyStrategy}. */
export interface ApiKeyStrategyOptions {
  /** The key from `porchlight key create`. For servers only, never for pages. */
  apiKey: string;
  /** Id of the site, if one host serves several; keys of other sites are rejected. */
  siteId?: string;
  /** Sent unchanged. */
  accountId?: string;
}

/** `client.auth` of a client made with {@link ApiKeyStrategy}. */
export interface ApiKeyAuth {
  /** Headers for custom requests. */
  getAuthHeaders(): Promise<{ headers: Record<string, string> }>;
}

/**
 * Authenticates a program of the owner with an API key: no tokens, no renewal, no member. Calls go to the API host
 * unless the client has `useCDN: true`. Source: wire.md, "Hosts" and "Request headers".
 */
export function ApiKeyStrategy({ apiKey, siteId, accountId }: ApiKeyStrategyOptions): AuthStrategy<ApiKeyAuth> {
  const site: Record<string, string> = {};
  if (siteId) site["wix-site-id"] = siteId;
  if (accountId) site["wix-account-id"] = accountId;
  return {
    connect: ({ useCDN }) => ({
      auth: { getAuthHeaders: async () => ({ headers: { Authorization: apiKey, ...site } }) },
      // A rejected key cannot be replaced; the retry reports the error.
      authorizer: { authorize: async () => apiKey, discard: () => undefined },
      session: () => ({ status: "visitor", role: "none", expiresAt: 0 }),
      host: useCDN ? "edge" : "api",
      authHeaders: site,
    }),
  };
}
