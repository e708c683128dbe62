import type { IdentityStatus } from "@porchlight/contract/auth/state";
import type { Transaction } from "kysely";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { TxContext } from "../../platform/server-context.ts";
import { consumeMemberRecoveryTokens, insertRecoveryToken } from "./recovery-tokens-store.ts";

/** The hosted pages that mails lead to: unlike the others they open without a sign-in under way. Source: screens, §5. */
export const recoveryPaths = { forgot: "/hosted/forgot", reset: "/hosted/reset" } as const;

/** Says for which app they were asked for, so that they know the way back. */
export const appParameter = "app";
/** Holds the token of a mail. */
export const recoveryTokenParameter = "token";

/** The page that a link opens. */
export interface LinkPage {
  page: string;
  /** Whether it takes the token from its query, which works without scripts, rather than from its fragment. */
  readsQuery?: boolean | undefined;
}

/** Source: security requirements §4. An invitation lives no longer: see decision 022. */
export const recoveryTokenTtlMinutes = 30;

/** A PENDING member proves their e-mail by the link; whoever may not come in has no use for a password. */
export const recoverableStatuses: readonly IdentityStatus[] = ["ACTIVE", "PENDING"];

/**
 * Makes a link to a new password, which kills the former ones. The caller holds the member's lock.
 *
 * @param request `id`: what asked for it; asked again, there is no second link, but `undefined`.
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
