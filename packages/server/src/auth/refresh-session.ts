import type { TokenAnswer, TokenRequestBody } from "@porchlight/contract/auth/token";
import type { Deps } from "../deps.ts";
import { OAuthRefusal } from "../errors.ts";
import { findMember } from "../members/members-store.ts";
import { hashSecret } from "../secrets.ts";
import { extendSession, lockRefreshToken, revokeSession, rotateRefreshToken } from "../sessions/sessions-store.ts";
import { findApp } from "./apps-store.ts";
import { idleExpiry, tokenAnswer } from "./issue-tokens.ts";

type Grant = Extract<TokenRequestBody, { grantType: "refresh_token" }>;

/** Renewals that crossed each other, or whose answer got lost, still find the successor. Source: security requirements §4.2. */
const rotationGraceMs = 10_000;

/**
 * Renews a session. An app registered as `stable` gets its refresh token back; one registered as `rotate` gets a
 * successor, the same for all renewals within ten seconds. Who comes with the former one later holds a stolen or a lost
 * token: the whole session ends.
 *
 * @throws {OAuthRefusal} `invalid_client`; `invalid_grant` for whatever else does not fit, without telling what. @throws {Refusal} `TOO_MANY_REQUESTS`.
 */
export async function refreshSession(deps: Deps, { clientId, refreshToken }: Grant): Promise<TokenAnswer> {
  const siteId = deps.site.id;
  const tokenHash = hashSecret(refreshToken);
  await deps.limits.count("renewals of a token", refreshToken);

  const renewed = await deps.db.transaction().execute(async (tx) => {
    const at = deps.now();
    const session = await lockRefreshToken(tx, siteId, tokenHash);
    if (clientId !== undefined && session?.app_id !== clientId.toLowerCase()) {
      if (!(await findApp(tx, siteId, clientId))) throw new OAuthRefusal("invalid_client");
      return undefined;
    }
    if (!session || session.revoked_at || session.expires_at <= at || session.absolute_expires_at <= at)
      return undefined;
    if (session.replaced_at && at.getTime() - session.replaced_at.getTime() > rotationGraceMs) {
      await revokeSession(tx, siteId, session.id, at);
      deps.log.warn({ event: "refresh-token-reused", sessionId: session.id, appId: session.app_id }, "session revoked");
      return undefined;
    }
    if (session.role === "member" && (await findMember(tx, siteId, session.subject_id))?.status !== "ACTIVE")
      return undefined;

    const expiresAt = idleExpiry(session.role, at, session.absolute_expires_at);
    const claims = {
      subjectId: session.subject_id,
      appId: session.app_id,
      sessionId: session.id,
      role: session.role,
    };
    if (session.refresh_tokens === "stable") {
      await extendSession(tx, siteId, session.id, at, expiresAt);
      return { claims, refreshToken };
    }

    // Derived, not random: crossing renewals make the same one without knowing of each other.
    const successor = deps.secrets.mac("refresh token successor", refreshToken).toString("base64url");
    const successorHash = hashSecret(successor);
    await rotateRefreshToken(tx, { siteId, sessionId: session.id, tokenHash, successorHash, at, expiresAt });
    return { claims, refreshToken: successor };
  });
  if (!renewed) throw new OAuthRefusal("invalid_grant");
  return tokenAnswer(deps, renewed.claims, renewed.refreshToken);
}
