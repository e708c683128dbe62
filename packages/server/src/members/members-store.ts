import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { DbOrTx } from "../platform/db/database.ts";
import { type Bind, preparedStatement } from "../platform/db/prepared-statement.ts";
import type { MemberPhoto } from "../platform/db/tables/column-types.ts";
import type { Tables } from "../platform/db/tables/tables.ts";

/** A row of members; never sent as is. */
export type MemberRow = Selectable<Tables["members"]>;

/** All columns of a {@link MemberRow}, for statements that must name them. */
export const memberColumns = sql`
  site_id, id, email, email_key, email_verified, password_hash, status, pending_reasons, slug, profile, created_at, updated_at,
  last_login_at, password_by_mail, photo, title, activity_status`;

export interface NewMember {
  siteId: string;
  id: string;
  email: string;
  emailKey: string;
  emailVerified: boolean;
  passwordHash: string | null;
  status: IdentityStatus;
  pendingReasons: PendingReason[];
  slug: string;
  profile: IdentityProfile;
  at: Date;
}

/** Returns `"email taken"` or `"slug taken"` on a conflict, without aborting the transaction. */
export async function insertMember(db: DbOrTx, member: NewMember): Promise<MemberRow | "email taken" | "slug taken"> {
  const [row] = await insertMembers(db, [member]);
  if (row) return row;
  return (await findMemberByEmail(db, member.siteId, member.emailKey)) ? "email taken" : "slug taken";
}

/** Returns the inserted members; those with a taken email or slug are skipped. */
export async function insertMembers(db: DbOrTx, members: readonly NewMember[]): Promise<MemberRow[]> {
  const rows = members.map((member) => ({
    site_id: member.siteId,
    id: member.id,
    email: member.email,
    email_key: member.emailKey,
    email_verified: member.emailVerified,
    password_hash: member.passwordHash,
    status: member.status,
    pending_reasons: member.pendingReasons,
    slug: member.slug,
    profile: JSON.stringify(member.profile),
    created_at: member.at,
    updated_at: member.at,
    last_login_at: null,
  }));
  return db
    .insertInto("members")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
}

/** The highest number among emails like `seed-12@example.com`; 0 if there are none. */
export async function findHighestSeed(db: DbOrTx, siteId: string): Promise<number> {
  const { rows } = await sql<{ highest: number | null }>`
    select max(substring(email_key from '^seed-([0-9]{1,9})@example[.]com$')::integer) as highest from members
    where site_id = ${siteId} and email_key like 'seed-%'`.execute(db);
  return rows[0]?.highest ?? 0;
}

export async function findMember(db: DbOrTx, siteId: string, id: string): Promise<MemberRow | undefined> {
  const [row] = await selectMember(db, { siteId, id });
  return row;
}

const selectMember = preparedStatement(
  (bind: Bind<{ siteId: string; id: string }>) => sql<MemberRow>`
    select ${memberColumns} from members where site_id = ${bind("siteId")} and id = ${bind("id")}`,
);

export async function findMemberByEmail(db: DbOrTx, siteId: string, emailKey: string): Promise<MemberRow | undefined> {
  const [row] = await selectMemberByEmail(db, { siteId, emailKey });
  return row;
}

const selectMemberByEmail = preparedStatement(
  (bind: Bind<{ siteId: string; emailKey: string }>) => sql<MemberRow>`
    select ${memberColumns} from members where site_id = ${bind("siteId")} and email_key = ${bind("emailKey")}`,
);

