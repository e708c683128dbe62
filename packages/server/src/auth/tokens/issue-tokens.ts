import type { TokenResponse } from "@porchlight/contract/auth/tokens/schema";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import type { AccessTokenClaims } from "../../platform/identity/access-tokens.ts";
import { type Device, unknownDevice } from "../../platform/identity/device.ts";
import { accessTokenTtlSeconds } from "../../platform/identity/key-ring.ts";
import { insertRefreshToken, insertSession } from "../../platform/identity/sessions-store.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";

const dayMs = 86_400_000;
/** How long a session lasts without a renewal, and at most. Source: security requirements §4. */
export const idleTtlMs = { visitor: 30 * dayMs, member: 90 * dayMs } as const;
export const absoluteTtlMs = 365 * dayMs;

/** When a session that is renewed at `at` ends by itself. */
export function idleExpiry(role: "visitor" | "member", at: Date, absoluteExpiresAt: Date): Date {
  return new Date(Math.min(at.getTime() + idleTtlMs[role], absoluteExpiresAt.getTime()));
}

/**
 * Opens a session with its first refresh token. `device`, `browserId` and `place` are what the member signed in with, where a browser
 * of theirs did.
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
    place = null,
  }: {
    appId: string;
    role: "visitor" | "member";
    subjectId: string;
    device?: Device;
    browserId?: string | undefined;
    place?: Buffer | null;
  },
): Promise<{ claims: AccessTokenClaims; refreshToken: string }> {
  const at = context.now();
  const sessionId = newId(at.getTime());
  const absoluteExpiresAt = new Date(at.getTime() + absoluteTtlMs);
  await insertSession(tx, {
    siteId: context.site.id,
    id: sessionId,
    appId,
    role,
    subjectId,
    at,
    expiresAt: idleExpiry(role, at, absoluteExpiresAt),
    absoluteExpiresAt,
    device,
    browserId,
    place,
  });
  const refreshToken = newSecret();
  await insertRefreshToken(tx, context.site.id, hashSecret(refreshToken), sessionId, at);
  return { claims: { subjectId, appId, sessionId, role }, refreshToken };
}

/** The token endpoint's answer; signs a new access token. */
export async function createTokenResponse(
  context: ServerContext,
  claims: AccessTokenClaims,
  refreshToken: string,
): Promise<TokenResponse> {
  return {
    access_token: await context.accessTokens.sign(claims, context.now()),
    token_type: "Bearer",
    expires_in: accessTokenTtlSeconds,
    refresh_token: refreshToken,
  };
}
