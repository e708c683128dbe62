import type { Transaction } from "kysely";
import { findMember } from "../../members/members-store.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hashSecret, newSecret } from "../../platform/crypto/secrets.ts";
import { newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import {
  deleteHostedSession,
  extendHostedSession,
  findBrowserId,
  findHostedSession,
  type HostedSessionKey,
  insertHostedSession,
} from "../../platform/identity/hosted-sessions-store.ts";
import type { ServerContext, TxContext } from "../../platform/server-context.ts";
import { absoluteTtlMs, idleExpiry, idleTtlMs } from "../tokens/issue-tokens.ts";
import { consumeSessionToken } from "../tokens/session-tokens-store.ts";

/** The values of the two cookies of a hosted session. */
export interface HostedSessionSecrets {
  /** Sent to the hosted pages. */
  token: string;
  /** Also sent from frames, and therefore only valid for authorization codes sent by message to a registered origin. */
  silentToken: string;
}

/**
 * The browser's cookies, of one hosted session or two. In a frame on another site, browsers send and store only
 * `silent`.
 */
export interface HostedCookies {
  hosted: string | undefined;
  silent: string | undefined;
}

/** Maximum lifetime, the same as for a member's session. */
export const hostedSessionTtlSeconds = absoluteTtlMs / 1_000;

/**
 * Signs a member in at the hosted pages of one browser, with new secrets. Ends the sessions of `cookies`; the browser
 * keeps its id.
 *
 * @param signedInAt When the member authenticated.
 * @param browserId Used if `cookies` identify no browser.
 * Source: security requirements §4 (lives of a member's session) and §6.2.
 */
export async function startHostedSession(
  tx: Transaction<Tables>,
  context: TxContext,
  memberId: string,
  cookies: HostedCookies,
  { signedInAt = context.now(), browserId }: { signedInAt?: Date; browserId?: string } = {},
): Promise<HostedSessionSecrets> {
  const siteId = context.site.id;
  const cookieBrowserId = await findBrowser(tx, context, cookies);
  await endHostedSessions(tx, context, cookies);
  const at = context.now();
  const absoluteExpiresAt = new Date(at.getTime() + absoluteTtlMs);
  const secrets = { token: newSecret(), silentToken: newSecret() };
  await insertHostedSession(tx, {
    siteId,
    tokenHash: hashSecret(secrets.token),
    silentHash: hashSecret(secrets.silentToken),
    memberId,
    browserId: cookieBrowserId ?? browserId ?? newId(),
    signedInAt,
    expiresAt: idleExpiry("member", at, absoluteExpiresAt),
    absoluteExpiresAt,
  });
  return secrets;
}

/**
 * Starts a hosted session for a member who signed in elsewhere at `signedInAt`. `undefined` if the member is not
 * active, or already has a hosted session in this browser, which may be more recent.
 */
export async function resumeHostedSession(
  tx: Transaction<Tables>,
  context: TxContext,
  memberId: string,
  { signedInAt, browserId, cookies }: { signedInAt: Date; browserId: string; cookies: HostedCookies },
): Promise<HostedSessionSecrets | undefined> {
  const signedIn = await findHostedMembers(tx, context, cookies);
  if (signedIn.hosted === memberId && signedIn.silent === memberId) return undefined;
  if ((await findMember(tx, context.site.id, memberId))?.status !== "ACTIVE") return undefined;
  return startHostedSession(tx, context, memberId, cookies, { signedInAt, browserId });
}

/** The browser that sent these cookies; `undefined` if it was never signed in here or is signed out. */
export async function findBrowser(
  tx: Transaction<Tables>,
  { site }: TxContext,
  { hosted, silent }: HostedCookies,
): Promise<string | undefined> {
  const find = async (column: HostedSessionKey["column"], cookie: string | undefined) =>
    cookie === undefined ? undefined : findBrowserId(tx, site.id, { column, hash: hashSecret(cookie) });
  return (await find("token_hash", hosted)) ?? find("silent_hash", silent);
}

/** The member and browser of the cookie, and when the member signed in. Extends the session. */
export async function resolveHostedSession(
  tx: Transaction<Tables>,
  context: TxContext,
  column: HostedSessionKey["column"],
  cookie: string | undefined,
): Promise<{ memberId: string; browserId: string; signedInAt: Date } | undefined> {
  if (cookie === undefined) return undefined;
  const at = context.now();
  const until = new Date(at.getTime() + idleTtlMs.member);
  return extendHostedSession(
    tx,
    context.site.id,
    { column, hash: hashSecret(cookie) },
    { at, until, browserId: newId() },
  );
}

/** The member of each cookie. */
export async function findHostedMembers(
  tx: Transaction<Tables>,
  context: TxContext,
  { hosted, silent }: HostedCookies,
): Promise<Record<keyof HostedCookies, string | undefined>> {
  const find = async (column: HostedSessionKey["column"], cookie: string | undefined) =>
    cookie === undefined
      ? undefined
      : findHostedSession(tx, context.site.id, { column, hash: hashSecret(cookie) }, context.now());
  return { hosted: await find("token_hash", hosted), silent: await find("silent_hash", silent) };
}

/** Ends the hosted sessions of these cookies. */
export async function endHostedSessions(
  tx: Transaction<Tables>,
  { site }: TxContext,
  { hosted, silent }: HostedCookies,
): Promise<void> {
  if (hosted !== undefined) await deleteHostedSession(tx, site.id, { column: "token_hash", hash: hashSecret(hosted) });
  if (silent !== undefined) await deleteHostedSession(tx, site.id, { column: "silent_hash", hash: hashSecret(silent) });
}

/**
 * Exchanges a session token for a hosted session of this browser.
 *
 * @throws {Refusal} `UNAUTHENTICATED` if the member was blocked or changed the password since.
 */
export async function openHostedSession(
  context: ServerContext,
  { appId, sessionToken, cookies }: { appId: string; sessionToken: string; cookies: HostedCookies },
): Promise<HostedSessionSecrets> {
  const siteId = context.site.id;
  return context.db.transaction().execute(async (tx) => {
    const memberId = await consumeSessionToken(tx, siteId, hashSecret(sessionToken), appId, context.now());
    const member = memberId ? await findMember(tx, siteId, memberId) : undefined;
    if (member?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
    return startHostedSession(tx, context, member.id, cookies);
  });
}
