import type { EventIdentity } from "@porchlight/contract/webhooks/event";
import type { AuthStrategy } from "../auth/strategies/auth-strategy.ts";
import { configurationError, createError } from "../errors.ts";
import { isObject } from "../http/response.ts";
import type { AccountInfo } from "./event-types.ts";
import { memoryReplayCache, type ReplayCache } from "./replay-cache.ts";
import { clockToleranceSeconds, tokenError, verifyToken } from "./verify-token.ts";

/** What a token may lack, or be, that is refused otherwise. */
export type InsecureTokenProperty =
  /** Who made it happen is not told. */
  | "missingIdentity"
  /** It does not say when it was made or ends. */
  | "missingTimes"
  /** It says that another server sent it, or that it is for another app. */
  | "foreignSender"
  /** It is signed with RS512. */
  | "rs512"
  /** It came before. */
  | "repeatedTokens";

/** Options of {@link AppStrategy}. */
export interface AppStrategyOptions {
  /** Client id of the app. */
  appId: string;
  /** As `porchlight webhook public-key` prints it, or that in base64 on one line; several while keys change. */
  publicKey?: string | readonly string[];
  /** Sent nowhere; there for code that comes from elsewhere. */
  appSecret?: string;
  /** Public address of the server; the client's host unless given. */
  issuer?: string;
  /** For calls that handlers make. */
  apiKey?: string;
  /** Knows which tokens have come; that of this process unless given. */
  replayCache?: ReplayCache;
  /** Takes what no honest server sends. */
  dangerouslyAccept?: readonly InsecureTokenProperty[];
}

/** A delivery that was checked: the outer two layers, read. */
export interface Delivery {
  instanceId: string;
  eventType: string;
  /** The innermost layer, as it came. */
  payload: unknown;
  identity: EventIdentity;
  accountInfo?: AccountInfo;
}

/** A delivery, and what becomes of its token: taken once it is handled, free again where that failed. */
export interface DecodedDelivery {
  delivery: Delivery;
  /** @throws {PorchlightError} `TOKEN_REPEATED`. */
  claim(): Promise<void>;
  release(): Promise<void>;
}

/** `client.auth` of a client made with {@link AppStrategy}. */
export interface AppAuth {
  /** Checks a delivery and reads its layers. `withWebhooks` calls it. */
  decodeJWT(token: string): Promise<DecodedDelivery>;
}

/**
 * An app that is told of what happens on the site: checks that deliveries are the site's. For servers.
 *
 * ```ts
 * const client = withWebhooks(createClient({ host, auth: AppStrategy({ appId, publicKey }) }));
 * ```
 */
export function AppStrategy(options: AppStrategyOptions): AuthStrategy<AppAuth> {
  const {
    appId,
    publicKey = [],
    apiKey,
    replayCache: tokenMemory = memoryReplayCache(),
    dangerouslyAccept = [],
  } = options;
  const accepts = (danger: InsecureTokenProperty) => dangerouslyAccept.includes(danger);
  const publicKeys = typeof publicKey === "string" ? [publicKey] : publicKey;
  return {
    connect: ({ environment, hosts }) => ({
      auth: {
        async decodeJWT(token) {
          const { crypto } = environment;
          const allowsRs512 = accepts("rs512");
          const now = environment.now();
          const { claims, fingerprint } = await verifyToken(token, { publicKeys, crypto, now, allowsRs512 });
          const delivery = readLayers(claims.data);
          checkSender(claims, { appId, issuer: options.issuer ?? hosts.api, accepts });
          if (!isObject(delivery.identity) && !accepts("missingIdentity"))
            throw tokenError("IDENTITY_MISSING", "The token does not tell who made it happen.");
          const until =
            typeof claims.exp === "number" ? (claims.exp + clockToleranceSeconds) * 1000 : now + defaultTokenTtlMs;
          return {
            delivery,
            async claim() {
              if (!accepts("repeatedTokens") && !(await tokenMemory.add(fingerprint, until)))
                throw tokenError("TOKEN_REPEATED", "This token has come before.");
            },
            release: async () => tokenMemory.remove(fingerprint),
          };
        },
      },
      authorizer: {
        async authorize() {
          if (apiKey) return apiKey;
          throw configurationError(
            "API_KEY_MISSING",
            "Without an apiKey, an AppStrategy reads webhooks and makes no calls.",
          );
        },
        discard: () => undefined,
      },
      session: () => ({ status: "visitor", role: "none", expiresAt: 0 }),
      host: "api",
    }),
  };
}

/** How long a token without an end is known. */
const defaultTokenTtlMs = 3_600_000;

function checkSender(
  { iss, aud, exp, iat }: Record<string, unknown>,
  { appId, issuer, accepts }: { appId: string; issuer: string; accepts: (danger: InsecureTokenProperty) => boolean },
): void {
  if ((exp === undefined || iat === undefined) && !accepts("missingTimes"))
    throw tokenError("ERR_JWT_CLAIM_VALIDATION_FAILED", 'The token has no "exp" or no "iat".');
  if (accepts("foreignSender")) return;
  // What they do not tell cannot be wrong: the signature is what counts.
  if (iss !== undefined && iss !== issuer)
    throw tokenError("ERR_JWT_CLAIM_VALIDATION_FAILED", `The token is not of ${issuer}: unexpected "iss" claim value`);
  if (aud !== undefined && ![aud].flat().includes(appId))
    throw tokenError("ERR_JWT_CLAIM_VALIDATION_FAILED", 'The token is for another app: unexpected "aud" claim value');
}

function readLayers(data: unknown): Delivery {
  if (typeof data !== "string")
    throw malformedEvent(`Unexpected type of JWT data: expected string, got ${data === null ? "null" : typeof data}`);
  const { instanceId, eventType, data: payload, identity, accountInfo } = Object(readJson(data));
  return {
    instanceId,
    eventType,
    payload: readJson(payload),
    identity: identity && readJson(identity),
    ...(accountInfo && { accountInfo }),
  };
}

function readJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch (cause) {
    throw malformedEvent((cause as Error).message, cause);
  }
}

const malformedEvent = (message: string, cause?: unknown) => createError("contract", "MALFORMED_EVENT", message, cause);
