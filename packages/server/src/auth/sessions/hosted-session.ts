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

/** What a browser keeps of a hosted session: the values of two cookies. */
export interface HostedSessionSecrets {
  /** Shown to the hosted pages. */
  token: string;
  /** Sent from frames too, and therefore good for nothing but a code that a registered origin gets by message. */
  silentToken: string;
}

/**
 * The cookies that a browser has sent: of one session, or of two. To a frame in a page of another site it sends `silent` alone, and
 * keeps `silent` alone of those that it gets there.
 */
export interface HostedCookies {
  hosted: string | undefined;
  silent: string | undefined;
}

/** Longest life of a hosted session, in seconds: that of a member's session. */
export const hostedSessionTtlSeconds = absoluteTtlMs / 1_000;

/**
 * Signs a member in at the hosted pages in one browser, with new secrets each time. Whoever was signed in there, by its `former`
 * cookies, no longer is; the browser stays the same.
 *
 * @param signedInAt When the member proved who they are. @param browserId Of a browser that `former` does not tell.
 *
 * Source: security requirements §4 (lives of a member's session) and §6.2.
 */
export async function startHostedSession(
  tx: Transaction<Tables>,
  context: TxContext,
  memberId: string,
  former: HostedCookies,
  { signedInAt = context.now(), browserId }: { signedInAt?: Date; browserId?: string } = {},
): Promise<HostedSessionSecrets> {
  const siteId = context.site.id;
  const knownBrowserId = await findBrowser(tx, context, former);
  await endHostedSessions(tx, context, former);
  const at = context.now();
  const absoluteExpiresAt = new Date(at.getTime() + absoluteTtlMs);
  const secrets = { token: newSecret(), silentToken: newSecret() };
  await insertHostedSession(tx, {
    siteId,
    tokenHash: hashSecret(secrets.token),
    silentHash: hashSecret(secrets.silentToken),
    memberId,
    browserId: knownBrowserId ?? browserId ?? newId(),
    signedInAt,
    expiresAt: idleExpiry("member", at, absoluteExpiresAt),
    absoluteExpiresAt,
  });
  return secrets;
}

/**
 * The same for a member who has signed in elsewhere, at `signedInAt`. `undefined` when they may not, and when they are signed in in
 * this browser already, perhaps more recently: nothing is to be made older.
 */
export async function resumeHostedSession(
  tx: Transaction<Tables>,
  context: TxContext,
  memberId: string,
  { signedInAt, browserId, former }: { signedInAt: Date; browserId: string; former: HostedCookies },
): Promise<HostedSessionSecrets | undefined> {
  const signedIn = await findHostedMembers(tx, context, former);
  if (signedIn.hosted === memberId && signedIn.silent === memberId) return undefined;
  if ((await findMember(tx, context.site.id, memberId))?.status !== "ACTIVE") return undefined;
  return startHostedSession(tx, context, memberId, former, { signedInAt, browserId });
}

/** The browser that has sent these cookies; `undefined` when it has never been signed in here, or is signed out. */
export async function findBrowser(
  tx: Transaction<Tables>,
  { site }: TxContext,
  { hosted, silent }: HostedCookies,
): Promise<string | undefined> {
  const find = async (column: HostedSessionKey["column"], cookie: string | undefined) =>
    cookie === undefined ? undefined : findBrowserId(tx, site.id, { column, hash: hashSecret(cookie) });
  return (await find("token_hash", hosted)) ?? find("silent_hash", silent);
}

/** Who is signed in in the browser that has sent this cookie, which browser it is, and since when; counts as a use. */
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

/** Who is signed in by each of these cookies. */
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

/** Signs the browser that has sent these cookies out of the hosted pages. */
export async function endHostedSessions(
  tx: Transaction<Tables>,
  { site }: TxContext,
  { hosted, silent }: HostedCookies,
): Promise<void> {
  if (hosted !== undefined) await deleteHostedSession(tx, site.id, { column: "token_hash", hash: hashSecret(hosted) });
  if (silent !== undefined) await deleteHostedSession(tx, site.id, { column: "silent_hash", hash: hashSecret(silent) });
}

/**
 * Turns the session token, in which every sign-in ends, into a hosted session of this browser.
 *
 * @throws {Refusal} `UNAUTHENTICATED` when the member was blocked, or changed their password, since.
 */
export async function openHostedSession(
  context: ServerContext,
  { appId, sessionToken, former }: { appId: string; sessionToken: string; former: HostedCookies },
): Promise<HostedSessionSecrets> {
  const siteId = context.site.id;
  return context.db.transaction().execute(async (tx) => {
    const memberId = await consumeSessionToken(tx, siteId, hashSecret(sessionToken), appId, context.now());
    const member = memberId ? await findMember(tx, siteId, memberId) : undefined;
    if (member?.status !== "ACTIVE") throw new Refusal("UNAUTHENTICATED");
    return startHostedSession(tx, context, member.id, former);
  });
}
