import type { TokenRequestBody, TokenResponse } from "@porchlight/contract/auth/tokens/schema";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { OAuthRefusal } from "../../platform/context/errors.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import { refreshStoredSession, revokeSession } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findApp } from "../apps/apps-store.ts";
import { createTokenResponse, sessionTtl } from "./issue-tokens.ts";

type Grant = Extract<TokenRequestBody, { grantType: "refresh_token" }>;

/**
 * The last of several crossing renewals may arrive when the successor is in use already. Source: security requirements
 * §4.2.
 */
const rotationGraceMs = 10_000;

/**
 * Renews a session. An app registered as `stable` gets the same refresh token; one registered as `rotate` gets a
 * successor, and the same successor again until it is used, since the response may have been lost. A former token that
 * arrives more than ten seconds after that was copied, so the session ends. Source: decision 034.
 *
 * @throws {OAuthRefusal} `invalid_client`; `invalid_grant`, without details, for every other failure.
 * @throws {Refusal} `TOO_MANY_REQUESTS`.
 */
export async function refreshSession(
  context: ServerContext,
  { clientId, refreshToken }: Grant,
): Promise<TokenResponse> {
  const siteId = context.site.id;
  await context.limits.count("refreshesPerToken", refreshToken);

  const at = context.now();
  const appId = clientId?.toLowerCase();
  // Derived, not random, so that crossing renewals create the same token.
  const successor = context.secrets.mac("refresh token successor", refreshToken).toString("base64url");
  const successorHash = hashSecret(successor);
  const { idleMs } = sessionTtl(context);
  const session = await refreshStoredSession(context.db, {
    siteId,
    tokenHash: hashSecret(refreshToken),
    successorHash,
    appId,
    at,
    inUseSince: new Date(at.getTime() - rotationGraceMs),
    visitorUntil: new Date(at.getTime() + idleMs.visitor),
    memberUntil: new Date(at.getTime() + idleMs.member),
  });
  if (session?.is_renewed) {
    const { id: sessionId, app_id, subject_id: subjectId, role, absolute_expires_at: sessionEnd } = session;
    const claims = { subjectId, appId: app_id, sessionId, role, sessionEnd };
    if (session.refresh_tokens === "stable") return createTokenResponse(context, claims, refreshToken);
    return createTokenResponse(context, { ...claims, renewal: successorHash.toString("base64url") }, successor);
  }

  if (session?.is_reused) {
    const { id: sessionId, app_id: appId, role, subject_id: subjectId } = session;
    await context.db.transaction().execute(async (tx) => {
      await revokeSession(tx, siteId, sessionId, at);
      const memberId = role === "member" ? subjectId : undefined;
      await recordAuditEvent(tx, context, "refresh-token-reused", {
        by: "server",
        memberId,
        appId,
        details: { sessionId },
      });
    });
    context.liveSessions.invalidate(sessionId);
  }
  if (session?.is_disabled) throw new OAuthRefusal("invalid_client");
  const isExistingApp = appId === undefined || session?.app_id === appId || (await findApp(context.db, siteId, appId));
  throw new OAuthRefusal(isExistingApp ? "invalid_grant" : "invalid_client");
}
