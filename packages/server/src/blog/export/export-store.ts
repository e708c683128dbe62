import { sql, type Transaction } from "kysely";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { memberName } from "../comments/comments-store.ts";

type Tx = Transaction<Tables>;

/** A post with its columns and dependent rows, as JSON text that preserves the key order of rich content. */
export interface ExportRow {
  id: string;
  json: string;
}

/** Posts of any status after the id `after`. */
export async function findPostsToExport(
  tx: Tx,
  siteId: string,
  after: string | undefined,
  limit: number,
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select p.id, json_build_object(
      'post', row_to_json(p),
      'categoryIds', array(
        select category_id from post_categories l where l.site_id = p.site_id and l.post_id = p.id order by position, category_id),
      'tagIds', array(select tag_id from post_tags l where l.site_id = p.site_id and l.post_id = p.id order by position, tag_id),
      'formerPaths', (
        select coalesce(json_agg(json_build_object('path', path, 'createdDate', created_at) order by path), '[]')
        from redirect_paths r where r.site_id = p.site_id and r.post_id = p.id),
      'comments', (
        select coalesce(json_agg(to_jsonb(c) - '{member_id,staff_id}'::text[] || jsonb_build_object(
          'author', coalesce(c.author, ${memberName}), 'source_id', coalesce(c.source_id, c.id::text))
          order by c.created_at, c.id), '[]')
        from comments c left join members m on m.site_id = c.site_id and m.id = c.member_id where c.site_id = p.site_id and c.post_id = p.id))::text as json
    from posts p
    where p.site_id = ${siteId} and ${after === undefined ? sql`true` : sql`p.id > ${after}`}
    order by p.id limit ${limit}`.execute(tx);
  return rows;
}

/** All categories or tags with their legacy paths, as JSON text. */
export async function findTermsToExport(tx: Tx, siteId: string, table: "categories" | "tags"): Promise<ExportRow[]> {
  const column = sql.ref(table === "categories" ? "category_id" : "tag_id");
  const { rows } = await sql<ExportRow>`
    select n.id, json_build_object(
      ${sql.lit(table === "categories" ? "category" : "tag")}, row_to_json(n),
      'formerPaths', (
        select coalesce(json_agg(json_build_object('path', path, 'createdDate', created_at) order by path), '[]')
        from redirect_paths r where r.site_id = n.site_id and r.${column} = n.id))::text as json
    from ${sql.table(table)} n where n.site_id = ${siteId} order by n.id`.execute(tx);
  return rows;
}

export async function countPostsToExport(tx: Tx, siteId: string): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*)::int as total from posts where site_id = ${siteId}`.execute(tx);
  return rows[0]?.total ?? 0;
}
