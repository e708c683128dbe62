import type { DbOrTx } from "../platform/db/database.ts";
import { isId } from "../platform/db/ids.ts";
import { recordEvent, recordUpdates } from "../platform/events/events-store.ts";
import type { BlogTxContext } from "./blog-context.ts";
import {
  findPostState,
  lockPost,
  missingPost,
  type PostState,
  selectUpdatedDrafts,
  selectUpdatedPosts,
} from "./posts/post-state-store.ts";
import { publicVisibility, urlBases } from "./posts/post-visibility.ts";
import { deleteAnnouncement, upsertAnnouncement } from "./schedule/announcements-store.ts";
import { findCategory } from "./taxonomy/categories-store.ts";
import { findTag } from "./taxonomy/tags-store.ts";

type Tx = DbOrTx;

/** The state of a post before a change, for {@link recordPostEvents}. */
export function getPostState(tx: Tx, context: BlogTxContext, id: string): Promise<PostState> {
  return findPostState(tx, publicVisibility(context), id, urlBases(context));
}

/**
 * Records the events of a change to a post. A post dated in the future is announced at its date by
 * `announceScheduledPosts`.
 *
 * @param before Default: the post is new.
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
    const entityJson = draft === "deleted" ? before.draft : after.draft;
    await recordEvent(tx, context, { type: `wix.blog.v3.draft_${draft}`, entityId: id, entityJson });
  }
  const isChanged = before.post !== after.post || before.contentDigest !== after.contentDigest;
  const [wasVisible, isVisible] = [before.isPublished && !before.isAwaited, after.isPublished && !after.visibleFrom];
  const post = compareStates(wasVisible, isVisible, isChanged);
  if (post) {
    const entityJson = post === "deleted" ? before.post : after.post;
    await recordEvent(tx, context, { type: `wix.blog.v3.post_${post}`, entityId: id, entityJson });
  }
  if (after.visibleFrom) await upsertAnnouncement(tx, context.site.id, id, after.visibleFrom);
  else if (after.isAwaited) await deleteAnnouncement(tx, context.site.id, id);
}

const batchSize = 500;

/** A post that a bulk change affected. */
export interface ChangedPost {
  id: string;
  /** Whether its public version changed. */
  isPublic: boolean;
}

/** Records update events for posts that lost or replaced a category or tag, in the given order. */
export async function recordPostUpdates(tx: Tx, context: BlogTxContext, posts: readonly ChangedPost[]): Promise<void> {
  const bases = urlBases(context);
  const siteId = context.site.id;
  for (let start = 0; start < posts.length; start += batchSize) {
    const batch = posts.slice(start, start + batchSize);
    const ids = batch.map(({ id }) => id);
    await recordUpdates(tx, context, "wix.blog.v3.draft_updated", {
      entityIds: ids,
      entities: selectUpdatedDrafts(siteId, ids, bases),
    });
    const publicIds = batch.filter(({ isPublic }) => isPublic).map(({ id }) => id);
    await recordUpdates(tx, context, "wix.blog.v3.post_updated", {
      entityIds: publicIds,
      entities: selectUpdatedPosts(siteId, publicIds, bases),
    });
  }
}

function compareStates(was: boolean, is: boolean, isChanged: boolean): "created" | "updated" | "deleted" | undefined {
  if (!was) return is ? "created" : undefined;
  if (!is) return "deleted";
  return isChanged ? "updated" : undefined;
}

/** Applies `change` to an existing post and records its events. Locks the post until the transaction ends. */
export async function withPostEvents<Result>(
  tx: Tx,
  context: BlogTxContext,
  id: string,
  change: () => Promise<Result>,
): Promise<Result> {
  if (!isId(id)) return change();
  // A separate statement, so that the next one sees what the previous lock holder committed.
  await lockPost(tx, context.site.id, id);
  const before = await getPostState(tx, context, id);
  const result = await change();
  await recordPostEvents(tx, context, id, before);
  return result;
}

/** JSON text of a category or tag, as events contain it. */
export function getTermJson(
  tx: Tx,
  context: BlogTxContext,
  kind: "categories" | "tags",
  id: string,
): Promise<string | undefined> {
  if (kind === "tags") return findTag(tx, publicVisibility(context), id, { withUrl: true, bases: urlBases(context) });
  return findCategory(tx, publicVisibility(context), id, { fieldsets: ["URL"], bases: urlBases(context) });
}

/** @param entityJson For a deleted category or tag: its former JSON text. */
export async function recordTermEvent(
  tx: Tx,
  context: BlogTxContext,
  kind: "categories" | "tags",
  slug: "created" | "updated" | "deleted",
  id: string,
  entityJson?: string,
): Promise<void> {
  const name = kind === "tags" ? "tag" : "category";
  const json = entityJson ?? (await getTermJson(tx, context, kind, id));
  await recordEvent(tx, context, { type: `wix.blog.v3.${name}_${slug}`, entityId: id, entityJson: json });
}

export const recordCategoryEvent = (
  tx: Tx,
  context: BlogTxContext,
  slug: "created" | "updated" | "deleted",
  id: string,
  entityJson?: string,
): Promise<void> => recordTermEvent(tx, context, "categories", slug, id, entityJson);

export const recordTagEvent = (
  tx: Tx,
  context: BlogTxContext,
  slug: "created" | "updated" | "deleted",
  id: string,
  entityJson?: string,
): Promise<void> => recordTermEvent(tx, context, "tags", slug, id, entityJson);
