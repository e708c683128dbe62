import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { fileKinds, mailKinds, messageKinds } from "./outbox.ts";

/** Entries of the outbox that wait for a try, and those that were given up on. */
export interface OutboxCounts {
  waiting: number;
  parked: number;
}

export async function countOutbox(db: DbOrTx): Promise<OutboxCounts> {
  const { rows } = await sql<OutboxCounts>`
    select
      count(*) filter (where parked_at is null)::integer as waiting,
      count(*) filter (where parked_at is not null)::integer as parked
    from outbox where done_at is null`.execute(db);
  return rows[0]!;
}

/** Entries that were given up on, by what they are. */
export interface DeadLetterCounts {
  mails: number;
  messages: number;
  /** Pictures to be removed. */
  files: number;
}

export async function countDeadLetters(db: DbOrTx): Promise<DeadLetterCounts> {
  const ofKinds = (kinds: readonly string[]) => sql`count(*) filter (where kind = any(${kinds}::text[]))::integer`;
  const { rows } = await sql<DeadLetterCounts>`
    select ${ofKinds(mailKinds)} as mails, ${ofKinds(messageKinds)} as messages, ${ofKinds(fileKinds)} as files
    from outbox where done_at is null and parked_at is not null`.execute(db);
  return rows[0]!;
}
