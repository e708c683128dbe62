import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { type Bind, preparedStatement } from "../db/prepared-statement.ts";
import { type Limit, maxDelayMs, maxStrikes, undelayedSignIns } from "./limits.ts";

export interface Hit {
  siteId: string;
  key: Buffer;
  at: Date;
}

/**
 * Counts a hit unless one of the limits is reached. A single statement, so that concurrent requests on all nodes stay
 * within the limit.
 *
 * @returns Whether the hit was counted.
 */
export async function insertHit(db: DbOrTx, hit: Hit, limits: readonly Limit[]): Promise<boolean> {
  return (await putHit(db, hit, limits)).length > 0;
}

const putHit = preparedStatement((bind: Bind<Hit>, limits: readonly Limit[]) => {
  const at = sql`${bind("at")}::timestamptz`;
  const maxHits = Math.max(...limits.map(({ hits }) => hits));
  const maxPeriodMs = Math.max(...limits.map(({ perMs }) => perMs));
  const hasRoom = limits.map(({ hits, perMs }) => {
    const earlier = sql`held.hits_at[${sql.lit(hits)}]`;
    // A hit further in the future than the period was made before the clock was set back.
    return sql`(${earlier} is null or ${earlier} <= ${later(at, -perMs)} or ${earlier} > ${later(at, perMs)})`;
  });
  return sql`
    insert into rate_limits as held (site_id, key, hits_at, expires_at)
    values (${bind("siteId")}, ${bind("key")}, array[${at}], ${later(at, maxPeriodMs)})
    on conflict (site_id, key) do update set
      hits_at = (array_prepend(${at}, held.hits_at))[1:${sql.lit(maxHits)}],
      expires_at = excluded.expires_at
    where ${sql.join(hasRoom, sql` and `)}
    returning strikes`;
});

/** Counts the stored hits of the last `perMs`. */
export async function countHits(db: DbOrTx, hit: Hit, perMs: number): Promise<number> {
  return (await findHits(db, hit, perMs))[0]?.hits ?? 0;
}

const findHits = preparedStatement((bind: Bind<Hit>, perMs: number) => {
  const at = sql`${bind("at")}::timestamptz`;
  return sql<{ hits: number }>`
    select (select count(*)::int from unnest(hits_at) as hit_at
      where hit_at > ${later(at, -perMs)} and hit_at <= ${later(at, perMs)}) as hits
    from rate_limits where site_id = ${bind("siteId")} and key = ${bind("key")}`;
});

/** Deletes the newest hit. */
export async function deleteHit(db: DbOrTx, { siteId, key }: Omit<Hit, "at">): Promise<void> {
  await dropHit(db, { siteId, key });
}

const dropHit = preparedStatement(
  (bind: Bind<Omit<Hit, "at">>) => sql`
    update rate_limits set hits_at = hits_at[2:] where site_id = ${bind("siteId")} and key = ${bind("key")}`,
);

/** Milliseconds until every limit allows another hit. */
export async function findWait(
  db: DbOrTx,
  { siteId, key, at }: Hit,
  limits: readonly Limit[],
): Promise<number | undefined> {
  const row = await db
    .selectFrom("rate_limits")
    .select("hits_at")
    .where("site_id", "=", siteId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row) return undefined;
  const delays = limits.flatMap(({ hits, perMs }) => {
    const earlier = row.hits_at[hits - 1];
    return earlier ? [Math.min(perMs, earlier.getTime() + perMs - at.getTime())] : [];
  });
  return Math.max(0, ...delays);
}

/**
 * Counts a sign-in attempt unless the account is delayed. Of concurrent attempts after a delay, one passes.
 *
 * @returns The number of attempts, and how often the delay has doubled; `undefined` if the attempt has to wait.
 */
export async function insertSignIn(db: DbOrTx, attempt: Hit): Promise<SignInCount | undefined> {
  const [count] = await putSignIn(db, attempt);
  return count;
}

interface SignInCount {
  attempts: number;
  strikes: number;
}

const putSignIn = preparedStatement((bind: Bind<Hit>) => {
  const { hits, perMs } = undelayedSignIns;
  const at = sql`${bind("at")}::timestamptz`;
  const strikes = sql`case
    when held.blocked_until > ${later(at, -maxDelayMs)} then least(held.strikes + 1, ${sql.lit(maxStrikes)})
    when held.hits_at[${sql.lit(hits - 1)}] > ${later(at, -perMs)} then 1
    else 0 end`;
  return sql<SignInCount>`
    insert into rate_limits as held (site_id, key, hits_at, expires_at)
    values (${bind("siteId")}, ${bind("key")}, array[${at}], ${later(at, 2 * maxDelayMs)})
    on conflict (site_id, key) do update set
      hits_at = (array_prepend(${at}, held.hits_at))[1:${sql.lit(hits)}],
      strikes = ${strikes},
      blocked_until = case ${strikes} when 0 then null
        else ${at} + least(power(2, ${strikes} - 1), ${sql.lit(maxDelayMs / 1_000)}) * interval '1 second' end,
      expires_at = excluded.expires_at
    where held.blocked_until is null or held.blocked_until <= ${at} or held.blocked_until > ${later(at, maxDelayMs)}
    returning strikes, cardinality(hits_at) as attempts`;
});

/** Deletes the newest attempt. An earlier delay stays. */
export async function deleteSignIn(db: DbOrTx, { siteId, key }: Omit<Hit, "at">): Promise<void> {
  await dropSignIn(db, { siteId, key });
}

const dropSignIn = preparedStatement(
  (bind: Bind<Omit<Hit, "at">>) => sql`
    update rate_limits set
      hits_at = hits_at[2:],
      strikes = case when strikes > 1 then strikes else 0 end,
      blocked_until = case when strikes > 1 then blocked_until end
    where site_id = ${bind("siteId")} and key = ${bind("key")}`,
);

/** Milliseconds until the next attempt is allowed. */
export async function findSignInWait(db: DbOrTx, { siteId, key, at }: Hit): Promise<number | undefined> {
  const row = await db
    .selectFrom("rate_limits")
    .select("blocked_until")
    .where("site_id", "=", siteId)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.blocked_until ? row.blocked_until.getTime() - at.getTime() : undefined;
}

export async function deleteHits(db: DbOrTx, { siteId, key }: Omit<Hit, "at">): Promise<void> {
  await dropHits(db, { siteId, key });
}

const dropHits = preparedStatement(
  (bind: Bind<Omit<Hit, "at">>) => sql`
    delete from rate_limits where site_id = ${bind("siteId")} and key = ${bind("key")}`,
);

function later(at: RawBuilder<unknown>, milliseconds: number): RawBuilder<unknown> {
  return sql`(${at} + ${sql.lit(milliseconds)} * interval '1 millisecond')`;
}
