import type { MediaUsage } from "@porchlight/contract/media/library";
import { maxListedUsages } from "@porchlight/contract/media/library";
import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";

/** Content that uses a file, and its number. Earlier versions of a post count only if the post itself does not. */
export interface FoundUsages {
  usages: MediaUsage[];
  total: number;
}

/** The id of a file in content. */
const namePattern = "[0-9a-f]{32}[.][a-z0-9]{2,5}";

/** The content that refers to each of these files, also by the id of a file that it replaced. */
export async function findUsages(
  db: DbOrTx,
  siteId: string,
  fileIds: readonly string[],
): Promise<Map<string, FoundUsages>> {
  const { rows } = await sql<{
    file_id: string;
    usages: (MediaUsage & { collectionId: string | null })[];
    total: number;
  }>`
    with names as (
      select id as file_id, id as name from unnest(${[...fileIds]}::text[]) as id
      union all
      select file_id, former_id from media_replacements
      where site_id = ${siteId} and file_id = any(${[...fileIds]}::text[])
    ), mentioned as (
      select kind, id, title, collection_id, (regexp_matches(content, ${namePattern}, 'g'))[1] as name
      from media_mentions where site_id = ${siteId}
    ), found as (
      select distinct n.file_id, m.kind, m.id, m.title, m.collection_id
      from mentioned m join names n on n.name = m.name
    ), numbered as (
      select *, row_number() over (partition by file_id order by kind, lower(title), id) as number
      from found f
      where f.kind <> 'POST_VERSION' or not exists (
        select from found p where p.kind = 'POST' and p.id = f.id and p.file_id = f.file_id
      )
    )
    select file_id, count(*)::integer as total,
      json_agg(
        json_build_object('kind', kind, 'id', id, 'title', title, 'collectionId', collection_id) order by number
      ) filter (where number <= ${maxListedUsages}) as usages
    from numbered group by file_id`.execute(db);
  return new Map(
    rows.map(({ file_id: fileId, usages, total }) => [
      fileId,
      {
        usages: usages.map(({ collectionId, ...usage }) => ({
          ...usage,
          ...(collectionId !== null && { collectionId }),
        })),
        total,
      },
    ]),
  );
}

/** A condition: no content refers to the file. Reads all content once. */
export function isUnused(siteId: string, fileId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${fileId} not in (
    with named as materialized (
      select distinct (regexp_matches(content, ${namePattern}, 'g'))[1] as id
      from media_mentions where site_id = ${siteId}
    )
    select id from named
    union
    select r.file_id from media_replacements r join named on named.id = r.former_id where r.site_id = ${siteId}
  )`;
}
