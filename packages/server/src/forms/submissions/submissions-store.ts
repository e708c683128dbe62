import type { SubmissionStatus } from "@porchlight/contract/forms/form-values";
import type { FormSubmissionsCount } from "@porchlight/contract/forms/submission";
import { type Insertable, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { findKeysetPage, type KeysetPage, type SortKey } from "../../platform/db/pagination/keyset-page.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { changedTags, type TagChange, type TrashScope } from "../definitions/forms-store.ts";

type Tx = Transaction<Tables>;

export type SubmissionRow = Selectable<Tables["form_submissions"]>;

/** A condition on `form_submissions s`. */
export type SubmissionCondition = RawBuilder<boolean>;

const inUse: TrashScope = { trashed: false };

/** Serializes submissions with the same hash until the end of the transaction. */
export async function lockIdempotencyHash(tx: Tx, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE(0).toString()}::bigint)`.execute(tx);
}

/**
 * The newest submission with this hash since `since`, also from the trash bin. One with a canceled payment can be
 * repeated.
 */
export async function findRepeatedSubmission(
  db: DbOrTx,
  siteId: string,
  hash: Buffer,
  since: Date,
): Promise<SubmissionRow | undefined> {
  return db
    .selectFrom("form_submissions")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("idempotency_hash", "=", hash)
    .where("created_at", ">", since)
    .where("status", "<>", "PAYMENT_CANCELED")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Whether the member exists; the account cannot be deleted until the end of the transaction. */
export async function retainMember(tx: Tx, siteId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from members where site_id = ${siteId} and id = ${id} and status <> 'DELETED' for key share`.execute(tx);
  return rows.length > 0;
}

export async function insertSubmission(
  tx: Tx,
  submission: Insertable<Tables["form_submissions"]>,
): Promise<SubmissionRow> {
  return tx.insertInto("form_submissions").values(submission).returningAll().executeTakeFirstOrThrow();
}

/** Counts towards the limits of a form: everything but canceled payments and the trash bin. */
export async function countAgainstLimits(
  tx: Tx,
  siteId: string,
  formId: string,
  submitterId: string | null,
): Promise<{ total: number; own: number }> {
  const { rows } = await sql<{ total: number; own: number }>`
    select count(*)::integer as total,
      (count(*) filter (where submitter_id = ${submitterId}::uuid))::integer as own
    from form_submissions
    where site_id = ${siteId} and form_id = ${formId} and deleted_at is null and status <> 'PAYMENT_CANCELED'`.execute(
    tx,
  );
  return rows[0]!;
}

export async function findSubmission(
  db: DbOrTx,
  siteId: string,
  id: string,
  { trashed }: TrashScope = inUse,
): Promise<SubmissionRow | undefined> {
  return db
    .selectFrom("form_submissions")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", trashed ? "is not" : "is", null)
    .executeTakeFirst();
}

