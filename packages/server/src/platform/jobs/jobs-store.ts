import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";

/** Kinds of jobs, which are the queues of `pgboss.queue`, and the number of jobs that a node runs at once. */
export const maxConcurrentJobs = {
  mail: 20,
  "newsletter-mail": 5,
  message: 20,
  "image-removal": 20,
  "bulk-change": 1,
  "member-change": 1,
  "import-export": 1,
  "index-build": 1,
  newsletter: 1,
  backup: 1,
  cleanup: 1,
} as const;

/** Kind of a background job. */
export type JobKind = keyof typeof maxConcurrentJobs;
/** All kinds of jobs. */
export const jobKinds = Object.keys(maxConcurrentJobs) as JobKind[];

/** `failed` is dead-lettered: all attempts have failed. */
export const jobStates = ["waiting", "running", "failed", "completed", "cancelled"] as const;
/** State of a job. */
export type JobState = (typeof jobStates)[number];

/** A background job. */
export interface Job {
  id: string;
  kind: JobKind;
  /** ID of the record that it works on, such as an outbox entry or an import. */
  key: string;
  state: JobState;
  /** Attempts so far, the current one included. */
  attempts: number;
  maxAttempts: number;
  createdAt: Date;
  /** When the next attempt is due; null unless it is waiting. */
  nextAttemptAt: Date | null;
  /** When the current or last attempt started. */
  startedAt: Date | null;
  finishedAt: Date | null;
  lastError: string | null;
}

interface EnqueueOptions {
  /** Default: a new ID. */
  id?: string;
  /** Jobs of higher priority run first. Default: 0. */
  priority?: number;
  delaySeconds?: number;
}

/** A waiting job may start between the two statements. */
const maxEnqueueTries = 5;

/** The jobs of a site. */
export interface JobScope {
  /** The site and its staff site. */
  siteIds: readonly string[];
  /** Whether jobs without a site belong to it, which older versions added. */
  isMain: boolean;
}

/** The jobs of a site and its staff site. */
export const jobsOf = ({
  site,
  staffSite,
}: {
  site: { id: string; isMain: boolean };
  staffSite: { site: { id: string } };
}): JobScope => ({
  siteIds: [site.id, staffSite.site.id],
  isMain: site.isMain,
});

/** Whether a row of `pgboss.job` is in the scope. */
export const isInScope = ({ siteIds, isMain }: JobScope): RawBuilder<boolean> =>
  sql`(data ->> 'siteId' = any(${siteIds}::text[]) or ${isMain} and data is null)`;

/**
 * Adds a job of a site, in the transaction that causes it. Kinds that run one job per key at a time have at most one
 * waiting job per key; another one is not added.
 */
export async function enqueueJob(
  db: DbOrTx,
  siteId: string | undefined,
  kind: JobKind,
  key: string,
  { id, priority = 0, delaySeconds = 0 }: EnqueueOptions = {},
): Promise<void> {
  const insert = sql`
    insert into pgboss.job (id, name, data, singleton_key, priority, start_after, policy, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter, keep_until)
    select coalesce(${id ?? null}, gen_random_uuid()), name, ${siteId === undefined ? null : JSON.stringify({ siteId })}::jsonb, ${key}, ${priority}, now() + make_interval(secs => ${delaySeconds}),
      policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds,
      dead_letter, now() + make_interval(secs => retention_seconds)
    from pgboss.queue where name = ${kind}
    on conflict do nothing`;
  // A waiting job must not start before this transaction commits: it would not see the work.
  const waiting = sql`
    select from pgboss.job where name = ${kind} and singleton_key = ${key} and state = 'created' for update`;
  for (let tries = 0; tries < maxEnqueueTries; tries += 1) {
    if ((await insert.execute(db)).numAffectedRows !== 0n) return;
    if ((await waiting.execute(db)).rows.length > 0) return;
  }
}

/** Adds a job as {@link enqueueJob}, or starts the waiting one with this key without its delay. */
export async function enqueueJobNow(tx: DbOrTx, siteId: string, kind: JobKind, key: string): Promise<void> {
  await enqueueJob(tx, siteId, kind, key);
  await sql`
    update pgboss.job set start_after = now()
    where name = ${kind} and singleton_key = ${key} and state = 'created' and start_after > now()`.execute(tx);
}

