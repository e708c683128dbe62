import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { sql } from "kysely";
import type { Db, DbOrTx } from "../../../platform/db/database.ts";
import { type ReaderKind, richContentColumn, type Visibility } from "../../posts/post-json-sql.ts";
import { isVisible } from "../../posts/posts-store.ts";

export interface PollKey {
  siteId: string;
  postId: string;
  pollId: string;
}

export interface NamedVote {
  memberId: string;
  name: string;
  optionIds: string[];
}

export interface Voter {
  id: string;
  isMember: boolean;
}

/** The text of a published post, as far as the reader may see it. */
export async function findPublishedText(
  db: DbOrTx,
  visibility: Visibility,
  postId: string,
  reader: ReaderKind,
): Promise<RichContent | undefined> {
  const text = richContentColumn(reader);
  const { rows } = await sql<{ text: RichContent }>`
    select ${text} as text from posts p where ${isVisible(visibility)} and p.id = ${postId}`.execute(db);
  return rows[0]?.text;
}

/** The option ids of the voter's vote; `undefined` without one. */
export async function findVote(db: DbOrTx, key: PollKey, voter: Voter): Promise<string[] | undefined> {
  const row = await db
    .selectFrom("poll_votes")
    .select("option_ids")
    .where("site_id", "=", key.siteId)
    .where("post_id", "=", key.postId)
    .where("poll_id", "=", key.pollId)
    .where("voter_id", "=", voter.id)
    .executeTakeFirst();
  return row?.option_ids;
}

/** Votes per option id; the empty id has the number of voters. */
export async function findCounts(db: DbOrTx, { siteId, postId, pollId }: PollKey): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("poll_counts")
    .select(["option_id", "votes"])
    .where("site_id", "=", siteId)
    .where("post_id", "=", postId)
    .where("poll_id", "=", pollId)
    .execute();
  return new Map(rows.map((row) => [row.option_id, row.votes]));
}

/** The latest named votes of members with a public profile. */
export async function findNamedVotes(
  db: DbOrTx,
  { siteId, postId, pollId }: PollKey,
  limit: number,
): Promise<NamedVote[]> {
  const name = sql`coalesce(nullif(trim(m.profile->>'nickname'), ''),
    nullif(trim(concat_ws(' ', m.profile->>'firstName', m.profile->>'lastName')), ''))`;
  const { rows } = await sql<NamedVote>`
    select v.member_id as "memberId", ${name} as name, v.option_ids as "optionIds"
    from poll_votes v join members m on m.site_id = v.site_id and m.id = v.member_id
    where v.site_id = ${siteId} and v.post_id = ${postId} and v.poll_id = ${pollId} and v.is_named
      and m.status = 'ACTIVE' and m.profile->>'privacyStatus' = 'PUBLIC' and ${name} is not null
    order by v.voted_at desc, v.voter_id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Stores a vote, or replaces an earlier one if `mayChange` or if none of its options still exists. Concurrent votes of
 * one voter are serialized.
 *
 * @param validOptionIds The current options of the poll.
 * @returns Whether the vote counts; it does not if an earlier vote stands.
 */
export function saveVote(
  db: Db,
  key: PollKey,
  voter: Voter,
  {
    optionIds,
    mayChange,
    validOptionIds,
    isNamed,
    at,
  }: { optionIds: string[]; mayChange: boolean; validOptionIds: readonly string[]; isNamed: boolean; at: Date },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = {
      site_id: key.siteId,
      post_id: key.postId,
      poll_id: key.pollId,
      voter_id: voter.id,
      member_id: voter.isMember ? voter.id : null,
      option_ids: optionIds,
      voted_at: at,
      is_named: isNamed && voter.isMember,
    };
    const inserted = await tx
      .insertInto("poll_votes")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning("voter_id")
      .executeTakeFirst();
    if (inserted) {
      await addToCounts(tx, key, new Map([["", 1], ...optionIds.map((id) => [id, 1] as const)]));
      return true;
    }
    const previous = await tx
      .selectFrom("poll_votes")
      .select("option_ids")
      .where("site_id", "=", key.siteId)
      .where("post_id", "=", key.postId)
      .where("poll_id", "=", key.pollId)
      .where("voter_id", "=", voter.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!mayChange && previous.option_ids.some((id) => validOptionIds.includes(id))) return false;
    const changes = new Map<string, number>();
    for (const id of optionIds) changes.set(id, 1);
    for (const id of previous.option_ids) changes.set(id, (changes.get(id) ?? 0) - 1);
    await tx
      .updateTable("poll_votes")
      .set({ option_ids: optionIds, voted_at: at, is_named: row.is_named })
      .where("site_id", "=", key.siteId)
      .where("post_id", "=", key.postId)
      .where("poll_id", "=", key.pollId)
      .where("voter_id", "=", voter.id)
      .execute();
    await addToCounts(tx, key, changes);
    return true;
  });
}

/** In the order of ids, which avoids deadlocks. */
async function addToCounts(tx: DbOrTx, key: PollKey, changes: ReadonlyMap<string, number>): Promise<void> {
  for (const [optionId, by] of [...changes].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (by === 0) continue;
    await sql`
      insert into poll_counts (site_id, post_id, poll_id, option_id, votes)
      values (${key.siteId}, ${key.postId}, ${key.pollId}, ${optionId}, ${Math.max(0, by)})
      on conflict (site_id, post_id, poll_id, option_id) do update set votes = greatest(0, poll_counts.votes + ${by})`.execute(
      tx,
    );
  }
}
