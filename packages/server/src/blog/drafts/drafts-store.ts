import type { DraftFieldset } from "@porchlight/contract/blog/drafts/draft-values";
import type { PostStatus } from "@porchlight/contract/blog/posts/post-status";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import {
  findKeysetPage,
  type JsonRows,
  type KeysetPage,
  type KeysetPageQuery,
} from "../../platform/db/pagination/keyset-page.ts";
import type { UrlBases } from "../posts/post-json-sql.ts";
import { type DraftScope, isInScope, serializeDraft } from "./draft-json-sql.ts";

/** Which members of a draft to return. */
export interface DraftFields {
  fieldsets: readonly DraftFieldset[];
  bases: UrlBases;
}

/** JSON of one draft. `id` must be a valid id. */
export async function findDraft(
  db: DbOrTx,
  siteId: string,
  id: string,
  { fieldsets, bases }: DraftFields,
  scope: DraftScope = { trashed: false },
): Promise<string | undefined> {
  const { json, join } = serializeDraft(fieldsets, bases);
  const { rows } = await sql<{ json: string }>`
    select ${json} as json from draft_posts p ${join} where ${isInScope(siteId, scope)} and p.id = ${id}`.execute(db);
  return rows[0]?.json;
}

export interface DraftPageQuery
  extends Omit<KeysetPageQuery, "table" | "alias" | "condition" | "stablePlan">,
    DraftFields,
    DraftScope {
  /** Condition on `draft_posts p`. Default: all. */
  condition: RawBuilder<boolean> | undefined;
}

/** One page of drafts, as JSON. */
export async function findDraftPage(
  db: DbOrTx,
  siteId: string,
  { condition, trashed, owner, fieldsets, bases, ...page }: DraftPageQuery,
): Promise<KeysetPage> {
  const inScope = isInScope(siteId, { trashed, owner });
  const { json, join } = serializeDraft(fieldsets, bases);
  return findKeysetPage(
    db,
    {
      ...page,
      table: sql`draft_posts p`,
      alias: sql`p`,
      condition: condition ? sql<boolean>`${inScope} and ${condition}` : inScope,
      stablePlan: false,
    },
    async (ids) => {
      const result = await sql<JsonRows>`
        select string_agg(${json}, ',' order by wanted.place) as json, count(*)::integer as count
        from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) join draft_posts p on p.id = wanted.id ${join}
        where ${inScope}`.execute(db);
      return result.rows;
    },
  );
}

export async function findDraftContent(db: DbOrTx, siteId: string, id: string): Promise<RichContent | undefined> {
  const { rows } = await sql<{ content: RichContent }>`
    select p.rich_content as content from draft_posts p where p.site_id = ${siteId} and p.id = ${id}`.execute(db);
  return rows[0]?.content;
}

/** The names on posts, and those of staff accounts that may write. */
export async function findAuthorNames(db: DbOrTx, siteId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select distinct unnest(authors) as name from posts where site_id = ${siteId} and authors <> '{}'
      union
      select concat_ws(' ', nullif(m.profile ->> 'firstName', ''), nullif(m.profile ->> 'lastName', ''))
      from sites s join staff t on t.site_id = s.id join members m on m.site_id = t.site_id and m.id = t.member_id
      where s.staff_of = ${siteId} and t.role <> 'support') names
    where name <> '' order by lower(name), name limit 500`.execute(db);
  return rows.map(({ name }) => name);
}

export async function findPostLanguages(db: DbOrTx, siteId: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select language from posts where site_id = ${siteId} group by language order by count(*) desc, language`.execute(
    db,
  );
  return rows.map(({ language }) => language);
}

export interface DraftFilter {
  status?: PostStatus | undefined;
  language?: string | undefined;
  ids?: string[] | undefined;
}

/** Condition on `draft_posts p`; `undefined` for an empty filter. */
export function matchesDraftFilter({ status, language, ids }: DraftFilter): RawBuilder<boolean> | undefined {
  const conditions: RawBuilder<boolean>[] = [];
  if (status !== undefined) conditions.push(sql`p.status = ${status}`);
  if (language !== undefined) conditions.push(sql`p.language = ${language}`);
  if (ids && ids.length > 0) conditions.push(sql`p.id = any(${ids}::uuid[])`);
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : undefined;
}
