import { token } from "@porchlight/contract/auth/endpoints";
import type { AuthorizedClientBody, TokenRequest, TokenResponse } from "@porchlight/contract/auth/tokens/schema";
import { PorchlightError } from "../../errors.ts";
import { type CallOptions, createTransport } from "../../transport.ts";
import { type SignOnOptions, sendSignOn } from "../sign-on.ts";
import type { Tokens } from "../tokens/tokens.ts";
import type { AuthStrategy } from "./auth-strategy.ts";

/** What {@link withExternalLogin} adds to `client.auth`. Neither call stores the tokens. Source: spec §4. */
export interface ExternalLoginAuth {
  /** Gets tokens for a member, on behalf of a program with an API key of role admin. */
  getMemberTokensForExternalLogin(memberId: string, apiKey: string, options?: CallOptions): Promise<Tokens>;
  /** Gets tokens by email and session token; creates new members. */
  getMemberTokensForExternalLoginWithSession(
    email: string,
    apiKey: string,
    signOn?: SignOnOptions,
    options?: CallOptions,
  ): Promise<Tokens>;
}

/**
 * Adds sign-in of members whom the owner's program has identified itself. For servers: an API key must not appear in a
 * page.
 *
 * ```ts
 * const client = createClient({ host, auth: withExternalLogin(OAuthStrategy({ clientId })) });
 * await client.auth.setTokens(await client.auth.getMemberTokensForExternalLogin(memberId, apiKey));
 * ```
 */
export function withExternalLogin<Auth>(strategy: AuthStrategy<Auth>): AuthStrategy<Auth & ExternalLoginAuth> {
  return {
    connect(connection) {
      const connected = strategy.connect(connection);
      const { authorizer } = connected;
      const { hosts, fetch, environment } = connection;

      /** Calls with the header `<access token>,<API key>`. */
      const transportWith = (apiKey: string) => {
        const join = (accessToken: string) => `${accessToken},${apiKey}`;
        const withoutApiKey = (joined: string) => joined.slice(0, -apiKey.length - 1);
        return createTransport({
          hosts,
          fetch,
          environment,
          authorizer: {
            authorize: async (signal) => join(await authorizer.authorize(signal)),
            discard: (spent) => authorizer.discard(withoutApiKey(spent)),
          },
        });
      };

      async function exchangeApiKey(
        apiKey: string,
        grant: Omit<AuthorizedClientBody, "grant_type">,
        call?: CallOptions,
      ): Promise<Tokens> {
        const body = { grant_type: "authorized_client" as const, ...grant };
        const response = await transportWith(apiKey).send<TokenRequest, Partial<TokenResponse>>(token, { body }, call);
        const { access_token: value, refresh_token: refreshToken, expires_in: lifetimeSeconds } = response;
        if (!value || !refreshToken) {
          throw new PorchlightError("The response has no tokens. Is the host correct?", {
            kind: "contract",
            code: "MALFORMED_RESPONSE",
          });
        }
        return {
          accessToken: { value, expiresAt: Math.floor(environment.now() / 1000) + Number(lifetimeSeconds ?? 3600) },
          refreshToken: { value: refreshToken, role: "member" },
        };
      }

      const auth: ExternalLoginAuth = {
        getMemberTokensForExternalLogin: (memberId, apiKey, call) =>
          exchangeApiKey(apiKey, { scope: "offline_access", member_id: memberId }, call),
        async getMemberTokensForExternalLoginWithSession(email, apiKey, signOn, call) {
          const { identity, sessionToken } = await sendSignOn(transportWith(apiKey), { email }, signOn, call);
          const memberId = identity?._id;
          if (!memberId || !sessionToken) {
            throw new PorchlightError("This member may not sign in now.", { kind: "forbidden", code: "NO_SESSION" });
          }
          return exchangeApiKey(apiKey, { member_id: memberId, session_token: sessionToken }, call);
        },
      };
      return { ...connected, auth: { ...connected.auth, ...auth } };
    },
  };
}