/** Whether a job with this key is waiting or running. */
export async function hasOpenJob(db: DbOrTx, kind: JobKind, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${kind} and singleton_key = ${key} and state in ('created', 'retry', 'active')
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes a job that has never started. @returns Whether it was deleted. */
export async function deleteUnstartedJob(tx: DbOrTx, kind: JobKind, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from pgboss.job where name = ${kind} and id = ${id} and state = 'created'`.execute(tx);
  return numAffectedRows === 1n;
}

const stateOf: Record<JobState, RawBuilder<boolean>> = {
  waiting: sql`state in ('created', 'retry')`,
  running: sql`state = 'active'`,
  failed: sql`state = 'failed'`,
  completed: sql`state = 'completed'`,
  cancelled: sql`state = 'cancelled'`,
};

const columns = sql`
  id, name as kind, singleton_key as key,
  case when state in ('created', 'retry') then 'waiting' when state = 'active' then 'running' else state::text end as state,
  retry_count + (started_on is not null)::integer as attempts, retry_limit + 1 as "maxAttempts",
  created_on as "createdAt", case when state in ('created', 'retry') then start_after end as "nextAttemptAt",
  started_on as "startedAt", completed_on as "finishedAt",
  coalesce(output ->> 'message', output #>> '{value,message}') as "lastError"`;

/** Jobs of a site, newest first. */
export async function findJobs(
  db: DbOrTx,
  scope: JobScope,
  { kind, state, limit }: { kind?: JobKind | undefined; state?: JobState | undefined; limit: number },
): Promise<Job[]> {
  const kinds = kind === undefined ? jobKinds : [kind];
  const { rows } = await sql<Job>`
    select ${columns} from pgboss.job
    where name = any(${kinds}::text[]) and ${isInScope(scope)} and ${state === undefined ? sql`true` : stateOf[state]}
    order by created_on desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Finds the job with this ID, or else the newest one with this key. In a transaction, it is locked.
 *
 * @param scope Default: all sites.
 */
export async function lockJob(db: DbOrTx, idOrKey: string, scope?: JobScope): Promise<Job | undefined> {
  const query = sql<Job>`
    select ${columns} from pgboss.job
    where name = any(${jobKinds}::text[]) and (id::text = ${idOrKey} or singleton_key = ${idOrKey})
      and ${scope ? isInScope(scope) : sql`true`}
    order by (id::text = ${idOrKey}) desc, created_on desc limit 1 for update`;
  const { rows } = await query.execute(db);
  // A failed attempt replaces the row; a query that waited for the old row does not see the new one.
  return rows[0] ?? (await query.execute(db)).rows[0];
}

/** Runs a failed or cancelled job again with all attempts, or a waiting one immediately. */
export async function restartJob(tx: DbOrTx, { id, kind, key }: Job): Promise<void> {
  // Kinds that run one job per key at a time cannot have two waiting ones.
  await sql`
    delete from pgboss.job where name = ${kind} and singleton_key = ${key} and state = 'created' and id <> ${id}`.execute(
    tx,
  );
  await sql`
    update pgboss.job j
    set state = 'created', retry_count = 0, retry_limit = q.retry_limit, started_on = null, completed_on = null,
      start_after = now(), keep_until = now() + make_interval(secs => q.retention_seconds)
    from pgboss.queue q where q.name = j.name and j.name = ${kind} and j.id = ${id}`.execute(tx);
}

export async function markCancelled(tx: DbOrTx, { id, kind }: Job): Promise<void> {
  await sql`
    update pgboss.job set state = 'cancelled', completed_on = now() where name = ${kind} and id = ${id}`.execute(tx);
}

/** Numbers of unfinished and dead-lettered jobs of one kind. */
export interface JobCounts {
  kind: JobKind;
  waiting: number;
  running: number;
  failed: number;
}

/** Counts jobs of every kind. @param scope Default: all sites. */
export async function countJobs(db: DbOrTx, scope?: JobScope): Promise<JobCounts[]> {
  const count = (state: JobState) => sql`count(*) filter (where ${stateOf[state]})::integer`;
  const { rows } = await sql<JobCounts>`
    select kind, ${count("waiting")} as waiting, ${count("running")} as running, ${count("failed")} as failed
    from unnest(${jobKinds}::text[]) with ordinality as kinds (kind, place)
    left join pgboss.job on name = kind and state in ('created', 'retry', 'active', 'failed') and ${scope ? isInScope(scope) : sql`true`}
    group by kind, place order by place`.execute(db);
  return rows;
}
