import { sql } from "kysely";
import type { DbOrTx } from "../platform/db/database.ts";
import { isId } from "../platform/db/ids.ts";
import { recordEvent, recordUpdates } from "../platform/events/events-store.ts";
import type { BlogTxContext } from "./blog-context.ts";
import { serializeDraft } from "./drafts/draft-json-sql.ts";
import { serializePost } from "./posts/post-json-sql.ts";
import { blogBaseUrl, publicVisibility, urlBases } from "./posts/post-visibility.ts";
import { deleteAnnouncement, upsertAnnouncement } from "./schedule/scheduled-posts-store.ts";
import { findCategory } from "./taxonomy/categories-store.ts";
import { findTag } from "./taxonomy/tags-store.ts";

type Tx = DbOrTx;

/** What there is of a post: a draft for those who write, and for everybody once it is published. */
export interface PostState {
  /** Not in the trash. */
  isDraft: boolean;
  isPublished: boolean;
  /** When a published post is there for everybody, where that is later. */
  visibleFrom?: Date | undefined;
  /** Whether it is among those that are told of when they appear. */
  isAwaited?: boolean;
  /** As JSON text, while it is there. */
  draft?: string | undefined;
  post?: string | undefined;
  /** Of the public text, which is not told. */
  contentDigest?: string;
}

interface StateRow {
  status: string;
  later: Date | null;
  isAwaited: boolean;
  draft: string;
  post: string;
  contentDigest: string;
}

const missingPost: PostState = { isDraft: false, isPublished: false };

/** How a post stands now, to be handed to {@link recordPostEvents} after it was changed. */
export async function getPostState(tx: Tx, context: BlogTxContext, id: string): Promise<PostState> {
  const bases = urlBases(context);
  const [draft, post] = [serializeDraft(["URL"], bases), serializePost(["URL"], bases, "visitor")];
  const ofPost = sql`p.site_id = ${context.site.id} and p.id = ${id}`;
  const { rows } = await sql<StateRow>`
    select p.status, case when p.first_published_at > ${context.now()} then p.first_published_at end as "later",
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

/**
 * Tells what has become of a post since `before` was read; nothing of what is as it was. One that is dated later is told of at its
 * date, by `tellDuePosts`.
 *
 * @param before Left out for a post that is new.
 */
export async function recordPostEvents(
  tx: Tx,
  context: BlogTxContext,
  id: string,
  before: PostState = missingPost,
): Promise<void> {
  const after = await getPostState(tx, context, id);
  const draft = compareStates(before.isDraft, after.isDraft, before.draft !== after.draft);
  if (draft) {
    const told = draft === "deleted" ? before.draft : after.draft;
    await recordEvent(tx, context, { type: `wix.blog.v3.draft_${draft}`, entityId: id, entityJson: told });
  }
  const isOther = before.post !== after.post || before.contentDigest !== after.contentDigest;
  const [wasTold, mayBeTold] = [before.isPublished && !before.isAwaited, after.isPublished && !after.visibleFrom];
  const post = compareStates(wasTold, mayBeTold, isOther);
  if (post) {
    const told = post === "deleted" ? before.post : after.post;
    await recordEvent(tx, context, { type: `wix.blog.v3.post_${post}`, entityId: id, entityJson: told });
  }
  if (after.visibleFrom) await upsertAnnouncement(tx, context.site.id, id, after.visibleFrom);
  else if (after.isAwaited) await deleteAnnouncement(tx, context.site.id, id);
}

/** Of how many posts is told at once. */
const batchSize = 500;

/** A post that was changed along with others, and whether that shows in public. */
export interface ChangedPost {
  id: string;
  isPublic: boolean;
}

/** Tells of posts that a category or a tag was taken off, each of which is another than before, in the order in which they come. */
export async function recordPostUpdates(tx: Tx, context: BlogTxContext, posts: readonly ChangedPost[]): Promise<void> {
  const bases = urlBases(context);
  const [draft, post] = [serializeDraft(["URL"], bases), serializePost(["URL"], bases, "visitor")];
  for (let start = 0; start < posts.length; start += batchSize) {
    const batch = posts.slice(start, start + batchSize);
    const ids = batch.map(({ id }) => id);
    await recordUpdates(tx, context, "wix.blog.v3.draft_updated", {
      entityIds: ids,
      told: sql`
        select p.id as entity_id, ${draft.json} as told from draft_posts p ${draft.join}
        where p.site_id = ${context.site.id} and p.id = any(${ids}::uuid[]) and p.status <> 'DELETED'`,
    });
    const publicIds = batch.filter(({ isPublic }) => isPublic).map(({ id }) => id);
    await recordUpdates(tx, context, "wix.blog.v3.post_updated", {
      entityIds: publicIds,
      told: sql`
        select p.id as entity_id, ${post.json} as told from posts p ${post.join}
        where p.site_id = ${context.site.id} and p.id = any(${publicIds}::uuid[]) and p.status = 'PUBLISHED'
          and not exists (select from dated_posts d where d.site_id = p.site_id and d.post_id = p.id)`,
    });
  }
}

function compareStates(was: boolean, is: boolean, isOther: boolean): "created" | "updated" | "deleted" | undefined {
  if (!was) return is ? "created" : undefined;
  if (!is) return "deleted";
  return isOther ? "updated" : undefined;
}

/** Does `change` to a post that is there, and tells what has become of it. The post is locked until the transaction ends. */
export async function withPostEvents<Result>(
  tx: Tx,
  context: BlogTxContext,
  id: string,
  change: () => Promise<Result>,
): Promise<Result> {
  if (!isId(id)) return change();
  // A statement of its own, so that the next one sees what whoever had it locked has written.
  await sql`select 1 from posts where site_id = ${context.site.id} and id = ${id} for update`.execute(tx);
  const before = await getPostState(tx, context, id);
  const answer = await change();
  await recordPostEvents(tx, context, id, before);
  return answer;
}

/** A category or a tag as events tell of it, as JSON text. */
export function getTermJson(
  tx: Tx,
  context: BlogTxContext,
  kind: "categories" | "tags",
  id: string,
): Promise<string | undefined> {
  if (kind === "tags") return findTag(tx, publicVisibility(context), id, blogBaseUrl(context));
  return findCategory(tx, publicVisibility(context), id, { fieldsets: ["URL"], bases: urlBases(context) });
}

/** What happened to a category or a tag; of one that is gone, `told` is what it was. */
export async function recordTermEvent(
  tx: Tx,
  context: BlogTxContext,
  kind: "categories" | "tags",
  slug: "created" | "updated" | "deleted",
  id: string,
  told?: string,
): Promise<void> {
  const name = kind === "tags" ? "tag" : "category";
  const now = told ?? (await getTermJson(tx, context, kind, id));
  await recordEvent(tx, context, { type: `wix.blog.v3.${name}_${slug}`, entityId: id, entityJson: now });
}

/** The same of a category. */
export const recordCategoryEvent = (
  tx: Tx,
  context: BlogTxContext,
  slug: "created" | "updated" | "deleted",
  id: string,
  told?: string,
): Promise<void> => recordTermEvent(tx, context, "categories", slug, id, told);

/** The same of a tag. */
export const recordTagEvent = (
  tx: Tx,
  context: BlogTxContext,
  slug: "created" | "updated" | "deleted",
  id: string,
  told?: string,
): Promise<void> => recordTermEvent(tx, context, "tags", slug, id, told);
