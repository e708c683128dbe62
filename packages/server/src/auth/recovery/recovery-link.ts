import type { IdentityStatus } from "@porchlight/contract/auth/state";
import type { Transaction } from "kysely";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { consumeMemberRecoveryTokens, insertRecoveryToken } from "./recovery-tokens-store.ts";

/** The hosted pages that emails link to; unlike the others they open without a pending sign-in. Source: screens, §5. */
export const recoveryPaths = { forgot: "/hosted/forgot", reset: "/hosted/reset" } as const;

/** Names the app to return to. */
export const appParameter = "app";
export const recoveryTokenParameter = "token";

/** The page that a link opens. */
export interface LinkPage {
  page: string;
  /** Whether the page takes the token from its query, which works without scripts. Default: from its fragment. */
  readsQuery?: boolean | undefined;
}

/** Also for invitations, see decision 022. Source: security requirements §4. */
export const recoveryTokenTtlMinutes = 30;

/** PENDING members verify their email through the link; members who may not sign in get none. */
export const recoverableStatuses: readonly IdentityStatus[] = ["ACTIVE", "PENDING"];

/**
 * Creates a link to set a new password, and revokes the member's previous ones. The caller holds the member's lock.
 *
 * @param request `id` makes the call idempotent: a repeated call returns `undefined`.
 */
export async function createRecoveryLink(
  tx: Transaction<Tables>,
  context: TxContext,
  memberId: string,
  request: { id: string } & LinkPage,
): Promise<{ url: string; ttlMinutes: number } | undefined> {
  const at = context.now();
  const siteId = context.site.id;
  const token = newSecret();
  const tokenHash = hashSecret(token);
  const inserted = await insertRecoveryToken(tx, {
    siteId,
    tokenHash,
    memberId,
    requestId: request.id,
    at,
    expiresAt: new Date(at.getTime() + recoveryTokenTtlMinutes * 60_000),
  });
  if (!inserted) return undefined;
  await consumeMemberRecoveryTokens(tx, siteId, memberId, at, tokenHash);
  return { url: withToken(request, token), ttlMinutes: recoveryTokenTtlMinutes };
}

function withToken({ page, readsQuery = false }: LinkPage, token: string): string {
  const joint = !readsQuery ? "#" : page.includes("?") ? "&" : "?";
  return `${page}${joint}${recoveryTokenParameter}=${token}`;
}
