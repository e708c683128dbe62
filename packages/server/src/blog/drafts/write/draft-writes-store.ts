import type { ModerationDetails } from "@porchlight/contract/blog/drafts/draft-post";
import type { DraftOrigin } from "@porchlight/contract/blog/drafts/draft-values";
import type { PostStatus } from "@porchlight/contract/blog/posts/post-status";
import { excerptOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import type { PostChange } from "../../../platform/db/tables/column-types.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { type Audience, columnsForAudience, isRestricted } from "../../posts/post-access.ts";
import { isoDate } from "../../posts/post-json-sql.ts";
import { stillImported } from "../../posts/post-writes-store.ts";
import { findDraftContent } from "../drafts-store.ts";

/** New values of a post; its text is separate. */
export interface DraftChange {
  values: PostChange;
  richContent?: RichContent | undefined;
}

/** A post before a change; its row is locked until the transaction ends. */
export interface LockedDraft {
  id: string;
  status: PostStatus;
  formerStatus: PostStatus | null;
  revision: string;
  idempotency_key: string | null;
  language: string;
  slug: string;
  title: string;
  seoSlug: string | null;
  ownExcerpt: boolean;
  excerpt: string;
  memberId: string | null;
  /** The staff account that created the post. */
  staffId: string | null;
  translationId: string | null;
  membersOnly: boolean;
  pricingPlanIds: string[];
  previewTextParagraph: number | null;
  /** Whether the public text is an excerpt of the full text, which only some members may read. */
  isSplit: boolean;
  firstPublishedAt: Date | null;
  lastPublishedAt: Date | null;
  scheduledAt: Date | null;
  moderation: ModerationDetails | null;
  /** Unpublished changes. */
  edits: PostChange;
  hasEdits: boolean;
  pinned: boolean;
}

/** Locks a post of any status. `id` must be a valid id. */
export async function lockDraft(tx: Transaction<Tables>, siteId: string, id: string): Promise<LockedDraft | undefined> {
  const row = await tx
    .selectFrom("posts")
    .select([
      "id",
      "status",
      "former_status as formerStatus",
      "revision",
      "idempotency_key",
      "language",
      "slug",
      "title",
      "seo_slug as seoSlug",
      "own_excerpt as ownExcerpt",
      "excerpt",
      "member_id as memberId",
      "staff_id as staffId",
      "translation_id as translationId",
      "members_only as membersOnly",
      "pricing_plan_ids as pricingPlanIds",
      "preview_text_paragraph as previewTextParagraph",
      sql<boolean>`members_text is not null`.as("isSplit"),
      "first_published_at as firstPublishedAt",
      "last_published_at as lastPublishedAt",
      "scheduled_at as scheduledAt",
      "moderation",
      "pinned",
      "edits",
    ])
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, edits: row.edits ?? {}, hasEdits: row.edits !== null };
}