/** Locks the row until the transaction ends. */
export async function lockMember(db: DbOrTx, siteId: string, id: string): Promise<MemberRow | undefined> {
  return (
    db
      .selectFrom("members")
      .selectAll()
      .where("site_id", "=", siteId)
      .where("id", "=", id)
      // Not FOR UPDATE, so that concurrent inserts for this member neither wait nor deadlock.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

/** Locks several members until the transaction ends. In ascending order of ids, so that callers do not deadlock. */
export async function lockMembers(tx: DbOrTx, siteId: string, ids: readonly string[]): Promise<void> {
  await sql`
    select from members where site_id = ${siteId} and id = any(${[...ids]}::uuid[]) order by id for no key update`.execute(
    tx,
  );
}

/** Newest first. Default: without deleted members. @param matches Condition over `members m`. */
export async function findMembers(
  db: DbOrTx,
  siteId: string,
  {
    status,
    matches,
    limit,
  }: { status: IdentityStatus | undefined; matches: RawBuilder<boolean> | undefined; limit: number },
): Promise<MemberRow[]> {
  let query = db.selectFrom("members as m").selectAll("m").where("m.site_id", "=", siteId);
  if (matches) query = query.where(matches);
  query = status ? query.where("m.status", "=", status) : query.where("m.status", "!=", "DELETED");
  return query.orderBy("m.created_at", "desc").orderBy("m.id", "desc").limit(limit).execute();
}

/** In ascending order of ids. */
export async function findMembersById(db: DbOrTx, siteId: string, ids: readonly string[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns} from members where site_id = ${siteId} and id = any(${[...ids]}::uuid[]) order by id`.execute(
    db,
  );
  return rows;
}

/** Removes `reason`; a PENDING member without further reasons becomes ACTIVE. */
export async function removePendingReason(
  db: DbOrTx,
  siteId: string,
  id: string,
  reason: PendingReason,
  at: Date,
): Promise<MemberRow> {
  return db
    .updateTable("members")
    .set({
      pending_reasons: sql`array_remove(pending_reasons, ${reason})`,
      status: sql`case when status = 'PENDING' and array_remove(pending_reasons, ${reason}) = '{}' then 'ACTIVE' else status end`,
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setMemberStatus(
  db: DbOrTx,
  siteId: string,
  id: string,
  status: IdentityStatus,
  at: Date,
): Promise<MemberRow> {
  return db
    .updateTable("members")
    .set({ status, pending_reasons: [], updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether a member may sign in and write. */
export type MemberState = Pick<MemberRow, "status" | "pending_reasons" | "activity_status">;

/** Sets whether a member may sign in and write. */
export async function setMemberState(
  db: DbOrTx,
  siteId: string,
  id: string,
  state: Partial<MemberState>,
  at: Date,
): Promise<MemberRow> {
  return db
    .updateTable("members")
    .set({ ...state, updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Replaces a member by a row with the status DELETED. Deletes and inserts instead of updating, so that dependent rows
 * in all tables are deleted, too.
 */
export async function replaceByTombstone(db: DbOrTx, siteId: string, id: string, at: Date): Promise<MemberRow> {
  await db.deleteFrom("members").where("site_id", "=", siteId).where("id", "=", id).execute();
  // A value that is invalid as an email and as a slug.
  const placeholder = `deleted ${id}`;
  return db
    .insertInto("members")
    .values({
      site_id: siteId,
      id,
      email: "",
      email_key: placeholder,
      password_hash: null,
      status: "DELETED",
      pending_reasons: [],
      slug: placeholder,
      profile: "{}",
      email_verified: false,
      created_at: at,
      updated_at: at,
      last_login_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The caller holds the member's lock, so the profile that it read is current. @param title Default: unchanged. */
export async function setProfile(
  db: DbOrTx,
  siteId: string,
  id: string,
  { profile, title, at }: { profile: IdentityProfile; title?: string | null; at: Date },
): Promise<MemberRow> {
  return db
    .updateTable("members")
    .set({ profile: JSON.stringify(profile), ...(title !== undefined && { title }), updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The caller holds the member's lock. */
export async function setActivityStatus(
  db: DbOrTx,
  siteId: string,
  id: string,
  activityStatus: MemberRow["activity_status"],
  at: Date,
): Promise<MemberRow> {
  return db
    .updateTable("members")
    .set({ activity_status: activityStatus, updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets the slug. @throws Database error `23505` if it is taken. */
export async function setSlug(db: DbOrTx, siteId: string, id: string, slug: string, at: Date): Promise<MemberRow> {
  return db
    .updateTable("members")
    .set({ slug, updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The caller holds the member's lock. */
export async function setPhoto(
  db: DbOrTx,
  siteId: string,
  id: string,
  photo: MemberPhoto | null,
  at: Date,
): Promise<MemberRow> {
  return db
    .updateTable("members")
    .set({ photo: photo && JSON.stringify(photo), updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets a new, verified email. Database error `23505` if it is taken. */
export async function setEmail(
  db: DbOrTx,
  siteId: string,
  id: string,
  { email, emailKey, at }: { email: string; emailKey: string; at: Date },
): Promise<void> {
  await db
    .updateTable("members")
    .set({ email, email_key: emailKey, email_verified: true, updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export async function markEmailVerified(db: DbOrTx, siteId: string, id: string): Promise<void> {
  await db
    .updateTable("members")
    .set({ email_verified: true })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export async function setPasswordHash(
  db: DbOrTx,
  siteId: string,
  id: string,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable("members")
    .set({ password_hash: passwordHash, updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Records whether the password was last set through an email link. */
export async function setPasswordByMail(db: DbOrTx, siteId: string, id: string, isByMail: boolean): Promise<void> {
  await db
    .updateTable("members")
    .set({ password_by_mail: isByMail })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("password_by_mail", "!=", isByMail)
    .execute();
}

/** Replaces the hash `former` by `next`; a concurrently changed password stays. */
export async function replacePasswordHash(
  db: DbOrTx,
  siteId: string,
  id: string,
  former: string,
  next: string,
): Promise<void> {
  await db
    .updateTable("members")
    .set({ password_hash: next })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("password_hash", "=", former)
    .execute();
}
