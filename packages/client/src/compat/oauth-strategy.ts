import { defaultCodeVerifierLength, maxCodeVerifierLength, minCodeVerifierLength } from "@porchlight/contract/limits";
import { encodeBase64Url } from "@porchlight/contract/wire/request-encoding";
import { type HostedLoginAuth, withHostedLogin } from "../auth/hosted-login/with-hosted-login.ts";
import type { TokenStorage } from "../auth/storage/token-storage.ts";
import type { AuthStrategy } from "../auth/strategies/auth-strategy.ts";
import { type ExternalLoginAuth, withExternalLogin } from "../auth/strategies/external-login.ts";
import { OAuthStrategy as createStrategy } from "../auth/strategies/oauth-strategy.ts";
import type { OAuthAuth, OAuthStrategyOptions } from "../auth/strategies/oauth-types.ts";
import { type OauthData, type Pkce, randomText } from "../auth/tokens/pkce.ts";
import type { Tokens } from "../auth/tokens/tokens.ts";
import { createError } from "../errors.ts";
import { sha256 } from "./sha256.ts";

/** `client.auth` as in the platform's SDK: the calls that it has without a promise have none here either. */
export interface CompatAuth
  extends Omit<OAuthAuth, "generateOAuthData" | "generatePKCE" | "parseFromUrl">,
    ExternalLoginAuth,
    HostedLoginAuth {
  /** @throws {PorchlightError} `INVALID_ARGUMENT` unless the length is 43 to 128. */
  generatePKCE(length?: number): Pkce;
  /** Reads the response of a sign-in page; with `error`, the others are missing. */
  parseFromUrl(
    url?: string,
    responseMode?: "fragment" | "query",
  ): { code: string; state: string; error?: string; errorDescription?: string };
  /** Creates the state and the verifier of a redirect to the sign-in page. */
  generateOAuthData(redirectUri: string, originalUri?: string): OauthData;
}

/** Stores tokens in memory. */
export function createLocalTokenStorage(initialTokens: Tokens): TokenStorage {
  let tokens = initialTokens;
  return {
    getTokens: () => tokens,
    setTokens(next) {
      tokens = next;
    },
  };
}

/** Visitors and members, with every call of the platform's strategy. */
export function OAuthStrategy(options: OAuthStrategyOptions): AuthStrategy<CompatAuth> {
  const strategy = withHostedLogin(withExternalLogin(createStrategy(options)));
  return {
    connect(connection) {
      const connected = strategy.connect(connection);
      const crypto = () => connection.environment.crypto ?? globalThis.crypto;
      const generatePKCE = (length = defaultCodeVerifierLength): Pkce => {
        if (!(length >= minCodeVerifierLength && length <= maxCodeVerifierLength)) {
          const message = `Expected a length between 43 and 128. Received ${length}.`;
          throw createError("invalid", "INVALID_ARGUMENT", message);
        }
        const codeVerifier = randomText(crypto(), length);
        return { codeVerifier, codeChallenge: encodeBase64Url(sha256(new TextEncoder().encode(codeVerifier))) };
      };
      const auth: CompatAuth = {
        ...(connected.auth as typeof connected.auth & Pick<CompatAuth, "parseFromUrl">),
        generatePKCE,
        generateOAuthData: (redirectUri, originalUri = "") => ({
          ...{ redirectUri, originalUri, ...generatePKCE() },
          state: randomText(crypto(), 43),
        }),
      };
      return { ...connected, auth };
    },
  };
}
