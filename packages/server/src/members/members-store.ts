import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { IdentityStatus, PendingReason } from "@porchlight/contract/auth/state";
import { type Selectable, sql } from "kysely";
import type { DbOrTx } from "../platform/db/database.ts";
import { type Bind, preparedStatement } from "../platform/db/prepared-statement.ts";
import type { MemberPhoto } from "../platform/db/tables/column-types.ts";
import type { Tables } from "../platform/db/tables/tables.ts";

/** A member as the server knows them; never sent as it is. */
export type MemberRow = Selectable<Tables["members"]>;

/** All of a {@link MemberRow}, for statements that have to name their columns. */
export const memberColumns = sql`
  site_id, id, email, email_key, email_verified, password_hash, status, pending_reasons, slug, profile, created_at, updated_at,
  last_login_at, password_by_mail, photo`;

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

/** Answers `"email taken"` or `"slug taken"` where there is such a member; the transaction goes on. */
export async function insertMember(db: DbOrTx, member: NewMember): Promise<MemberRow | "email taken" | "slug taken"> {
  const [row] = await insertMembers(db, [member]);
  if (row) return row;
  return (await findMemberByEmail(db, member.siteId, member.emailKey)) ? "email taken" : "slug taken";
}

/** Answers those that it did: others may have the e-mails or slugs. */
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

/** The highest number among e-mails like `seed-12@example.com`; 0 when there is none. */
export async function findHighestSeed(db: DbOrTx, siteId: string): Promise<number> {
  const { rows } = await sql<{ highest: number | null }>`
    select max(substring(email_key from '^seed-([0-9]{1,9})@example[.]com$')::integer) as highest from members
    where site_id = ${siteId} and email_key like 'seed-%'`.execute(db);
  return rows[0]?.highest ?? 0;
}

export async function findMember(db: DbOrTx, siteId: string, id: string): Promise<MemberRow | undefined> {
  return db.selectFrom("members").selectAll().where("site_id", "=", siteId).where("id", "=", id).executeTakeFirst();
}

export async function findMemberByEmail(db: DbOrTx, siteId: string, emailKey: string): Promise<MemberRow | undefined> {
  const [row] = await selectMemberByEmail(db, { siteId, emailKey });
  return row;
}

const selectMemberByEmail = preparedStatement(
  (bind: Bind<{ siteId: string; emailKey: string }>) => sql<MemberRow>`
    select ${memberColumns} from members where site_id = ${bind("siteId")} and email_key = ${bind("emailKey")}`,
);

/** Locks the row until the transaction ends, so that a status is not decided twice. */
export async function lockMember(db: DbOrTx, siteId: string, id: string): Promise<MemberRow | undefined> {
  return (
    db
      .selectFrom("members")
      .selectAll()
      .where("site_id", "=", siteId)
      .where("id", "=", id)
      // Not FOR UPDATE: what others insert for this member in the meantime need not wait, and cannot wait for each other.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

/** Newest first; whoever was deleted only when asked for. */
export async function findMembers(
  db: DbOrTx,
  siteId: string,
  { status, limit }: { status: IdentityStatus | undefined; limit: number },
): Promise<MemberRow[]> {
  let query = db.selectFrom("members").selectAll().where("site_id", "=", siteId);
  query = status ? query.where("status", "=", status) : query.where("status", "!=", "DELETED");
  return query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
}

/** Takes `reason` away; a member who waits for nothing more is ACTIVE. Other statuses than PENDING stay. */
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

/**
 * Puts an id with the status DELETED in the place of a member. Deleted and inserted, not changed: rows that hang on the member go
 * with them, of whichever table.
 */
export async function replaceByTombstone(db: DbOrTx, siteId: string, id: string, at: Date): Promise<MemberRow> {
  await db.deleteFrom("members").where("site_id", "=", siteId).where("id", "=", id).execute();
  // Neither is an e-mail or a slug that anybody can ask for.
  const nobody = `deleted ${id}`;
  return db
    .insertInto("members")
    .values({
      site_id: siteId,
      id,
      email: "",
      email_key: nobody,
      password_hash: null,
      status: "DELETED",
      pending_reasons: [],
      slug: nobody,
      profile: "{}",
      email_verified: false,
      created_at: at,
      updated_at: at,
      last_login_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The caller holds the member's lock: what it read of the profile is what is replaced. */
export async function setProfile(
  db: DbOrTx,
  siteId: string,
  id: string,
  profile: IdentityProfile,
  at: Date,
): Promise<MemberRow> {
  return db
    .updateTable("members")
    .set({ profile: JSON.stringify(profile), updated_at: at })
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

/** Gives a member another e-mail, which counts as confirmed. A database error `23505` where it is taken. */
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

/** Notes whether the password was last chosen by a link from a mail. */
export async function setPasswordByMail(db: DbOrTx, siteId: string, id: string, isByMail: boolean): Promise<void> {
  await db
    .updateTable("members")
    .set({ password_by_mail: isByMail })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("password_by_mail", "!=", isByMail)
    .execute();
}

/** Puts `next` in the place of `former`; a password changed meanwhile stays. */
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
