import type { AuthorizedClientBody, TokenResponse } from "@porchlight/contract/auth/tokens/schema";
import { lockMember } from "../../members/members-store.ts";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { OAuthRefusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import { isId } from "../../platform/db/ids.ts";
import { hasApiKeyRole } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { createTokenResponse, openSession } from "./issue-tokens.ts";
import { consumeSessionToken } from "./session-tokens-store.ts";

/**
 * Issues a member's tokens to an API key, for the app of the token that accompanies the key. A session token from
 * sign-on must belong to this member and app, and is consumed.
 *
 * @throws {OAuthRefusal} `unauthorized_client` without an API key of role admin and a token; `invalid_grant`, without
 *   details, for every other failure.
 * Source: wire.md, "Tokens"; security requirements §3.9.
 */
export async function exchangeApiKeyForMemberToken(
  context: ServerContext,
  { caller }: Requester,
  grant: AuthorizedClientBody,
): Promise<TokenResponse> {
  if (!hasApiKeyRole(caller, "admin") || (caller.kind !== "visitor" && caller.kind !== "member"))
    throw new OAuthRefusal("unauthorized_client");
  const { appId } = caller;
  const siteId = context.site.id;
  const memberId = grant.member_id.toLowerCase();

  const session = await context.db.transaction().execute(async (tx) => {
    const member = isId(memberId) ? await lockMember(tx, siteId, memberId) : undefined;
    if (member?.status !== "ACTIVE") throw new OAuthRefusal("invalid_grant");
    if (grant.session_token !== undefined) {
      const tokenHash = hashSecret(grant.session_token);
      if ((await consumeSessionToken(tx, siteId, tokenHash, appId, context.now())) !== member.id)
        throw new OAuthRefusal("invalid_grant");
    }
    await recordAuditEvent(tx, context, "signed-in-by-key", { by: caller, memberId: member.id, appId });
    return openSession(tx, context, { appId, role: "member", subjectId: member.id });
  });
  return createTokenResponse(context, session.claims, session.refreshToken);
}
