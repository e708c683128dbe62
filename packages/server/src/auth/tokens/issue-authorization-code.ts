import type { OAuthErrorCode } from "@porchlight/contract/auth/errors";
import type { Transaction } from "kysely";
import { findMember } from "../../members/members-store.ts";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { Device } from "../../platform/identity/device.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { insertAuthorizationCode } from "./authorization-codes-store.ts";

/** Source: security requirements §4. */
export const authorizationCodeTtlMs = 60_000;

/** Issues a code for an authenticated member, if the member is active. */
export async function issueAuthorizationCode(
  tx: Transaction<Tables>,
  context: TxContext,
  request: {
    appId: string;
    memberId: string;
    redirectUri: string | null;
    codeChallenge: string;
    /** The browser and device that opened the authorize URL, not those that exchange the code. */
    device: Device;
    browserId: string;
  },
): Promise<{ code: string } | { error: OAuthErrorCode }> {
  const at = context.now();
  const siteId = context.site.id;
  const member = await findMember(tx, siteId, request.memberId);
  if (member?.status !== "ACTIVE") return { error: "access_denied" };
  const code = newSecret();
  await insertAuthorizationCode(tx, {
    siteId,
    codeHash: hashSecret(code),
    appId: request.appId,
    memberId: member.id,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    expiresAt: new Date(at.getTime() + authorizationCodeTtlMs),
    device: request.device,
    browserId: request.browserId,
  });
  return { code };
}
