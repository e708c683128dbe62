import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The n-th mail before this one has to be this long ago. Source: security requirements §5. */
const limits = [
  { mails: 1, perMs: minuteMs },
  { mails: 3, perMs: hourMs },
  { mails: 10, perMs: dayMs },
] as const;
const rememberedMails = 10;

/**
 * Counts a mail that somebody asks for, unless the limits are reached; answers whether it may go. Of several requests at
 * once, one is counted. Whether there is a member at the address plays no part.
 */
export async function countMail(
  db: DbOrTx,
  { siteId, purpose, target, at }: { siteId: string; purpose: "recovery"; target: Buffer; at: Date },
): Promise<boolean> {
  const isOver = limits.map(
    ({ mails, perMs }) =>
      sql`(mail_limits.asked_at[${sql.lit(mails)}] is null or mail_limits.asked_at[${sql.lit(mails)}] <= ${new Date(at.getTime() - perMs)})`,
  );
  const { rows } = await sql`
    insert into mail_limits (site_id, purpose, target, asked_at, expires_at)
    values (${siteId}, ${purpose}, ${target}, array[${at}::timestamptz], ${new Date(at.getTime() + dayMs)})
    on conflict (site_id, purpose, target) do update set
      asked_at = (array_prepend(${at}::timestamptz, mail_limits.asked_at))[1:${sql.lit(rememberedMails)}],
      expires_at = excluded.expires_at
    where ${sql.join(isOver, sql` and `)}
    returning purpose`.execute(db);
  return rows.length > 0;
}
