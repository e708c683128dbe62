import type { TokenRequestBody } from "@porchlight/contract/auth/token";
import { withDeadline } from "../deadline.ts";
import { isObject, makeError, requestIdOf } from "../error-answer.ts";
import type { PorchlightError } from "../errors.ts";
import { callDeadlineMs, headerRecord, jsonHeader, request } from "../transport.ts";
import type { Connection } from "./auth-strategy.ts";
import type { OAuthStrategyOptions } from "./oauth-face.ts";
import type { RefreshToken, Tokens } from "./tokens.ts";

export interface CodeExchange {
  code: string;
  codeVerifier: string;
  redirectUri?: string | undefined;
}

export interface GrantOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds. */
  deadline?: number;
}

/** The token endpoint. Every call is one request. */
export interface TokenGrants {
  anonymous(options?: GrantOptions): Promise<Tokens>;
  refresh(refreshToken: RefreshToken, options?: GrantOptions): Promise<Tokens>;
  exchangeCode(exchange: CodeExchange, options?: GrantOptions): Promise<Tokens>;
}

/** Where the server does not say how long a token lives: the refusal of a dead one brings a new one anyhow. */
const assumedLife = 3600;

/** @param onIssued Told the life in seconds of every access token that comes. */
export function createTokenGrants(
  { hosts, fetch, environment }: Pick<Connection, "hosts" | "fetch" | "environment">,
  { clientId, tokenRequestOptions }: Pick<OAuthStrategyOptions, "clientId" | "tokenRequestOptions">,
  onIssued: (accessToken: string, life: number) => void,
): TokenGrants {
  async function grant(
    body: Pick<TokenRequestBody, "grantType"> & Record<string, unknown>,
    held: RefreshToken,
    { signal, deadline = callDeadlineMs }: GrantOptions = {},
  ): Promise<Tokens> {
    const answer = await withDeadline(environment, deadline, signal, (inner) =>
      request(fetch, `${hosts.api}/oauth2/token`, {
        method: "POST",
        headers: { ...headerRecord(tokenRequestOptions?.headers), ...jsonHeader },
        body: JSON.stringify({ clientId, ...body }),
        signal: inner,
      }),
    );
    const { status, statusText } = answer;
    const isRefused = status >= 300;
    const told = Object(answer.body);
    const { access_token: value, refresh_token: renewed, expires_in: given, error = `HTTP_${status}` } = told;
    if (isRefused || typeof value !== "string") {
      const failed = isRefused && isObject(answer.body) ? told : undefined;
      const text = failed ? `Response: ${JSON.stringify(failed)}` : "";
      const message = `Failed to fetch tokens from OAuth API: ${statusText}. request id: ${requestIdOf(answer)}. ${text}`;
      throw makeError(message, isRefused ? String(error) : "MALFORMED_ANSWER", answer, environment.now(), failed);
    }
    const life = Number(given) || assumedLife;
    onIssued(value, life);
    return {
      accessToken: { value, expiresAt: Math.floor(environment.now() / 1000) + life },
      refreshToken: typeof renewed === "string" ? { ...held, value: renewed } : held,
    };
  }

  return {
    anonymous: (options) => grant({ grantType: "anonymous" }, { value: "", role: "visitor" }, options),
    refresh: (held, options) => grant({ refreshToken: held.value, grantType: "refresh_token" }, held, options),
    exchangeCode: (exchange, options) =>
      grant({ grantType: "authorization_code", ...exchange }, { value: "", role: "member" }, options),
  };
}

/**
 * Whether the server has definitely refused the refresh token. Everything else is an outage, a proxy's page and a 403
 * included, and ends no login.
 */
export function isRefusal(error: unknown): boolean {
  const { status, details } = error as PorchlightError;
  return status === 401 || (status === 400 && !!details);
}
