import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { serializeDraft } from "../drafts/draft-json-sql.ts";
import { serializePost, type UrlBases, type Visibility } from "./post-json-sql.ts";

/** A post as events report it: its draft for writers, and its public version once it is published. */
export interface PostState {
  /** Not in the trash. */
  isDraft: boolean;
  isPublished: boolean;
  /** When a published post becomes visible, if that is in the future. */
  visibleFrom?: Date | undefined;
  /** Whether the post is announced when it becomes visible. */
  isAwaited?: boolean;
  /** JSON text. */
  draft?: string | undefined;
  /** JSON text. */
  post?: string | undefined;
  /** Digest of the public text, which events do not contain. */
  contentDigest?: string;
}

export const missingPost: PostState = { isDraft: false, isPublished: false };

interface StateRow {
  status: string;
  later: Date | null;
  isAwaited: boolean;
  draft: string;
  post: string;
  contentDigest: string;
}

export async function findPostState(
  tx: DbOrTx,
  { siteId, at }: Visibility,
  id: string,
  bases: UrlBases,
): Promise<PostState> {
  const [draft, post] = [serializeDraft(["URL"], bases), serializePost(["URL"], bases, "visitor")];
  const ofPost = sql`p.site_id = ${siteId} and p.id = ${id}`;
  const { rows } = await sql<StateRow>`
    select p.status, case when p.first_published_at > ${at} then p.first_published_at end as "later",
      exists (select from dated_posts d where d.site_id = p.site_id and d.post_id = p.id) as "isAwaited", md5(p.rich_content::text) as "contentDigest",
      (select ${draft.json} from draft_posts p ${draft.join} where ${ofPost}) as draft,
      (select ${post.json} from posts p ${post.join} where ${ofPost}) as post
    from posts p where ${ofPost}`.execute(tx);
  const [row] = rows;
  if (!row) return missingPost;
  return {
    isDraft: row.status !== "DELETED",
    isPublished: row.status === "PUBLISHED",
    visibleFrom: row.status === "PUBLISHED" ? (row.later ?? undefined) : undefined,
    isAwaited: row.isAwaited,
    draft: row.draft,
    post: row.post,
    contentDigest: row.contentDigest,
  };
}

/** Locks the post until the transaction ends. */
export async function lockPost(tx: DbOrTx, siteId: string, id: string): Promise<void> {
  await sql`select 1 from posts where site_id = ${siteId} and id = ${id} for update`.execute(tx);
}

/** Query for `recordUpdates`: the drafts with these ids, without those in the trash. */
export function selectUpdatedDrafts(siteId: string, ids: readonly string[], bases: UrlBases): RawBuilder<unknown> {
  const draft = serializeDraft(["URL"], bases);
  return sql`
    select p.id as entity_id, ${draft.json} as entity_json from draft_posts p ${draft.join}
    where p.site_id = ${siteId} and p.id = any(${ids}::uuid[]) and p.status <> 'DELETED'`;
}

/** Query for `recordUpdates`: the published posts with these ids, without those that await their announcement. */
export function selectUpdatedPosts(siteId: string, ids: readonly string[], bases: UrlBases): RawBuilder<unknown> {
  const post = serializePost(["URL"], bases, "visitor");
  return sql`
    select p.id as entity_id, ${post.json} as entity_json from posts p ${post.join}
    where p.site_id = ${siteId} and p.id = any(${ids}::uuid[]) and p.status = 'PUBLISHED'
      and not exists (select from dated_posts d where d.site_id = p.site_id and d.post_id = p.id)`;
}
