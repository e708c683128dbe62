import { sql } from "kysely";
import type { DbOrTx } from "../../db/database.ts";
import { isVisible, type Visibility } from "../posts-store.ts";

/** A page of the blog, and when it last changed. */
export interface PublicPage {
  slug: string;
  changed: Date;
}

const changed = sql`max(greatest(p.first_published_at, p.last_published_at))`;

/** How many addresses posts have; one slug is one address, whatever languages it is written in. */
export async function countPostAddresses(db: DbOrTx, visibility: Visibility): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct p.slug)::integer as count from posts p where ${isVisible(visibility)}`.execute(db);
  return rows[0]!.count;
}

/** Addresses of posts in the order of their slugs. */
export async function findPostAddresses(
  db: DbOrTx,
  visibility: Visibility,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicPage[]> {
  const { rows } = await sql<PublicPage>`
    select p.slug, ${changed} as changed from posts p where ${isVisible(visibility)}
    group by p.slug order by p.slug limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Categories that hold a post, and when the newest change in them was. */
export async function findCategoryAddresses(db: DbOrTx, visibility: Visibility, limit: number): Promise<PublicPage[]> {
  const { rows } = await sql<PublicPage>`
    select c.slug, ${changed} as changed
    from posts p
    join post_categories pc on pc.site_id = p.site_id and pc.post_id = p.id
    join categories c on c.site_id = pc.site_id and c.id = pc.category_id
    where ${isVisible(visibility)}
    group by c.slug order by c.slug limit ${limit}`.execute(db);
  return rows;
}

/** As {@link findCategoryAddresses}, of tags. */
export async function findTagAddresses(db: DbOrTx, visibility: Visibility, limit: number): Promise<PublicPage[]> {
  const { rows } = await sql<PublicPage>`
    select t.slug, ${changed} as changed
    from posts p
    join post_tags pt on pt.site_id = p.site_id and pt.post_id = p.id
    join tags t on t.site_id = pt.site_id and t.id = pt.tag_id
    where ${isVisible(visibility)}
    group by t.slug order by t.slug limit ${limit}`.execute(db);
  return rows;
}
