import type { Transaction } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { findMember } from "../members/members-store.ts";
import { hashSecret, newSecret } from "../secrets.ts";
import {
  deleteHostedSession,
  extendHostedSession,
  findHostedSession,
  type HostedSessionKey,
  insertHostedSession,
} from "../sessions/hosted-sessions-store.ts";
import { absoluteLifeMs, idleExpiry, idleLifeMs } from "./issue-tokens.ts";

/** What a browser keeps of a hosted session: the values of two cookies. */
export interface HostedSessionSecrets {
  /** Shown to the hosted pages. */
  token: string;
  /** Sent from frames too, and therefore good for nothing but a code that a registered origin gets by message. */
  silentToken: string;
}

/** Longest life of a hosted session, in seconds: that of a member's session. */
export const hostedSessionLifeSeconds = absoluteLifeMs / 1_000;

/**
 * Signs a member in at the hosted pages in one browser, with new secrets each time. Whoever was signed in there, by
 * `formerToken`, no longer is.
 *
 * @param signedInAt When the member proved who they are.
 *
 * Source: security requirements §4 (lives of a member's session) and §6.2.
 */
export async function startHostedSession(
  tx: Transaction<Tables>,
  deps: Deps,
  memberId: string,
  formerToken: string | undefined,
  signedInAt = deps.now(),
): Promise<HostedSessionSecrets> {
  const siteId = deps.site.id;
  if (formerToken !== undefined) await deleteHostedSession(tx, siteId, hashSecret(formerToken));
  const at = deps.now();
  const absoluteExpiresAt = new Date(at.getTime() + absoluteLifeMs);
  const secrets = { token: newSecret(), silentToken: newSecret() };
  await insertHostedSession(tx, {
    siteId,
    tokenHash: hashSecret(secrets.token),
    silentHash: hashSecret(secrets.silentToken),
    memberId,
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
  deps: Deps,
  memberId: string,
  { signedInAt, formerToken }: { signedInAt: Date; formerToken: string | undefined },
): Promise<HostedSessionSecrets | undefined> {
  if (formerToken !== undefined && (await findHostedMember(tx, deps, formerToken)) === memberId) return undefined;
  if ((await findMember(tx, deps.site.id, memberId))?.status !== "ACTIVE") return undefined;
  return startHostedSession(tx, deps, memberId, formerToken, signedInAt);
}

/** Who is signed in in the browser that has sent this cookie, and since when; counts as a use. */
export async function useHostedSession(
  tx: Transaction<Tables>,
  deps: Deps,
  column: HostedSessionKey["column"],
  cookie: string | undefined,
): Promise<{ memberId: string; signedInAt: Date } | undefined> {
  if (cookie === undefined) return undefined;
  const at = deps.now();
  const until = new Date(at.getTime() + idleLifeMs.member);
  return extendHostedSession(tx, deps.site.id, { column, hash: hashSecret(cookie) }, { at, until });
}

/** Who is signed in in the browser that has sent this cookie. */
export async function findHostedMember(
  tx: Transaction<Tables>,
  deps: Deps,
  cookie: string,
): Promise<string | undefined> {
  return findHostedSession(tx, deps.site.id, hashSecret(cookie), deps.now());
}
