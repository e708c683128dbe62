import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";

/** An email of the outbox with the state of its job. */
export interface LoggedMailRow {
  id: string;
  to: string;
  kind: string | null;
  language: string | null;
  state: "queued" | "sent" | "failed" | "expired";
  attempts: number;
  createdAt: Date;
  doneAt: Date | null;
  nextAttemptAt: Date | null;
  lastError: string | null;
}

/** Finds emails of the outbox, newest first. */
export async function findLoggedMails(
  db: DbOrTx,
  siteIds: readonly string[],
  filter: {
    state?: string | undefined;
    kind?: string | undefined;
    recipient?: string | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<LoggedMailRow[]> {
  const { state = null, kind = null, recipient = null, before = null, limit } = filter;
  const { rows } = await sql<LoggedMailRow>`
    select * from (
      select o.id, o.payload ->> 'to' as "to", coalesce(o.payload -> 'template' ->> 'kind', o.payload ->> 'kind') as kind,
        o.payload ->> 'language' as language,
        case when o.done_at is not null then coalesce(o.payload ->> 'result', 'sent')
          when j.id is null or j.state = 'failed' then 'failed' else 'queued' end as state,
        coalesce(j.retry_count + (j.started_on is not null)::integer, 0) as attempts,
        o.created_at as "createdAt", o.done_at as "doneAt",
        case when j.state in ('created', 'retry') then j.start_after end as "nextAttemptAt",
        case when o.done_at is null then coalesce(j.output ->> 'message', j.output #>> '{value,message}') end as "lastError"
      from outbox o left join pgboss.job j on j.name = 'mail' and j.id = o.id
      where o.site_id = any(${siteIds}::uuid[]) and o.kind = 'mail' and o.payload ? 'to'
    ) mails
    where (${state}::text is null or state = ${state}) and (${kind}::text is null or kind = ${kind})
      and (${recipient}::text is null or strpos(lower("to"), lower(${recipient})) > 0)
      and (${before}::uuid is null or id < ${before})
    order by id desc limit ${limit}`.execute(db);
  return rows;
}
