import type { TokenAnswer, TokenRequestBody } from "@porchlight/contract/auth/token";
import type { Deps } from "../deps.ts";
import { OAuthRefusal } from "../errors.ts";
import { hashSecret } from "../secrets.ts";
import { renewSession, revokeSession } from "../sessions/sessions-store.ts";
import { findApp } from "./apps-store.ts";
import { idleLifeMs, tokenAnswer } from "./issue-tokens.ts";

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
  await deps.limits.count("renewals of a token", refreshToken);

  const at = deps.now();
  const appId = clientId?.toLowerCase();
  // Derived, not random: crossing renewals make the same one without knowing of each other.
  const successor = deps.secrets.mac("refresh token successor", refreshToken).toString("base64url");
  const session = await renewSession(deps.db, {
    siteId,
    tokenHash: hashSecret(refreshToken),
    successorHash: hashSecret(successor),
    appId,
    at,
    replacedSince: new Date(at.getTime() - rotationGraceMs),
    visitorUntil: new Date(at.getTime() + idleLifeMs.visitor),
    memberUntil: new Date(at.getTime() + idleLifeMs.member),
  });
  if (session?.is_renewed) {
    const claims = {
      subjectId: session.subject_id,
      appId: session.app_id,
      sessionId: session.id,
      role: session.role,
    };
    return tokenAnswer(deps, claims, session.refresh_tokens === "rotate" ? successor : refreshToken);
  }

  if (session?.is_reused) {
    await revokeSession(deps.db, siteId, session.id, at);
    deps.log.warn({ event: "refresh-token-reused", sessionId: session.id, appId: session.app_id }, "session revoked");
  }
  const isKnownApp = appId === undefined || session?.app_id === appId || (await findApp(deps.db, siteId, appId));
  throw new OAuthRefusal(isKnownApp ? "invalid_grant" : "invalid_client");
}
