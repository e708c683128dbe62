import { createHash } from "node:crypto";
import type { TokenRequestBody, TokenResponse } from "@porchlight/contract/auth/tokens/schema";
import { maxCodeVerifierLength, minCodeVerifierLength } from "@porchlight/contract/limits";
import { findMember } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { OAuthRefusal } from "../../platform/context/errors.ts";
import { equalInConstantTime, hashSecret } from "../../platform/crypto/secrets.ts";
import { revokeSession } from "../../platform/identity/sessions-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findApp } from "../apps/apps-store.ts";
import {
  type AuthorizationCodeRow,
  consumeAuthorizationCode,
  lockAuthorizationCode,
} from "./authorization-codes-store.ts";
import { createTokenResponse, openSession } from "./issue-tokens.ts";

type Grant = Extract<TokenRequestBody, { grantType: "authorization_code" }>;

const verifierPattern = new RegExp(`^[A-Za-z0-9._~-]{${minCodeVerifierLength},${maxCodeVerifierLength}}$`);

/**
 * Exchanges an authorization code for a member's tokens, once. A reused code was intercepted, so the session that it
 * started ends.
 *
 * @throws {OAuthRefusal} `invalid_client`; `invalid_grant`, without details, for every other failure.
 * Source: RFC 6749 §4.1.3, RFC 7636 §4.6, security requirements §4.1 and §4.3.
 */
export async function exchangeAuthorizationCode(context: ServerContext, grant: Grant): Promise<TokenResponse> {
  const siteId = context.site.id;
  const codeHash = hashSecret(grant.code);

  const opened = await context.db.transaction().execute(async (tx) => {
    const at = context.now();
    const app = await findApp(tx, siteId, grant.clientId);
    if (!app) throw new OAuthRefusal("invalid_client");
    const code = await lockAuthorizationCode(tx, siteId, codeHash);
    if (code?.used_at && code.session_id) {
      await revokeSession(tx, siteId, code.session_id, at);
      await recordAuditEvent(tx, context, "authorization-code-reused", {
        by: "server",
        memberId: code.member_id,
        appId: app.id,
        details: { sessionId: code.session_id },
      });
      return undefined;
    }
    if (!code || code.app_id !== app.id || !matchesGrant(code, grant)) return undefined;
    const member = await findMember(tx, siteId, code.member_id);
    if (member?.status !== "ACTIVE") return undefined;
    const session = await openSession(tx, context, {
      appId: app.id,
      role: "member",
      subjectId: member.id,
      device: { browser: code.browser, device: code.device },
      browserId: code.browser_id ?? undefined,
    });
    if (!(await consumeAuthorizationCode(tx, siteId, codeHash, session.claims.sessionId, at)))
      throw new OAuthRefusal("invalid_grant");
    return session;
  });
  if (!opened) throw new OAuthRefusal("invalid_grant");
  return createTokenResponse(context, opened.claims, opened.refreshToken);
}

function matchesGrant(code: AuthorizationCodeRow, { redirectUri, codeVerifier }: Grant): boolean {
  if (code.redirect_uri !== (redirectUri ?? null) || !verifierPattern.test(codeVerifier)) return false;
  const challenge = createHash("sha256").update(codeVerifier, "ascii").digest("base64url");
  return equalInConstantTime(Buffer.from(challenge), Buffer.from(code.code_challenge));
}
