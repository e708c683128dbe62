import { type RawBuilder, type Selectable, sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { type Bind, preparedStatement } from "../db/prepared-statement.ts";
import type { Tables } from "../db/tables/tables.ts";
import type { Device } from "./device.ts";

export type Session = Selectable<Tables["sessions"]>;

/**
 * What is stored of a place that `readPlace` has read: another value for each member, so that the rows do not tell who
 * shares one.
 */
export const memberNetworkHash = (
  place: Buffer | undefined,
  memberId: RawBuilder<unknown>,
): RawBuilder<Buffer | null> => sql`sha256(${place}::bytea || uuid_send(${memberId}))`;

/** Home, work, the phone's network, and one on the way. */
const maxNetworks = 4;

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
    /** As {@link memberNetworkHash} writes it. */
    place?: Buffer | null;
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
      ...(row.place && { places: [row.place] }),
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
  /** Of the refresh token that somebody came with. */
  tokenHash: Buffer;
  /** Of the one that takes its place where the app's tokens rotate. */
  successorHash: Buffer;
  /** Whose session it has to be; any app's without it. */
  appId: string | undefined;
  at: Date;
  /** Where the request comes from, as `readPlace` has it; noted with a member's session. */
  network: Buffer | undefined;
  /** A token whose successor was in use before no longer renews. */
  inUseSince: Date;
  /** When the session ends by itself, a visitor's or a member's, unless it has a last day before. */
  visitorUntil: Date;
  memberUntil: Date;
}

/** A session found by its refresh token, and whether it was renewed. */
export interface RefreshedSession extends Pick<Session, "id" | "app_id" | "role" | "subject_id"> {
  refresh_tokens: "stable" | "rotate";
  is_renewed: boolean;
  /** Whether its successor has long been in use, though the session still lives. */
  is_reused: boolean;
}

/**
 * Renews the session of a refresh token, if it lives, belongs to the app, and is a visitor's or an ACTIVE member's; answers
 * the session either way, `undefined` when no token is like this.
 *
 * One statement. Of several at once each waits where it updates the session, and looks at its row anew: what was revoked
 * meanwhile is not renewed. All of them make the same successor, and only the first one adds it.
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
          and s.app_id = coalesce(${bind("appId")}, s.app_id) as lives,
        coalesce(successor.used_at < ${bind("inUseSince")}, false) as is_late,
        case s.role when 'member' then ${memberNetworkHash(bind("network"), sql.ref("s.subject_id"))} end as place
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
          held.absolute_expires_at),
        places = case when held.place is null then s.places
          else (held.place || array_remove(s.places, held.place))[1:${sql.lit(maxNetworks)}] end
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
      id, app_id, role, subject_id, refresh_tokens,
      exists (select from renewed) as is_renewed,
      lives and is_late as is_reused
    from held`,
);

/** Notes that what came with a refresh token is in use; only the first time counts. */
export async function markTokenUsed(db: DbOrTx, use: { siteId: string; tokenHash: Buffer; at: Date }): Promise<void> {
  await updateUsedAt(db, use);
}

const updateUsedAt = preparedStatement(
  (bind: Bind<{ siteId: string; tokenHash: Buffer; at: Date }>) => sql`
    update refresh_tokens set used_at = ${bind("at")}
    where site_id = ${bind("siteId")} and token_hash = ${bind("tokenHash")} and used_at is null`,
);

/** Ends one session: its refresh tokens are refused at once, its access tokens within a second. */
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
 * Notes that the session is used in `browserId`, where that is known.
 *
 * @returns The browser of the session, which is one of its own until it is known to be another's too.
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

/** Ends one live session of a member; answers its browser, `null` where that is not known, `undefined` when there is no such session. */
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

/**
 * Ends every session of a member, or every one but `keptSessionId`. Of those others it is forgotten where they were used: they may have
 * been a stranger's. With all of them ended nothing would be left to compare with.
 */
export async function revokeSessionsOf(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  at: Date,
  exceptSessionId?: string,
): Promise<void> {
  let update = db
    .updateTable("sessions")
    .set({ revoked_at: at, ...(exceptSessionId !== undefined && { places: [] }) })
    .where("site_id", "=", siteId)
    .where("subject_id", "=", memberId)
    .where("revoked_at", "is", null);
  if (exceptSessionId !== undefined) update = update.where("id", "!=", exceptSessionId);
  await update.execute();
}

/** Forgets on what a member was signed in. Their ended sessions themselves stay for a day: other nodes learn from them of the end. */
export async function clearDevicesOf(db: DbOrTx, siteId: string, memberId: string, at: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ browser: null, device: null, browser_id: null, places: [], expires_at: at })
    .where("site_id", "=", siteId)
    .where("subject_id", "=", memberId)
    .execute();
}

/** Live sessions of a member with the names of their apps: `firstId` if it is one of them, then the last used ones. */
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

/**
 * Whether the member has had a session in such a browser, and in such a place; each `null` where nothing of the kind is known of any
 * session of theirs, or of the request.
 */
export async function compareWithSessions(
  db: DbOrTx,
  { siteId, memberId, device, place }: { siteId: string; memberId: string; device: Device; place: Buffer | undefined },
): Promise<{ knowsDevice: boolean | null; knowsPlace: boolean | null }> {
  const { rows } = await sql<{ knowsDevice: boolean | null; knowsPlace: boolean | null }>`
    select
      bool_or(browser is not distinct from ${device.browser} and device is not distinct from ${device.device})
        filter (where browser is not null or device is not null) as "knowsDevice",
      bool_or(${memberNetworkHash(place, sql`${memberId}::uuid`)} = any(places)) filter (where places <> '{}') as "knowsPlace"
    from sessions
    where site_id = ${siteId} and subject_id = ${memberId}`.execute(db);
  return rows[0] ?? { knowsDevice: null, knowsPlace: null };
}

/** Forgets where a session was used: somebody else may have used it. */
export async function clearNetworks(db: DbOrTx, siteId: string, sessionId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ places: [] })
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .execute();
}

/** When the session was opened, that is, when its member signed in; `undefined` when it has ended. */
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

/** When the member last proved who they are in this session; `undefined` when it has ended. */
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

/** Notes that the member has proved again who they are. */
export async function setLastAuthentication(db: DbOrTx, siteId: string, sessionId: string, at: Date): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ proved_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Whether the session's access tokens still count. */
export async function isSessionLive(db: DbOrTx, siteId: string, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom("sessions")
    .select("revoked_at")
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return row !== undefined && row.revoked_at === null;
}

/** Sessions that were ended before their time, by anybody on any node. */
export async function findSessionsEndedSince(db: DbOrTx, siteId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("sessions")
    .select("id")
    .where("site_id", "=", siteId)
    .where("revoked_at", ">", since)
    .execute();
  return rows.map(({ id }) => id);
}
