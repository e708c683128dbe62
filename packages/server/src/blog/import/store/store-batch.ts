import { createHash } from "node:crypto";
import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { attachmentPath, normalizeLegacyPath } from "@porchlight/contract/blog/legacy-path";
import { toSlug } from "@porchlight/contract/blog/slug";
import type { ImportedPost, PostEntry } from "@porchlight/importers/import-entry";
import type { Transaction } from "kysely";
import { newId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import { getPostState, recordPostEvents, recordTermEvent } from "../../blog-events.ts";
import { postPath } from "../../posts/post-json-sql.ts";
import { deletePostLinks, insertPostLinks } from "../../posts/post-writes-store.ts";
import { deleteLegacyPaths, insertLegacyPaths } from "../../slugs/slugs-store.ts";
import { ensureCategory } from "../../taxonomy/categories-store.ts";
import { ensureTag, type NewTag } from "../../taxonomy/tags-store.ts";
import { replaceComments } from "./imported-comments-store.ts";
import {
  findSlugOwners,
  insertImportedPost,
  lockImportedPosts,
  type StoredSource,
  updateImportedPost,
} from "./imported-posts-store.ts";
import { type BatchOutcome, type CreatedResource, editedReason, storePage } from "./store-page.ts";

export type { BatchOutcome, CreatedResource };

/** Ids by slug and by label, of categories and tags that this import has used. */
export interface UsedTerms {
  categories: Map<string, string>;
  tags: Map<string, string>;
}

/** Change it when posts are stored differently, so that the next import updates them. */
const storageVersion = 2;

interface BatchContext extends BatchOutcome {
  context: BlogTxContext;
  used: UsedTerms;
}

/**
 * Stores the posts that have changed. Results are added to `outcome`.
 *
 * @param overwrite Whether posts that were edited on this site are changed, too.
 */
export async function storeBatch(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  entries: readonly PostEntry[],
  used: UsedTerms,
  outcome: BatchOutcome,
  overwrite: boolean,
): Promise<void> {
  const step: BatchContext = { ...outcome, context, used };
  const stored = await lockImportedPosts(
    tx,
    context.site.id,
    entries.map(({ post }) => post),
  );
  const slugs = entries.map(({ post }) => post.slug);
  const owners = await findSlugOwners(tx, context.site.id, context.site.language, slugs);
  for (const entry of entries) {
    const { post, file } = entry;
    const hash = hashOf(post);
    const existing = stored.get(post);
    if (post.isPage && !existing) {
      await storePage(tx, context, { ...entry, hash, overwrite }, step);
      continue;
    }
    const owner = owners.get(post.slug);
    if (existing?.hash === hash) {
      step.counts.unchanged += 1;
    } else if (existing?.isEdited && !overwrite) {
      step.counts.unchanged += 1;
      step.notes.push({ file, reason: editedReason("post", post.title) });
    } else if (owner && owner.id !== existing?.id) {
      skip(step, { file, reason: `Another post has the slug "${post.slug}"; this one is left out.` });
    } else {
      const id = await storePost(tx, step, entry, hash, existing);
      if (id === undefined) {
        skip(step, { file, reason: `Another import stored this post, or a post with the slug "${post.slug}".` });
      } else {
        owners.set(post.slug, { id });
        step.counts[existing ? "changed" : "added"] += 1;
      }
    }
  }
}

function skip({ counts, notes }: BatchContext, note: ImportNote): void {
  counts.skipped += 1;
  notes.push(note);
}

/** Returns the post's id; undefined if it could not be stored. */
async function storePost(
  tx: Transaction<Tables>,
  step: BatchContext,
  { post, file }: PostEntry,
  hash: string,
  existing: StoredSource | undefined,
): Promise<string | undefined> {
  const { context, counts, notes } = step;
  const siteId = context.site.id;
  const at = context.now();
  const id = existing?.id ?? newId(at.getTime());
  const before = existing && (await getPostState(tx, context, id));
  if (existing) {
    await updateImportedPost(tx, siteId, { ...post, id, hash }, at);
  } else {
    const isStored = await insertImportedPost(tx, siteId, { ...post, id, language: context.site.language, hash }, at);
    if (!isStored) return undefined;
    step.created.push({ kind: "post", id, mark: "1" });
  }
  const categoryIds = await categoriesOf(tx, step, post);
  const tagIds = await tagsOf(tx, step, post);
  const addNote = (reason: string) => notes.push({ file, reason });
  const paths = legacyPathsOf(post, addNote);
  if (existing) {
    await deletePostLinks(tx, siteId, id);
    await deleteLegacyPaths(tx, siteId, id, paths);
  }
  await insertPostLinks(tx, siteId, id, { categoryIds, tagIds });
  const { added, taken } = await insertLegacyPaths(tx, { siteId, postId: id, paths, at });
  counts.redirects += added;
  for (const path of taken) addNote(`The address "${path}" already redirects to another post.`);
  if (existing && existing.slug !== post.slug) {
    await insertLegacyPaths(tx, { siteId, postId: id, paths: [`${postPath}${existing.slug}`], at });
  }
  counts.comments += await replaceComments(tx, siteId, id, post.comments ?? []);
  await recordPostEvents(tx, context, id, before);
  return id;
}

const termTables = {
  categories: { ensure: ensureCategory, kind: "category" },
  tags: { ensure: ensureTag, kind: "tag" },
} as const;

/** Ids of categories or tags; missing ones are created. `key` identifies each within the import. */
async function idsOf(
  tx: Transaction<Tables>,
  step: BatchContext,
  kind: keyof UsedTerms,
  terms: readonly ({ key: string } & Omit<NewTag, "language">)[],
): Promise<string[]> {
  const { context, used, counts } = step;
  const ids = new Set<string>();
  for (const { key, ...values } of terms) {
    let id = used[kind].get(key);
    if (id === undefined) {
      const at = context.now();
      const named = { ...values, language: context.site.language };
      const term = await termTables[kind].ensure(tx, context.site.id, named, at);
      if (term.isNew) {
        counts[kind] += 1;
        step.created.push({ kind: termTables[kind].kind, id: term.id, mark: at.toISOString() });
        await recordTermEvent(tx, context, kind, "created", term.id);
      }
      id = term.id;
      used[kind].set(key, id);
    }
    ids.add(id);
  }
  return [...ids];
}

const categoriesOf = (tx: Transaction<Tables>, step: BatchContext, { categories }: ImportedPost): Promise<string[]> =>
  idsOf(
    tx,
    step,
    "categories",
    categories.map(({ label, slug }) => ({ key: slug, label, slug })),
  );

const tagsOf = (
  tx: Transaction<Tables>,
  step: BatchContext,
  { tagLabels, tagDetails }: ImportedPost,
): Promise<string[]> =>
  idsOf(
    tx,
    step,
    "tags",
    tagLabels.map((label) => ({
      ...tagDetails?.find((page) => page.label === label),
      key: label,
      label,
      slug: toSlug(label.toLowerCase()),
    })),
  );

function legacyPathsOf({ aliases, slug }: ImportedPost, addNote: (reason: string) => void): string[] {
  const paths = new Set<string>();
  for (const alias of aliases) {
    const path = attachmentPath.test(alias) ? alias : normalizeLegacyPath(alias);
    if (path === undefined)
      addNote(`The address "${alias.slice(0, 200)}" is an address of this site and is not redirected.`);
    else if (path !== `${postPath}${slug}`) paths.add(path);
  }
  return [...paths];
}

/** Digest of everything in the source except the name of the blog, which may move, and the pages of tags. */
function hashOf({ sourceBlog: _, tagDetails: _pages, ...post }: ImportedPost): string {
  return createHash("sha256")
    .update(JSON.stringify([storageVersion, post]))
    .digest("base64url");
}
