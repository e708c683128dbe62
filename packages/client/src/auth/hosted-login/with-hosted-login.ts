import { hostedSessionPrewarmTtlMs, silentLoginTimeoutMs } from "@porchlight/contract/limits";
import { createRedirectSession } from "@porchlight/contract/redirects/endpoints";
import type { Environment, PageFrame } from "../../environment.ts";
import { createError } from "../../errors.ts";
import { withTimeout } from "../../http/with-timeout.ts";
import { type CallOptions, createTransport } from "../../transport.ts";
import type { AuthStrategy } from "../strategies/auth-strategy.ts";
import { authorizationParams } from "../strategies/oauth-strategy.ts";
import type { AuthorizationResponse, OAuthAuth } from "../strategies/oauth-types.ts";
import type { Tokens } from "../tokens/tokens.ts";
import { requirePage } from "./frame-login.ts";

/** Options of {@link withHostedLogin}. */
export interface HostedLoginOptions {
  /**
   * The server's issuer: its `PUBLIC_URL`. `parseFromUrl` then rejects responses of other servers, or without an
   * issuer, with the error `invalid_issuer`. Source: RFC 9207.
   */
  issuer?: string;
}

/** The session at the hosted pages, held in the server's cookies. */
export interface HostedSessions {
  /** Whether {@link syncToWixPages} has run within the last 7 days. */
  isSessionSynced(): boolean;
  /**
   * Preloads the hosted login page in a hidden frame, at most once in 7 days. Settles within two minutes and never
   * rejects; problems are logged to the console.
   *
   * @param options `force` preloads in any case. Source: flows.md §9.
   */
  syncToWixPages(options?: { force?: boolean } & CallOptions): Promise<void>;
}

/** What {@link withHostedLogin} adds to `client.auth`. */
export interface HostedLoginAuth {
  /**
   * Signs in a user with a session at the hosted pages, without a prompt: in a hidden frame, within 5 seconds, and
   * stores the tokens. Browsers that block third-party cookies have no such session.
   *
   * @throws {PorchlightError} kind `unauthenticated`, code `login_required`, if there is none; `misconfigured` as for
   * `getMemberTokensForDirectLogin`. Source: spec §9, "silent login".
   */
  silentLogin(options?: CallOptions): Promise<Tokens>;
  readonly sessions: HostedSessions;
}

/** Storage key of the last preload: milliseconds since the epoch, as text. Source: spec §9. */
const storageKey = "wixRedirectSessionLastPreWarm";

/**
 * A strategy for sites that send their members to the hosted login page.
 *
 * ```ts
 * const auth = withHostedLogin(OAuthStrategy({ clientId }), { issuer: "https://members.example.com" });
 * const client = createClient({ host: "https://members.example.com", auth });
 * void client.auth.sessions.syncToWixPages();
 * ```
 */
export function withHostedLogin<Auth extends OAuthAuth>(
  strategy: AuthStrategy<Auth>,
  { issuer }: HostedLoginOptions = {},
): AuthStrategy<Auth & HostedLoginAuth> {
  return {
    connect(connection) {
      const connected = strategy.connect(connection);
      const { auth } = connected;
      const { environment } = connection;
      const transport = createTransport({ ...connection, authorizer: connected.authorizer });

      const lastPreWarm = createPreWarmStore();

      async function preWarm(call: CallOptions): Promise<void> {
        const page = requirePage(environment);
        const request = { body: { login: {} } };
        const { redirectSession } = await transport.send<{ body: object }, { redirectSession?: { fullUrl?: string } }>(
          createRedirectSession,
          request,
          call,
        );
        const url = redirectSession?.fullUrl;
        if (!url) throw createError("contract", "MALFORMED_RESPONSE", "No redirect URL found");
        await loadInFrame(environment, (onLoad) => page.openFrame(url, onLoad), call);
      }

      const sessions: HostedSessions = {
        isSessionSynced() {
          // A timestamp far in the future was written while the clock was wrong.
          return Math.abs(environment.now() - Number(lastPreWarm.read())) < hostedSessionPrewarmTtlMs;
        },
        async syncToWixPages({ force, ...call } = {}) {
          if (sessions.isSessionSynced() && !force) return;
          lastPreWarm.write(null);
          try {
            await preWarm(call);
            lastPreWarm.write(String(environment.now()));
          } catch (error) {
            console.error(error);
          }
        },
      };

      function parseFromUrl(url?: string, responseMode?: "fragment" | "query"): AuthorizationResponse {
        const response = auth.parseFromUrl(url, responseMode);
        const sender = authorizationParams(url, responseMode).get("iss");
        if (!issuer || sender === issuer) return response;
        const errorDescription = `The response is from ${sender ?? "an unknown issuer"}, not from ${issuer}.`;
        return { code: null, state: response.state, error: "invalid_issuer", errorDescription };
      }

      async function silentLogin(call?: CallOptions): Promise<Tokens> {
        const tokens = await auth.getMemberTokensForDirectLogin(undefined, call);
        await auth.setTokens(tokens);
        return tokens;
      }

      return { ...connected, auth: { ...auth, parseFromUrl, silentLogin, sessions } };
    },
  };
}

/** The browser's local storage, or memory if that is blocked or full. */
function createPreWarmStore() {
  let fallback: string | null = null;
  return {
    read(): string | null {
      try {
        return localStorage.getItem(storageKey) ?? fallback;
      } catch {
        return fallback;
      }
    },
    write(value: string | null): void {
      fallback = null;
      try {
        if (value === null) localStorage.removeItem(storageKey);
        else localStorage.setItem(storageKey, value);
      } catch {
        fallback = value;
      }
    },
  };
}

/** Settles once the frame has loaded, whatever it loads, and removes the frame. */
async function loadInFrame(
  environment: Environment,
  open: (onLoad: () => void) => PageFrame,
  { signal }: CallOptions,
): Promise<void> {
  let frame: PageFrame | undefined;
  const load = () =>
    new Promise<void>((resolve) => {
      frame = open(resolve);
    });
  try {
    await withTimeout(environment, silentLoginTimeoutMs, signal, load, "The hosted login page did not load in time.");
  } finally {
    frame?.remove();
  }
}
