import type { TokenAnswer, TokenRequestBody } from "@porchlight/contract/auth/token";
import type { Deps } from "../deps.ts";
import { OAuthRefusal } from "../errors.ts";
import { findMember } from "../members/members-store.ts";
import { hashSecret } from "../secrets.ts";
import {
  extendSession,
  insertRefreshToken,
  lockRefreshToken,
  markRefreshTokenReplaced,
  revokeSession,
} from "../sessions/sessions-store.ts";
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
    if (clientId !== undefined && !(await findApp(tx, siteId, clientId))) throw new OAuthRefusal("invalid_client");
    const session = await lockRefreshToken(tx, siteId, tokenHash);
    if (!session || session.revoked_at || session.expires_at <= at || session.absolute_expires_at <= at)
      return undefined;
    if (clientId !== undefined && session.app_id !== clientId.toLowerCase()) return undefined;
    const app = await findApp(tx, siteId, session.app_id);
    if (!app) return undefined;
    if (session.replaced_at && at.getTime() - session.replaced_at.getTime() > rotationGraceMs) {
      await revokeSession(tx, siteId, session.id, at);
      deps.log.warn({ event: "refresh-token-reused", sessionId: session.id, appId: app.id }, "session revoked");
      return undefined;
    }
    if (session.role === "member" && (await findMember(tx, siteId, session.subject_id))?.status !== "ACTIVE")
      return undefined;

    await extendSession(tx, siteId, session.id, at, idleExpiry(session.role, at, session.absolute_expires_at));
    const claims = { subjectId: session.subject_id, appId: app.id, sessionId: session.id, role: session.role };
    if (app.refresh_tokens === "stable") return { claims, refreshToken };

    // Derived, not random: crossing renewals make the same one without knowing of each other.
    const successor = deps.secrets.mac("refresh token successor", refreshToken).toString("base64url");
    await insertRefreshToken(tx, siteId, hashSecret(successor), session.id, at);
    await markRefreshTokenReplaced(tx, siteId, tokenHash, at);
    return { claims, refreshToken: successor };
  });
  if (!renewed) throw new OAuthRefusal("invalid_grant");
  return tokenAnswer(deps, renewed.claims, renewed.refreshToken);
}
