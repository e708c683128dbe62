import type { TokenRequestBody } from "@porchlight/contract/auth/token";
import { withDeadline } from "../deadline.ts";
import type { Environment } from "../environment.ts";
import { asObject, isObject, makeError, requestIdOf } from "../error-answer.ts";
import { isPorchlightError } from "../errors.ts";
import { callDeadlineMs, request } from "../transport.ts";
import { type RefreshToken, TokenRole, type Tokens } from "./tokens.ts";

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

export interface TokenGrantsOptions {
  /** Base URL of the API host. */
  baseUrl: string;
  clientId: string;
  fetch: typeof fetch;
  environment: Environment;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Told the life in seconds of every access token that comes. */
  onIssued(accessToken: string, life: number): void;
}

/** Where the server does not say how long a token lives: the refusal of a dead one brings a new one anyhow. */
const assumedLife = 3600;

export function createTokenGrants(options: TokenGrantsOptions): TokenGrants {
  const { clientId, environment } = options;

  async function grant(
    body: Omit<Extract<TokenRequestBody, { grantType: string }>, "clientId"> & Record<string, unknown>,
    role: TokenRole,
    held: string,
    { signal, deadline = callDeadlineMs }: GrantOptions = {},
  ): Promise<Tokens> {
    const answer = await withDeadline(environment, deadline, signal, (inner) =>
      request(options.fetch, `${options.baseUrl}/oauth2/token`, {
        method: "POST",
        headers: { ...options.headers, "Content-Type": "application/json" },
        body: JSON.stringify({ clientId, ...body }),
        signal: inner,
      }),
    );
    const told = asObject(answer.body);
    const { access_token: value, refresh_token: renewed } = told;
    const isRefused = answer.status >= 300;
    if (isRefused || typeof value !== "string") {
      const failed = isRefused && isObject(answer.body) ? told : undefined;
      const code = isRefused ? String(told.error ?? `HTTP_${answer.status}`) : "MALFORMED_ANSWER";
      const text = failed ? `Response: ${JSON.stringify(failed)}` : "";
      const message = `Failed to fetch tokens from OAuth API: ${answer.statusText}. request id: ${requestIdOf(answer)}. ${text}`;
      throw makeError(message, code, answer, environment.now(), failed);
    }
    const given = Number(told.expires_in);
    const life = Number.isFinite(given) ? given : assumedLife;
    options.onIssued(value, life);
    return {
      accessToken: { value, expiresAt: Math.floor(environment.now() / 1000) + life },
      refreshToken: { value: typeof renewed === "string" ? renewed : held, role },
    };
  }

  return {
    anonymous: (grantOptions) => grant({ grantType: "anonymous" }, TokenRole.VISITOR, "", grantOptions),
    refresh: ({ value, role }, grantOptions) =>
      grant({ refreshToken: value, grantType: "refresh_token" }, role, value, grantOptions),
    exchangeCode: ({ redirectUri, code, codeVerifier }, grantOptions) =>
      grant({ grantType: "authorization_code", redirectUri, code, codeVerifier }, TokenRole.MEMBER, "", grantOptions),
  };
}

/**
 * Whether the server has definitely refused the refresh token. Everything else is an outage, a proxy's page and a 403
 * included, and ends no login.
 */
export function isRefusal(error: unknown): boolean {
  if (!isPorchlightError(error)) return false;
  return error.status === 401 || (error.status === 400 && error.details !== undefined);
}