/** As {@link findSubmission}, locked until the end of the transaction. */
export async function lockSubmission(
  tx: Tx,
  siteId: string,
  id: string,
  { trashed }: TrashScope = inUse,
): Promise<SubmissionRow | undefined> {
  return tx
    .selectFrom("form_submissions")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", trashed ? "is not" : "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Also from the trash bin. */
export async function findSubmissionOfCheckout(
  db: DbOrTx,
  siteId: string,
  checkoutId: string,
): Promise<SubmissionRow | undefined> {
  return db
    .selectFrom("form_submissions")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("checkout_id", "=", checkoutId)
    .executeTakeFirst();
}

/** Properties of a submission that an update replaces. */
export type SubmissionUpdate = Partial<
  Pick<
    Insertable<Tables["form_submissions"]>,
    "status" | "field_values" | "submitted_emails" | "search_text" | "extended_fields" | "tags" | "seen" | "deleted_at"
  >
>;

/** Updates a submission that the transaction has locked. */
export async function updateSubmissionRow(
  tx: Tx,
  siteId: string,
  id: string,
  change: SubmissionUpdate,
  at: Date,
): Promise<SubmissionRow> {
  return tx
    .updateTable("form_submissions")
    .set({ ...change, updated_at: at, revision: sql`revision + 1` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Permanently deletes a submission. The cleanup removes its files. */
export async function deleteSubmissionRow(tx: Tx, siteId: string, id: string): Promise<void> {
  await tx.deleteFrom("form_submissions").where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Ids of the submissions of a form, at most `limit`, the newest first. */
export async function findSubmissionIds(
  db: DbOrTx,
  siteId: string,
  formId: string,
  { trashed, limit }: TrashScope & { limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("form_submissions")
    .select("id")
    .where("site_id", "=", siteId)
    .where("form_id", "=", formId)
    .where("deleted_at", trashed ? "is not" : "is", null)
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Submissions of a form, at most `limit`, the newest first. */
export async function findNewestSubmissions(
  db: DbOrTx,
  siteId: string,
  formId: string,
  limit: number,
): Promise<SubmissionRow[]> {
  return db
    .selectFrom("form_submissions")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("form_id", "=", formId)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Without ids: all submissions of the form. */
export async function markAsSeen(
  db: DbOrTx,
  siteId: string,
  formId: string,
  ids: readonly string[] | undefined,
): Promise<void> {
  let query = db
    .updateTable("form_submissions")
    .set({ seen: true })
    .where("site_id", "=", siteId)
    .where("form_id", "=", formId)
    .where("deleted_at", "is", null)
    .where("seen", "=", false);
  if (ids) query = query.where("id", "in", [...ids]);
  await query.execute();
}

const inScope = (siteId: string, { trashed }: TrashScope): SubmissionCondition =>
  trashed
    ? sql<boolean>`s.site_id = ${siteId} and s.deleted_at is not null`
    : sql<boolean>`s.site_id = ${siteId} and s.deleted_at is null`;

/** Returns the ids of the changed submissions. */
export async function updateSubmissionTags(
  db: DbOrTx,
  siteId: string,
  condition: SubmissionCondition,
  change: TagChange,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update form_submissions s set tags = ${changedTags(change)}, updated_at = ${at}, revision = revision + 1
    where ${inScope(siteId, inUse)} and ${condition} returning s.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A page of submissions to find. */
export interface SubmissionPageQuery extends TrashScope {
  condition: SubmissionCondition;
  keys: readonly SortKey[];
  position: { values: readonly string[]; backward?: boolean } | undefined;
  limit: number;
  countTotal: boolean;
}

/** @param serialize Returns the wire format of submissions. */
export async function findSubmissionPage(
  db: DbOrTx,
  siteId: string,
  { condition, trashed, ...page }: SubmissionPageQuery,
  serialize: (rows: readonly SubmissionRow[]) => Promise<object[]>,
): Promise<KeysetPage> {
  return findKeysetPage(
    db,
    {
      ...page,
      table: sql`form_submissions s`,
      alias: sql`s`,
      condition: sql<boolean>`${inScope(siteId, { trashed })} and ${condition}`,
      stablePlan: false,
      offset: 0,
    },
    async (ids) => {
      const rows = await findSubmissionsByIds(db, siteId, ids);
      const submissions = await serialize(rows);
      return [{ json: submissions.map((submission) => JSON.stringify(submission)).join(), count: rows.length }];
    },
  );
}

/** Submissions in the order of their ids; missing ones are left out. */
async function findSubmissionsByIds(db: DbOrTx, siteId: string, ids: readonly string[]): Promise<SubmissionRow[]> {
  const rows = await db
    .selectFrom("form_submissions")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Reads submissions of a form in the order of their ids, which is that of their creation. @param after Id. */
export async function findSubmissionBatch(
  db: DbOrTx,
  siteId: string,
  formId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<SubmissionRow[]> {
  let query = db
    .selectFrom("form_submissions")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("form_id", "=", formId)
    .where("deleted_at", "is", null);
  if (after !== undefined) query = query.where("id", ">", after);
  return query.orderBy("id").limit(limit).execute();
}

/** Counts by form; forms without submissions are left out. */
export async function countByForm(
  db: DbOrTx,
  siteId: string,
  condition: SubmissionCondition,
  scope: TrashScope = inUse,
): Promise<FormSubmissionsCount[]> {
  const { rows } = await sql<FormSubmissionsCount>`
    select s.form_id as "formId", count(*)::integer as "totalCount",
      (count(*) filter (where not s.seen))::integer as "unseenCount"
    from form_submissions s where ${inScope(siteId, scope)} and ${condition}
    group by s.form_id order by s.form_id`.execute(db);
  return rows;
}

/** Conditions of calls that filters cannot express. */
export const submissionConditions = {
  every: sql<boolean>`true`,
  ids: (ids: readonly string[]) => sql<boolean>`s.id = any(${[...ids]}::uuid[])`,
  forms: (ids: readonly string[]) => sql<boolean>`s.form_id = any(${[...ids]}::uuid[])`,
  namespace: (namespace: string) => sql<boolean>`s.namespace = ${namespace}`,
  statuses: (statuses: readonly SubmissionStatus[]) => sql<boolean>`s.status = any(${[...statuses]}::text[])`,
  submitter: (submitterId: string) => sql<boolean>`s.submitter_id = ${submitterId}::uuid`,
  /** @param words In lower case. */
  words: (words: readonly string[], mode: "AND" | "OR") =>
    sql<boolean>`(${sql.join(
      words.map((word) => sql`strpos(s.search_text, ${word}) > 0`),
      mode === "OR" ? sql` or ` : sql` and `,
    )})`,
} as const;

/** The distinct tags outside the trash bin, sorted, at most 500. */
export async function findSubmissionTags(db: DbOrTx, siteId: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from form_submissions
    where site_id = ${siteId} and deleted_at is null and tags <> '{}' order by tag limit 500`.execute(db);
  return rows.map(({ tag }) => tag);
}

export type SubmissionReplyRow = Selectable<Tables["submission_replies"]>;

export async function insertSubmissionReply(
  db: DbOrTx,
  reply: Insertable<Tables["submission_replies"]>,
): Promise<SubmissionReplyRow> {
  return db.insertInto("submission_replies").values(reply).returningAll().executeTakeFirstOrThrow();
}

/** Oldest first. */
export async function findSubmissionReplies(
  db: DbOrTx,
  siteId: string,
  submissionId: string,
): Promise<SubmissionReplyRow[]> {
  return db
    .selectFrom("submission_replies")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("submission_id", "=", submissionId)
    .orderBy("id")
    .execute();
}
