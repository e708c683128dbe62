import type { EventIdentity } from "@porchlight/contract/webhooks/event";
import type { AuthStrategy } from "../auth/strategies/auth-strategy.ts";
import { configurationError, createError } from "../errors.ts";
import { isObject } from "../http/response.ts";
import type { AccountInfo } from "./event-types.ts";
import { memoryReplayCache, type ReplayCache } from "./replay-cache.ts";
import { clockToleranceSeconds, tokenError, verifyToken } from "./verify-token.ts";

/** A deviation of a token that is rejected by default. */
export type InsecureTokenProperty =
  /** The identity is missing. */
  | "missingIdentity"
  /** The issue or expiry time is missing. */
  | "missingTimes"
  /** Issuer or audience is another server or app. */
  | "foreignSender"
  /** Signed with RS512. */
  | "rs512"
  /** Received before. */
  | "repeatedTokens";

/** Options of {@link AppStrategy}. */
export interface AppStrategyOptions {
  /** Client id of the app. */
  appId: string;
  /** From `porchlight webhook public-key`, as PEM or as base64 on one line; several during key rotation. */
  publicKey?: string | readonly string[];
  /** Unused; for compatibility with existing code. */
  appSecret?: string;
  /** Public URL of the server. Default: the client's host. */
  issuer?: string;
  /** For calls by handlers. */
  apiKey?: string;
  /** Recognizes repeated tokens. Default: in the memory of this process. */
  replayCache?: ReplayCache;
  /** Accepts tokens that this server never sends. */
  dangerouslyAccept?: readonly InsecureTokenProperty[];
}

/** A verified delivery: the outer two layers, parsed. */
export interface Delivery {
  instanceId: string;
  eventType: string;
  /** The innermost layer, unconverted. */
  payload: unknown;
  identity: EventIdentity;
  accountInfo?: AccountInfo;
}

/** A delivery with its token: claimed once handled, released if handling failed. */
export interface DecodedDelivery {
  delivery: Delivery;
  /** @throws {PorchlightError} `TOKEN_REPEATED`. */
  claim(): Promise<void>;
  release(): Promise<void>;
}

/** `client.auth` of a client made with {@link AppStrategy}. */
export interface AppAuth {
  /** Verifies a delivery and parses its layers. `withWebhooks` calls it. */
  decodeJWT(token: string): Promise<DecodedDelivery>;
}

/**
 * An app that receives webhooks; verifies that deliveries come from the site. For servers.
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

/** Retention of tokens without an expiry. */
const defaultTokenTtlMs = 3_600_000;

function checkSender(
  { iss, aud, exp, iat }: Record<string, unknown>,
  { appId, issuer, accepts }: { appId: string; issuer: string; accepts: (danger: InsecureTokenProperty) => boolean },
): void {
  if ((exp === undefined || iat === undefined) && !accepts("missingTimes"))
    throw tokenError("ERR_JWT_CLAIM_VALIDATION_FAILED", 'The token has no "exp" or no "iat".');
  if (accepts("foreignSender")) return;
  // Optional claims: the signature is decisive.
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