/** Locks the oldest due post that is not in `except` and not locked by another node. Returns its id. */
export async function lockDuePost(
  tx: Transaction<Tables>,
  siteId: string,
  at: Date,
  except: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from posts
    where site_id = ${siteId} and status = 'SCHEDULED' and scheduled_at <= ${at} and id <> all(${[...except]}::uuid[])
    order by scheduled_at limit 1 for update skip locked`.execute(tx);
  return rows[0]?.id;
}

/** The columns that change with the status of a post. */
export interface Transition {
  status: PostStatus;
  origin: DraftOrigin;
  scheduledAt: Date | null;
  lastPublishedAt: Date | null;
  moderation: ModerationDetails | null;
  formerStatus: PostStatus | null;
}

/** Returns whether the draft was inserted; it is not if another post has the slug. */
export async function insertDraft(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  { values, richContent = { nodes: [] } }: DraftChange,
  { translationId, origin, staffId }: { translationId: string | null; origin: DraftOrigin; staffId: string | null },
  at: Date,
): Promise<boolean> {
  const { language = "", slug = "", title = "", ...columns } = columnsOf(values);
  const text = columnsForAudience(richContent, audienceOf(values, publicAudience), values.own_excerpt ?? false);
  const row = await tx
    .insertInto("posts")
    .values({
      ...columns,
      ...text,
      language,
      slug,
      title,
      site_id: siteId,
      id,
      status: "UNPUBLISHED",
      translation_id: translationId,
      staff_id: staffId,
      origin,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row) return false;
  await replaceLinks(tx, siteId, id, values);
  return true;
}

/** Stores the unpublished changes of a published post; `undefined` clears them. */
export async function saveEdits(
  tx: Transaction<Tables>,
  siteId: string,
  draft: LockedDraft,
  edits: { edits: PostChange; editedContent: RichContent | null } | undefined,
  origin: DraftOrigin,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("posts")
    .set({
      edits: edits ? JSON.stringify(edits.edits) : null,
      edited_content: edits?.editedContent ? JSON.stringify(edits.editedContent) : null,
      revision: sql<string>`revision + 1`,
      origin,
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", draft.id)
    .execute();
}

/** Applies a change and the unpublished changes to the post. Violates `posts_slug` if another post has the slug. */
export async function applyChange(
  tx: Transaction<Tables>,
  siteId: string,
  draft: LockedDraft,
  { values, richContent }: DraftChange,
  transition: Transition,
  at: Date,
): Promise<void> {
  const merged = { ...draft.edits, ...values };
  await tx
    .updateTable("posts")
    .set({
      ...columnsOf(merged),
      ...(await textColumns(tx, siteId, draft, merged, richContent)),
      edits: null,
      edited_content: null,
      status: transition.status,
      former_status: transition.formerStatus,
      scheduled_at: transition.scheduledAt,
      last_published_at: transition.lastPublishedAt,
      moderation: transition.moderation ? JSON.stringify(transition.moderation) : null,
      origin: transition.origin,
      revision: sql<string>`revision + 1`,
      ...(!richContent && Object.keys(merged).length === 0 && { source_revision: stillImported }),
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", draft.id)
    .execute();
  await replaceLinks(tx, siteId, draft.id, merged);
}

/** The text columns. They also change if only the audience changes, since the public text depends on it. */
async function textColumns(
  tx: Transaction<Tables>,
  siteId: string,
  draft: LockedDraft,
  merged: PostChange,
  richContent: RichContent | undefined,
) {
  const audience = audienceOf(merged, draft);
  if (!draft.isSplit && !isRestricted(audience)) {
    return {
      rich_content: richContent ? JSON.stringify(richContent) : sql<string>`coalesce(edited_content, rich_content)`,
    };
  }
  const before = (await findDraftContent(tx, siteId, draft.id)) ?? { nodes: [] };
  // Imported posts do not record that their excerpt is the start of their text.
  const isBeginning = merged.excerpt === undefined && draft.excerpt === excerptOf(before);
  const ownExcerpt = !isBeginning && (merged.own_excerpt ?? draft.ownExcerpt);
  return { ...columnsForAudience(richContent ?? before, audience, ownExcerpt), own_excerpt: ownExcerpt };
}

const publicAudience: Audience = { membersOnly: false, pricingPlanIds: [], previewTextParagraph: null };

const audienceOf = (values: PostChange, before: Audience): Audience => ({
  membersOnly: values.members_only ?? before.membersOnly,
  pricingPlanIds: values.pricing_plan_ids ?? before.pricingPlanIds,
  previewTextParagraph:
    values.preview_text_paragraph === undefined ? before.previewTextParagraph : values.preview_text_paragraph,
});

/** Pins or unpins a post. */
export async function setDraftPinned(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  pinned: boolean,
): Promise<void> {
  await tx
    .updateTable("posts")
    .set({
      pinned,
      origin: pinned ? "PIN" : "UNPIN",
      revision: sql<string>`revision + 1`,
      source_revision: stillImported,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Moves a post into or out of the trash; unpublished changes stay. */
export async function updateDraftStatus(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  to: Pick<Transition, "status" | "formerStatus" | "origin" | "scheduledAt">,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("posts")
    .set({
      status: to.status,
      former_status: to.formerStatus,
      scheduled_at: to.scheduledAt,
      origin: to.origin,
      revision: sql<string>`revision + 1`,
      source_revision: stillImported,
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Permanently deletes a post and its dependent rows. */
export async function deletePost(db: DbOrTx, siteId: string, id: string): Promise<void> {
  await db.deleteFrom("posts").where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** The ids without a row, in order. */
export async function findMissing(
  db: DbOrTx,
  siteId: string,
  table: "categories" | "tags" | "posts" | "members",
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where site_id = ${siteId} and id = any(${[...ids]}::uuid[])`.execute(db);
  const existing = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !existing.has(id.toLowerCase()));
}

