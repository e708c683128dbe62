import type { OAuthErrorCode } from "@porchlight/contract/auth/errors";
import type { TokenRequestBody } from "@porchlight/contract/auth/tokens/schema";
import { logConfigurationError, type PorchlightError } from "../../errors.ts";
import { createResponseError, isNonEmptyString, isObject, readResponse, requestIdOf } from "../../http/response.ts";
import { withTimeout } from "../../http/with-timeout.ts";
import { headerRecord, jsonHeader } from "../../transport.ts";
import type { Connection } from "../strategies/auth-strategy.ts";
import type { OAuthStrategyOptions } from "../strategies/oauth-types.ts";
import type { RefreshToken, Tokens } from "./tokens.ts";

export interface CodeExchange {
  code: string;
  codeVerifier: string;
  redirectUri?: string | undefined;
}

export interface GrantOptions {
  signal?: AbortSignal | undefined;
  /** Default: {@link grantTimeoutMs}. */
  timeoutMs?: number;
}

/** The token endpoint. Every call sends one request. */
export interface TokenGrants {
  anonymous(options?: GrantOptions): Promise<Tokens>;
  refresh(refreshToken: RefreshToken, options?: GrantOptions): Promise<Tokens>;
  exchangeCode(exchange: CodeExchange, options?: GrantOptions): Promise<Tokens>;
}

/** Upper bound for a call during an outage of the token endpoint. */
export const grantTimeoutMs = 5_000;
/** If the server sends no lifetime; a rejected token is renewed in any case. */
const defaultLifetimeSeconds = 3600;

/** @param onIssued Receives every new access token with its lifetime in seconds. */
export function createTokenGrants(
  { hosts, fetch, environment }: Pick<Connection, "hosts" | "fetch" | "environment">,
  { clientId, tokenRequestOptions }: Pick<OAuthStrategyOptions, "clientId" | "tokenRequestOptions">,
  onIssued: (accessToken: string, lifetimeSeconds: number) => void,
): TokenGrants {
  function grant(
    body: Pick<TokenRequestBody, "grantType"> & Record<string, unknown>,
    current: RefreshToken,
    { signal, timeoutMs: deadline = grantTimeoutMs }: GrantOptions = {},
  ): Promise<Tokens> {
    return withTimeout(environment, deadline, signal, async (inner) => {
      const request = {
        method: "POST",
        headers: { ...headerRecord(tokenRequestOptions?.headers), ...jsonHeader },
        body: JSON.stringify({ clientId, ...body }),
        signal: inner,
      };
      const response = await readResponse(await fetch(`${hosts.api}/oauth2/token`, request));
      const { status, statusText } = response;
      const isRefused = status >= 300;
      const responseBody = Object(response.body);
      const {
        access_token: value,
        refresh_token: renewed,
        expires_in: expiresIn,
        error = `HTTP_${status}`,
      } = responseBody;
      if (isRefused || !isNonEmptyString(value)) {
        const failed = isRefused && isObject(response.body) ? responseBody : undefined;
        const text = failed ? `Response: ${JSON.stringify(failed)}` : "";
        const message = `Failed to fetch tokens from OAuth API: ${statusText}. request id: ${requestIdOf(response)}. ${text}`;
        const code = isRefused ? String(error) : "MALFORMED_RESPONSE";
        const thrown = createResponseError(message, code, response, environment.now(), failed);
        if (thrown.kind === "misconfigured")
          thrown.cause = logConfigurationError(
            code as OAuthErrorCode,
            `OAuthStrategy: clientId ${clientId} is no app of ${hosts.api}.`,
          );
        throw thrown;
      }
      const lifetimeSeconds = expiresIn > 0 ? Number(expiresIn) : defaultLifetimeSeconds;
      onIssued(value, lifetimeSeconds);
      return {
        accessToken: { value, expiresAt: Math.floor(environment.now() / 1000) + lifetimeSeconds },
        refreshToken: isNonEmptyString(renewed) ? { ...current, value: renewed } : current,
      };
    });
  }

  return {
    anonymous: (options) => grant({ grantType: "anonymous" }, { value: "", role: "visitor" }, options),
    refresh: (current, options) => grant({ refreshToken: current.value, grantType: "refresh_token" }, current, options),
    exchangeCode: (exchange, options) =>
      grant({ grantType: "authorization_code", ...exchange }, { value: "", role: "member" }, options),
  };
}

/**
 * Whether the server has definitely rejected the refresh token. Everything else, including a proxy's page and a 403,
 * counts as an outage and does not end the session.
 */
export function isRefreshTokenRejected(error: unknown): boolean {
  const { status, kind, details } = error as PorchlightError;
  return status === 401 ? kind !== "contract" : status === 400 && !!details;
}
