import { type Selectable, sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { type Bind, preparedStatement } from "../db/prepared-statement.ts";
import type { Tables } from "../db/tables/tables.ts";
import type { Device } from "./device.ts";

export type Session = Selectable<Tables["sessions"]>;

export async function insertSession(
  db: DbOrTx,
  row: {
    siteId: string;
    id: string;
    appId: string;
    role: "visitor" | "member";
    subjectId: string;
    at: Date;
    expiresAt: Date;
    absoluteExpiresAt: Date;
    device: Device;
    browserId: string;
  },
): Promise<void> {
  await db
    .insertInto("sessions")
    .values({
      site_id: row.siteId,
      id: row.id,
      app_id: row.appId,
      role: row.role,
      subject_id: row.subjectId,
      created_at: row.at,
      renewed_at: row.at,
      expires_at: row.expiresAt,
      absolute_expires_at: row.absoluteExpiresAt,
      revoked_at: null,
      browser_id: row.browserId,
      ...row.device,
    })
    .execute();
}

export async function insertRefreshToken(
  db: DbOrTx,
  siteId: string,
  tokenHash: Buffer,
  sessionId: string,
  at: Date,
): Promise<void> {
  await db
    .insertInto("refresh_tokens")
    .values({ site_id: siteId, token_hash: tokenHash, session_id: sessionId, created_at: at, used_at: null })
    .execute();
}

export interface SessionRefresh {
  siteId: string;
  /** Of the presented refresh token. */
  tokenHash: Buffer;
  /** Of its successor, if the app's tokens rotate. */
  successorHash: Buffer;
  /** App of the session; `undefined` for any. */
  appId: string | undefined;
  at: Date;
  /** A token whose successor was used before this time is rejected as reused. */
  inUseSince: Date;
  /** New expiry, capped by the absolute expiry of the session. */
  visitorUntil: Date;
  memberUntil: Date;
}

/** A session found by its refresh token, and whether it was renewed. */
export interface RefreshedSession
  extends Pick<Session, "id" | "app_id" | "role" | "subject_id" | "absolute_expires_at"> {
  refresh_tokens: "stable" | "rotate";
  /** Whether its app is disabled. */
  is_disabled: boolean;
  is_renewed: boolean;
  /** Whether the token was reused although its session is still live. */
  is_reused: boolean;
}

/**
 * Refreshes the session of a refresh token, if it is live, belongs to the app, and is of a visitor or an ACTIVE member.
 *
 * A single statement: concurrent ones wait at the update of the session and then see its current row, so that a revoked
 * session is not refreshed. All compute the same successor, and only the first inserts it.
 *
 * @returns The session, refreshed or not; `undefined` for an unknown token.
 */
export async function refreshStoredSession(db: DbOrTx, renewal: SessionRefresh): Promise<RefreshedSession | undefined> {
  const [session] = await refreshByToken(db, renewal);
  return session;
}

const refreshByToken = preparedStatement(
  (bind: Bind<SessionRefresh>) => sql<RefreshedSession>`
    with held as (
      select
        s.id, s.app_id, s.role, s.subject_id, s.absolute_expires_at, a.refresh_tokens,
        s.revoked_at is null and s.expires_at > ${bind("at")} and s.absolute_expires_at > ${bind("at")}
          and s.app_id = coalesce(${bind("appId")}, s.app_id) and a.disabled_at is null as lives,
        a.disabled_at is not null as is_disabled,
        coalesce(successor.used_at < ${bind("inUseSince")}, false) as is_late
      from refresh_tokens t
        join sessions s on s.site_id = t.site_id and s.id = t.session_id
        join apps a on a.site_id = s.site_id and a.id = s.app_id
        left join refresh_tokens successor
          on successor.site_id = t.site_id and successor.token_hash = ${bind("successorHash")}
      where t.site_id = ${bind("siteId")} and t.token_hash = ${bind("tokenHash")}
    ), renewed as (
      update sessions s set
        renewed_at = ${bind("at")},
        expires_at = least(
          case held.role when 'member' then ${bind("memberUntil")}::timestamptz else ${bind("visitorUntil")} end,
          held.absolute_expires_at)
      from held
      where s.site_id = ${bind("siteId")} and s.id = held.id and s.revoked_at is null
        and held.lives and not held.is_late
        and (held.role = 'visitor' or exists (
          select from members m where m.site_id = s.site_id and m.id = held.subject_id and m.status = 'ACTIVE'))
      returning s.id, held.refresh_tokens
    ), added as (
      insert into refresh_tokens (site_id, token_hash, session_id, created_at)
      select ${bind("siteId")}, ${bind("successorHash")}, id, ${bind("at")} from renewed where refresh_tokens = 'rotate'
      on conflict (site_id, token_hash) do nothing
    ), used as (
      update refresh_tokens t set used_at = ${bind("at")}
      from renewed
      where t.site_id = ${bind("siteId")} and t.token_hash = ${bind("tokenHash")} and t.used_at is null
        and renewed.refresh_tokens = 'rotate'
    )
    select
      id, app_id, role, subject_id, absolute_expires_at, refresh_tokens,
      is_disabled, exists (select from renewed) as is_renewed,
      lives and is_late as is_reused
    from held`,
);

/** Records the first use of the access token that came with a refresh token. */
export async function markTokenUsed(db: DbOrTx, use: { siteId: string; tokenHash: Buffer; at: Date }): Promise<void> {
  await updateUsedAt(db, use);
}

const updateUsedAt = preparedStatement(
  (bind: Bind<{ siteId: string; tokenHash: Buffer; at: Date }>) => sql`
    update refresh_tokens set used_at = ${bind("at")}
    where site_id = ${bind("siteId")} and token_hash = ${bind("tokenHash")} and used_at is null`,
);

/** Revokes a session: its refresh tokens are rejected at once, its access tokens within a second. */
export async function revokeSession(db: DbOrTx, siteId: string, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
}

/**
 * Stores the browser of a session, if it is known.
 *
 * @returns The browser id of the session; a generated one until the browser is known.
 */
export async function setSessionBrowser(
  db: DbOrTx,
  siteId: string,
  sessionId: string,
  browserId: string | undefined,
): Promise<string> {
  const row = await db
    .updateTable("sessions")
    .set((eb) => ({ browser_id: browserId ?? eb.fn.coalesce("browser_id", eb.val(newId())) }))
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .returning("browser_id")
    .executeTakeFirst();
  return row?.browser_id ?? newId();
}

/** Revokes a live session of a member. @returns Its browser id, if known; `undefined` if there is no such session. */
export async function revokeSessionOf(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  sessionId: string,
  at: Date,
): Promise<{ browserId: string | null } | undefined> {
  const row = await db
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .where("subject_id", "=", memberId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", at)
    .returning("browser_id")
    .executeTakeFirst();
  return row && { browserId: row.browser_id };
}

/** Revokes all sessions of a member except `exceptSessionId`. */
export async function revokeSessionsOf(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  at: Date,
  exceptSessionId?: string,
): Promise<void> {
  let update = db
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("site_id", "=", siteId)
    .where("subject_id", "=", memberId)
    .where("revoked_at", "is", null);
  if (exceptSessionId !== undefined) update = update.where("id", "!=", exceptSessionId);
  await update.execute();
}

/** Revokes all sessions of an app. */
export async function revokeSessionsOfApp(db: DbOrTx, siteId: string, appId: string, at: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("site_id", "=", siteId)
    .where("app_id", "=", appId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Clears the devices of a member's sessions. Ended sessions are retained for a day, so that other nodes notice. */
export async function clearDevicesOf(db: DbOrTx, siteId: string, memberId: string, at: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ browser: null, device: null, browser_id: null, expires_at: at })
    .where("site_id", "=", siteId)
    .where("subject_id", "=", memberId)
    .execute();
}

/** Live sessions of a member with the names of their apps: `firstId` first, then by last use. */
export async function findLiveSessionsOf(
  db: DbOrTx,
  {
    siteId,
    memberId,
    firstId,
    at,
    limit,
  }: { siteId: string; memberId: string; firstId: string; at: Date; limit: number },
) {
  return db
    .selectFrom("sessions")
    .innerJoin("apps", (join) =>
      join.onRef("apps.site_id", "=", "sessions.site_id").onRef("apps.id", "=", "sessions.app_id"),
    )
    .select([
      "sessions.id",
      "sessions.created_at",
      "sessions.renewed_at",
      "sessions.browser",
      "sessions.device",
      "sessions.app_id",
      "apps.name as app_name",
    ])
    .where("sessions.site_id", "=", siteId)
    .where("sessions.subject_id", "=", memberId)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", at)
    .orderBy((eb) => eb("sessions.id", "=", firstId), "desc")
    .orderBy("sessions.renewed_at", "desc")
    .orderBy("sessions.id", "desc")
    .limit(limit)
    .execute();
}

/** Whether the member has had a session with this device; `null` if there is nothing to compare. */
export async function matchesSessionDevice(
  db: DbOrTx,
  { siteId, memberId, device }: { siteId: string; memberId: string; device: Device },
): Promise<boolean | null> {
  const { rows } = await sql<{ matches: boolean | null }>`
    select bool_or(browser is not distinct from ${device.browser} and device is not distinct from ${device.device})
      as matches
    from sessions
    where site_id = ${siteId} and subject_id = ${memberId} and (browser is not null or device is not null)`.execute(db);
  return rows[0]?.matches ?? null;
}

/** When the member signed in; `undefined` if the session has ended. */
export async function findSessionStart(db: DbOrTx, siteId: string, sessionId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("sessions")
    .select("created_at")
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row?.created_at;
}

/** When the member last authenticated in this session; `undefined` if it has ended. */
export async function findLastAuthentication(db: DbOrTx, siteId: string, sessionId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("sessions")
    .select((eb) => eb.fn.coalesce("proved_at", "created_at").as("at"))
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row?.at;
}

/** Records a reauthentication. */
export async function setLastAuthentication(db: DbOrTx, siteId: string, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ proved_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
}

/** When a session ends at the latest, even if it is renewed; `undefined` if it has been revoked. */
export async function findSessionEnd(db: DbOrTx, siteId: string, sessionId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom("sessions")
    .select("absolute_expires_at")
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row?.absolute_expires_at;
}

/** The ids of the apps whose tokens are accepted: neither disabled nor deleted. */
export async function findEnabledApps(db: DbOrTx, siteId: string, appId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom("apps")
    .select("id")
    .where("site_id", "=", siteId)
    .where("disabled_at", "is", null)
    .$if(appId !== undefined, (query) => query.where("id", "=", appId!))
    .execute();
  return rows.map(({ id }) => id);
}

/** Sessions revoked by any node. */
export async function findSessionsEndedSince(db: DbOrTx, siteId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("sessions")
    .select("id")
    .where("site_id", "=", siteId)
    .where("revoked_at", ">", since)
    .execute();
  return rows.map(({ id }) => id);
}
