import { sql } from "kysely";
import type { DbOrTx } from "../db/database.ts";
import { isoDate } from "./post-json.ts";
import { isVisible, type Visibility } from "./posts-store.ts";

export interface MonthsQuery {
  /** Posts published before it do not count. */
  from: Date | undefined;
  newestFirst: boolean;
  /** How many months at most. */
  limit: number;
  language: string | undefined;
  /** One that PostgreSQL knows. */
  timeZone: string;
}

/** JSON list of the months that visitors may see posts of, each with how many. */
export async function countPostsByMonth(db: DbOrTx, visibility: Visibility, query: MonthsQuery): Promise<string> {
  const { from, language, limit, timeZone } = query;
  const direction = query.newestFirst ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ json: string | null }>`
    select json_agg(json_build_object('periodStart', ${isoDate(sql`month`)}, 'postCount', posts) order by month ${direction})::text as json
    from (
      select date_trunc('month', p.first_published_at, ${timeZone}) as month, count(*)::integer as posts
      from posts p
      where ${isVisible(visibility)}
        ${from ? sql`and p.first_published_at >= ${from}` : sql``}
        ${language === undefined ? sql`` : sql`and p.language = ${language}`}
      group by month order by month ${direction} limit ${limit}
    ) months`.execute(db);
  return rows[0]?.json ?? "[]";
}
