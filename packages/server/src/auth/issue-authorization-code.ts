import type { OAuthErrorCode } from "@porchlight/contract/auth/errors";
import type { Transaction } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { findMember } from "../members/members-store.ts";
import { hashSecret, newSecret } from "../secrets.ts";
import { insertAuthorizationCode } from "./authorization-codes-store.ts";
import { useSessionToken } from "./session-tokens-store.ts";

/** Source: security requirements §4. */
export const authorizationCodeLifeMs = 60_000;

/**
 * Turns a session token, the proof of a sign-in, into an authorization code. The token is used up whether or not its
 * member may still come in.
 */
export async function issueAuthorizationCode(
  tx: Transaction<Tables>,
  deps: Deps,
  request: { appId: string; sessionTokenHash: Buffer | null; redirectUri: string | null; codeChallenge: string },
): Promise<{ code: string } | { error: OAuthErrorCode }> {
  const at = deps.now();
  const siteId = deps.site.id;
  const memberId =
    request.sessionTokenHash && (await useSessionToken(tx, siteId, request.sessionTokenHash, request.appId, at));
  if (!memberId) return { error: "login_required" };
  const member = await findMember(tx, siteId, memberId);
  if (member?.status !== "ACTIVE") return { error: "access_denied" };
  const code = newSecret();
  await insertAuthorizationCode(tx, {
    siteId,
    codeHash: hashSecret(code),
    appId: request.appId,
    memberId,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    expiresAt: new Date(at.getTime() + authorizationCodeLifeMs),
  });
  return { code };
}
