import type { TokenRequestBody, TokenResponse } from "@porchlight/contract/auth/tokens/schema";
import { OAuthRefusal } from "../../platform/context/errors.ts";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import type { NewAccessToken } from "../../platform/identity/access-tokens.ts";
import { type Device, unknownDevice } from "../../platform/identity/device.ts";
import { insertRefreshToken, insertSession } from "../../platform/identity/sessions-store.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { findApp } from "../apps/apps-store.ts";

const dayMs = 86_400_000;
/** A session expires if it is not renewed for this long. Source: security requirements §4. */
export const idleTtlMs: Readonly<Record<"visitor" | "member", number>> = { visitor: 30 * dayMs, member: 90 * dayMs };
/** A session expires after this time even if it is renewed. */
export const absoluteTtlMs = 365 * dayMs;

/** Lifetimes of the sessions that the token endpoint starts. */
export function sessionTtl({ config }: Pick<TxContext, "config">): { idleMs: typeof idleTtlMs; absoluteMs: number } {
  const ttl = config.sessionTtl;
  if (!ttl) return { idleMs: idleTtlMs, absoluteMs: absoluteTtlMs };
  return { idleMs: { visitor: ttl.idleMs, member: ttl.idleMs }, absoluteMs: ttl.absoluteMs };
}

/** When a session renewed at `at` expires. */
export function idleExpiry(role: "visitor" | "member", at: Date, absoluteExpiresAt: Date): Date {
  return new Date(Math.min(at.getTime() + idleTtlMs[role], absoluteExpiresAt.getTime()));
}

/**
 * Creates a session with its first refresh token.
 *
 * @param options.subjectId Id of the member or visitor.
 * @param options.browserId Identifies the browser across sessions. Default: a new one.
 */
export async function openSession(
  tx: DbOrTx,
  context: TxContext,
  {
    appId,
    role,
    subjectId,
    device = unknownDevice,
    browserId = newId(),
  }: {
    appId: string;
    role: "visitor" | "member";
    subjectId: string;
    device?: Device;
    browserId?: string | undefined;
  },
): Promise<{ claims: NewAccessToken; refreshToken: string }> {
  const at = context.now();
  const sessionId = newId(at.getTime());
  const { idleMs, absoluteMs } = sessionTtl(context);
  const absoluteExpiresAt = new Date(at.getTime() + absoluteMs);
  await insertSession(tx, {
    siteId: context.site.id,
    id: sessionId,
    appId,
    role,
    subjectId,
    at,
    expiresAt: new Date(Math.min(at.getTime() + idleMs[role], absoluteExpiresAt.getTime())),
    absoluteExpiresAt,
    device,
    browserId,
  });
  const refreshToken = newSecret();
  await insertRefreshToken(tx, context.site.id, hashSecret(refreshToken), sessionId, at);
  return { claims: { subjectId, appId, sessionId, role, sessionEnd: absoluteExpiresAt }, refreshToken };
}

/** Signs a new access token for the response of the token endpoint. */
export async function createTokenResponse(
  context: ServerContext,
  claims: NewAccessToken,
  refreshToken: string,
): Promise<TokenResponse> {
  const { token, expiresInSeconds } = await context.accessTokens.sign(claims, context.now());
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: expiresInSeconds,
    refresh_token: refreshToken,
  };
}

type Grant = Extract<TokenRequestBody, { grantType: "anonymous" }>;

/**
 * Issues tokens to an anonymous visitor.
 *
 * @throws {OAuthRefusal} `invalid_client`.
 */
export async function startVisitorSession(context: ServerContext, { clientId }: Grant): Promise<TokenResponse> {
  const app = await findApp(context.db, context.site.id, clientId);
  if (!app) throw new OAuthRefusal("invalid_client");
  const { claims, refreshToken } = await context.db
    .transaction()
    .execute((tx) =>
      openSession(tx, context, { appId: app.id, role: "visitor", subjectId: newId(context.now().getTime()) }),
    );
  return createTokenResponse(context, claims, refreshToken);
}
