import { sql, type Transaction } from "kysely";
import type { StaffRole } from "../platform/context/caller.ts";
import type { Db, DbOrTx } from "../platform/db/database.ts";
import { newId } from "../platform/db/ids.ts";
import type { Tables } from "../platform/db/tables/tables.ts";

/** Returns the id of the site that contains the staff accounts of `siteId`, which the first call creates. */
export async function findOrAddStaffSite(db: Db, siteId: string, name: string, at: Date): Promise<string> {
  const find = () => db.selectFrom("sites").select("id").where("staff_of", "=", siteId).executeTakeFirst();
  const existing = await find();
  if (existing) return existing.id;
  await db
    .insertInto("sites")
    .values({ id: newId(at.getTime()), name, created_at: at, staff_of: siteId })
    .onConflict((conflict) => conflict.column("staff_of").doNothing())
    .execute();
  return (await find())!.id;
}

export interface StaffRow {
  id: string;
  email: string;
  profile: { firstName?: string | null | undefined; lastName?: string | null | undefined };
  role: StaffRole;
  has_password: boolean;
  has_second_factor: boolean;
  created_at: Date;
  last_login_at: Date | null;
}

const selectStaff = (db: DbOrTx, siteId: string) =>
  db
    .selectFrom("staff as s")
    .innerJoin("members as m", (join) => join.onRef("m.site_id", "=", "s.site_id").onRef("m.id", "=", "s.member_id"))
    .select((eb) => [
      "m.id",
      "m.email",
      "m.profile",
      "s.role",
      "s.created_at",
      "m.last_login_at",
      eb("m.password_hash", "is not", null).as("has_password"),
      eb
        .exists(
          eb
            .selectFrom("factors as f")
            .whereRef("f.site_id", "=", "s.site_id")
            .whereRef("f.member_id", "=", "s.member_id")
            .where("f.status", "=", "ENABLED")
            .where("f.type", "!=", "EMAIL")
            .select("f.id"),
        )
        .as("has_second_factor"),
    ])
    .where("s.site_id", "=", siteId)
    .where("m.status", "=", "ACTIVE");

/** Oldest first. */
export async function findStaff(db: DbOrTx, siteId: string): Promise<StaffRow[]> {
  return selectStaff(db, siteId).orderBy("s.created_at").orderBy("m.id").execute() as Promise<StaffRow[]>;
}

export async function findStaffAccount(db: DbOrTx, siteId: string, id: string): Promise<StaffRow | undefined> {
  return selectStaff(db, siteId).where("m.id", "=", id).executeTakeFirst() as Promise<StaffRow | undefined>;
}

/** Locks all staff accounts, so that concurrent changes cannot remove the last owner. */
export async function lockStaffRoles(tx: Transaction<Tables>, siteId: string): Promise<Map<string, StaffRole>> {
  await sql`select 1 from sites where id = ${siteId} for update`.execute(tx);
  return findStaffRoles(tx, siteId);
}

/** Ids of the owners with a password or a passkey. */
export async function findOwnersWhoCanSignIn(db: DbOrTx, siteId: string): Promise<string[]> {
  const rows = await selectStaff(db, siteId)
    .where("s.role", "=", "owner")
    .where((eb) =>
      eb.or([
        eb("m.password_hash", "is not", null),
        eb.exists(
          eb
            .selectFrom("factors as p")
            .whereRef("p.site_id", "=", "s.site_id")
            .whereRef("p.member_id", "=", "s.member_id")
            .where("p.status", "=", "ENABLED")
            .where("p.type", "=", "WEBAUTHN")
            .select("p.id"),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The roles of all staff accounts by id. */
export async function findStaffRoles(db: DbOrTx, siteId: string): Promise<Map<string, StaffRole>> {
  const rows = await db.selectFrom("staff").select(["member_id", "role"]).where("site_id", "=", siteId).execute();
  return new Map(rows.map(({ member_id: id, role }) => [id, role]));
}

export async function upsertStaffRole(
  tx: Transaction<Tables>,
  row: { siteId: string; memberId: string; role: StaffRole; at: Date },
): Promise<void> {
  await tx
    .insertInto("staff")
    .values({ site_id: row.siteId, member_id: row.memberId, role: row.role, created_at: row.at })
    .onConflict((conflict) => conflict.columns(["site_id", "member_id"]).doUpdateSet({ role: row.role }))
    .execute();
}

export async function deleteStaffRole(tx: Transaction<Tables>, siteId: string, memberId: string): Promise<void> {
  await tx.deleteFrom("staff").where("site_id", "=", siteId).where("member_id", "=", memberId).execute();
}

/** Replaces the setup link, unless there is a staff account. Returns whether it was stored. */
export async function replaceSetupLink(
  db: DbOrTx,
  link: { siteId: string; tokenHash: Buffer; at: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into staff_setup_links (site_id, token_hash, created_at, expires_at)
    select ${link.siteId}, ${link.tokenHash}, ${link.at}, ${link.expiresAt}
    where not exists (select 1 from staff where site_id = ${link.siteId})
    on conflict (site_id) do update
      set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Whether the token is that of an unexpired setup link. */
export async function hasSetupLink(db: DbOrTx, siteId: string, tokenHash: Buffer, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom("staff_setup_links")
    .select("site_id")
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up a setup link. Returns false if there is no such link, or it has expired. */
export async function consumeSetupLink(
  tx: Transaction<Tables>,
  siteId: string,
  tokenHash: Buffer,
  at: Date,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("staff_setup_links")
    .where("site_id", "=", siteId)
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
