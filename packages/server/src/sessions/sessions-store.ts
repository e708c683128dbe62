import type { Selectable } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
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
    .values({ site_id: siteId, token_hash: tokenHash, session_id: sessionId, created_at: at, replaced_at: null })
    .execute();
}

/** The token, its session and how the session's app has tokens, the session's row locked until the transaction ends. */
export async function lockRefreshToken(db: DbOrTx, siteId: string, tokenHash: Buffer) {
  return db
    .selectFrom("refresh_tokens")
    .innerJoin("sessions", (join) =>
      join
        .onRef("sessions.site_id", "=", "refresh_tokens.site_id")
        .onRef("sessions.id", "=", "refresh_tokens.session_id"),
    )
    .innerJoin("apps", (join) =>
      join.onRef("apps.site_id", "=", "sessions.site_id").onRef("apps.id", "=", "sessions.app_id"),
    )
    .selectAll("sessions")
    .select(["refresh_tokens.replaced_at as replaced_at", "apps.refresh_tokens as refresh_tokens"])
    .where("refresh_tokens.site_id", "=", siteId)
    .where("refresh_tokens.token_hash", "=", tokenHash)
    .forUpdate(["sessions", "refresh_tokens"])
    .executeTakeFirst();
}

/** Prolongs a session. */
export async function extendSession(
  db: DbOrTx,
  siteId: string,
  sessionId: string,
  at: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ renewed_at: at, expires_at: expiresAt })
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .execute();
}

/** Prolongs a session, adds its new refresh token and marks the former one as replaced, in one statement. */
export async function rotateRefreshToken(
  db: DbOrTx,
  row: { siteId: string; sessionId: string; tokenHash: Buffer; successorHash: Buffer; at: Date; expiresAt: Date },
): Promise<void> {
  const { siteId, sessionId, tokenHash, successorHash, at, expiresAt } = row;
  await db
    .with("added", (cte) =>
      cte
        .insertInto("refresh_tokens")
        .values({
          site_id: siteId,
          token_hash: successorHash,
          session_id: sessionId,
          created_at: at,
          replaced_at: null,
        })
        // Two renewals at once make the same successor: the second one finds it there.
        .onConflict((conflict) => conflict.columns(["site_id", "token_hash"]).doNothing())
        .returning("token_hash"),
    )
    .with("replaced", (cte) =>
      cte
        .updateTable("refresh_tokens")
        .set({ replaced_at: at })
        .where("site_id", "=", siteId)
        .where("token_hash", "=", tokenHash)
        .where("replaced_at", "is", null)
        .returning("token_hash"),
    )
    .updateTable("sessions")
    .set({ renewed_at: at, expires_at: expiresAt })
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .execute();
}

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

/** Ends one live session of a member; answers whether there was one. */
export async function revokeSessionOf(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  sessionId: string,
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", sessionId)
    .where("subject_id", "=", memberId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", at)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends every session of a member, or every one but `keptSessionId`. */
export async function revokeSessionsOf(
  db: DbOrTx,
  siteId: string,
  memberId: string,
  at: Date,
  keptSessionId?: string,
): Promise<void> {
  let update = db
    .updateTable("sessions")
    .set({ revoked_at: at })
    .where("site_id", "=", siteId)
    .where("subject_id", "=", memberId)
    .where("revoked_at", "is", null);
  if (keptSessionId !== undefined) update = update.where("id", "!=", keptSessionId);
  await update.execute();
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