/** Width and height of an image of the media library, in pixels. */
export async function findImageDimensions(db: DbOrTx, siteId: string, id: string) {
  const file = await db
    .selectFrom("media_files")
    .select(["width", "height"])
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
  return file?.width && file.height ? { width: file.width, height: file.height } : undefined;
}

/** Email and profile of an active member or staff account. */
export async function findReviewRecipient(db: DbOrTx, siteId: string, id: string) {
  return db
    .selectFrom("members as m")
    .innerJoin("sites as s", "s.id", "m.site_id")
    .select(["m.email", "m.profile"])
    .where((eb) => eb.or([eb("s.id", "=", siteId), eb("s.staff_of", "=", siteId)]))
    .where("m.id", "=", id)
    .where("m.status", "=", "ACTIVE")
    .executeTakeFirst();
}

/** The name of a staff account of the site; empty if it has none. */
export async function findStaffName(db: DbOrTx, siteId: string, staffId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', nullif(m.profile ->> 'firstName', ''), nullif(m.profile ->> 'lastName', '')) as name
    from sites s join members m on m.site_id = s.id where s.staff_of = ${siteId} and m.id = ${staffId}`.execute(db);
  return rows[0]?.name ?? "";
}

/** Replaces the categories and tags of a post, if the change has them. */
export async function replaceLinks(
  tx: Transaction<Tables>,
  siteId: string,
  postId: string,
  { category_ids: categoryIds, tag_ids: tagIds }: PostChange,
): Promise<void> {
  // References that were deleted in the meantime are skipped.
  for (const [links, column, ids, table] of [
    ["post_categories", "category_id", categoryIds, "categories"],
    ["post_tags", "tag_id", tagIds, "tags"],
  ] as const) {
    if (ids === undefined) continue;
    await sql`delete from ${sql.table(links)} where site_id = ${siteId} and post_id = ${postId}`.execute(tx);
    await sql`
      insert into ${sql.table(links)} (site_id, post_id, ${sql.ref(column)}, position)
      select ${siteId}, ${postId}, found.id, wanted.place - 1
      from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
      join ${sql.table(table)} found on found.site_id = ${siteId} and found.id = wanted.id
      for key share of found`.execute(tx);
  }
}

function columnsOf({
  category_ids: _categories,
  tag_ids: _tags,
  hero_image,
  media,
  seo_data,
  first_published_at,
  ...plain
}: PostChange) {
  return {
    ...plain,
    ...(hero_image !== undefined && { hero_image: hero_image && JSON.stringify(hero_image) }),
    ...(media !== undefined && { media: media && JSON.stringify(media) }),
    ...(seo_data !== undefined && { seo_data: JSON.stringify(seo_data) }),
    ...(first_published_at !== undefined && {
      first_published_at: first_published_at === null ? null : new Date(first_published_at),
    }),
  };
}

/** A post's published values, in the form of a change. */
export interface StoredValues {
  values: PostChange;
  richContent: RichContent;
  /** The unpublished text, if it differs. */
  editedContent: RichContent | null;
}

/** Finds the values of an existing post. */
export async function findStoredValues(db: DbOrTx, siteId: string, id: string): Promise<StoredValues> {
  const { rows } = await sql<StoredValues>`
    select coalesce(p.members_content, p.rich_content) as "richContent", p.edited_content as "editedContent",
      to_jsonb(told) as values
    from posts p cross join lateral (
      select p.title, p.slug, p.seo_slug, p.language, p.excerpt, p.own_excerpt, p.minutes_to_read, p.featured,
        coalesce(p.members_text, p.content_text) as content_text, p.commenting_enabled, p.member_id, p.authors, p.hashtags, p.hero_image,
        p.media, p.seo_data, ${isoDate(sql`p.first_published_at`)} as first_published_at, p.related_post_ids,
        p.pricing_plan_ids, p.preview_text_paragraph, p.members_only,
        array(
          select c.category_id from post_categories c
          where c.site_id = p.site_id and c.post_id = p.id order by c.position, c.category_id) as category_ids,
        array(
          select t.tag_id from post_tags t
          where t.site_id = p.site_id and t.post_id = p.id order by t.position, t.tag_id) as tag_ids) told
    where p.site_id = ${siteId} and p.id = ${id}`.execute(db);
  return rows[0]!;
}
