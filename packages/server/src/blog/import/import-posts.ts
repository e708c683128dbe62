import { createHash } from "node:crypto";
import type { DbOrTx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import type { Caller, Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";
import { ensureCategory } from "../categories-store.ts";
import { toFormerPath } from "../former-path.ts";
import { postPath } from "../post-json.ts";
import {
  deletePostLinks,
  findSlugOwners,
  insertPostLinks,
  insertPublishedPost,
  lockImportedPosts,
  type StoredSource,
  updateImportedPost,
} from "../post-writes-store.ts";
import { addFormerPaths, deleteFormerPaths } from "../redirect-paths-store.ts";
import { ensureTag } from "../tags-store.ts";
import type { ImportNote } from "./import-note.ts";
import type { ImportedPost, ParsedPost } from "./parse-post.ts";
import { toSlug } from "./post-slugs.ts";

/** A post with what could not be carried of it, or a file that is none. */
export type ImportEntry =
  | ({ kind: "post" /** Path within the imported folder. */; file: string } & ParsedPost)
  | { kind: "skipped"; note: ImportNote }
  /** Something to be told that is no post left out. */
  | { kind: "note"; note: ImportNote };

export interface ImportCounts {
  added: number;
  changed: number;
  unchanged: number;
  /** Files and posts that were left out; the report says why. */
  skipped: number;
  /** Categories, tags and former addresses that this import made. */
  categories: number;
  tags: number;
  redirects: number;
  /** Pictures that were not among the site's before. */
  images: number;
}

export interface ImportOptions {
  /** Reads and compares everything, and changes nothing. */
  dryRun?: boolean;
  /** Told of each entry how many have been read, which is what takes the time. */
  onProgress?: (done: number) => void;
}

export interface ImportOutcome {
  counts: ImportCounts;
  report: ImportNote[];
}

/** Posts for each transaction: enough that waiting for the disk does not count, few enough to be quick to repeat. */
const batchSize = 25;

/** Changes when the same post is to be stored in another way, so that the next import stores it anew. */
const storedForm = 2;

interface Run {
  deps: Deps;
  outcome: ImportOutcome;
  /** Ids by slug and by label: what this import has met already. */
  categories: Map<string, string>;
  tags: Map<string, string>;
}

type PostEntry = Extract<ImportEntry, { kind: "post" }>;

/**
 * Stores the posts of an import as published ones. The same post is known again by its `sourceKey`: importing again changes
 * what has changed and nothing else. Posts that are no longer in the source stay as they are. A few posts at a time are stored,
 * each of them whole, so that an import that was cut off can simply be run again.
 *
 * @throws {Refusal} `NOT_ALLOWED` when the caller is not the owner.
 */
export async function importPosts(
  deps: Deps,
  caller: Caller,
  entries: Iterable<ImportEntry> | AsyncIterable<ImportEntry>,
  { dryRun = false, onProgress }: ImportOptions = {},
): Promise<ImportOutcome> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  if (!dryRun) return run(deps, entries, onProgress, (work) => deps.db.transaction().execute(work));
  const tx = await deps.db.startTransaction().execute();
  try {
    return await run(deps, entries, onProgress, (work) => work(tx));
  } finally {
    await tx.rollback().execute();
  }
}

async function run(
  deps: Deps,
  entries: Iterable<ImportEntry> | AsyncIterable<ImportEntry>,
  onProgress: ImportOptions["onProgress"],
  inTransaction: (work: (tx: DbOrTx) => Promise<void>) => Promise<void>,
): Promise<ImportOutcome> {
  const counts = { added: 0, changed: 0, unchanged: 0, skipped: 0, categories: 0, tags: 0, redirects: 0, images: 0 };
  const run: Run = { deps, outcome: { counts, report: [] }, categories: new Map(), tags: new Map() };
  let waiting: PostEntry[] = [];
  let done = 0;
  const store = async () => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) await inTransaction((tx) => storeBatch(tx, run, batch));
  };
  for await (const entry of entries) {
    done += 1;
    onProgress?.(done);
    if (entry.kind === "skipped") {
      skip(run, entry.note);
    } else if (entry.kind === "note") {
      run.outcome.report.push(entry.note);
    } else {
      counts.images += entry.newImages;
      run.outcome.report.push(...entry.report);
      if (waiting.push(entry) === batchSize) await store();
    }
  }
  await store();
  return run.outcome;
}

function skip({ outcome }: Run, note: ImportNote): void {
  outcome.counts.skipped += 1;
  outcome.report.push(note);
}

async function storeBatch(tx: DbOrTx, run: Run, entries: PostEntry[]): Promise<void> {
  const { deps } = run;
  const keys = entries.map(({ post }) => post.sourceKey);
  const stored = new Map((await lockImportedPosts(tx, deps.site.id, keys)).map((post) => [post.key, post]));
  const slugs = entries.map(({ post }) => post.slug);
  const owners = await findSlugOwners(tx, deps.site.id, deps.site.language, slugs);
  for (const entry of entries) {
    const { post, file } = entry;
    const hash = hashOf(post);
    const known = stored.get(post.sourceKey);
    const owner = owners.get(post.slug);
    if (known?.hash === hash) {
      run.outcome.counts.unchanged += 1;
    } else if (owner && owner.id !== known?.id) {
      skip(run, { file, reason: `Another post has the slug "${post.slug}"; this one is left out.` });
    } else {
      const id = await storePost(tx, run, entry, hash, known);
      if (id === undefined) {
        skip(run, { file, reason: `Another import has just stored this post, or one with the slug "${post.slug}".` });
      } else {
        owners.set(post.slug, { id });
        run.outcome.counts[known ? "changed" : "added"] += 1;
      }
    }
  }
}

/** Answers the post's id, or nothing when it could not be stored. */
async function storePost(
  tx: DbOrTx,
  run: Run,
  { post, file }: PostEntry,
  hash: string,
  known: StoredSource | undefined,
): Promise<string | undefined> {
  const { deps, outcome } = run;
  const siteId = deps.site.id;
  const at = deps.now();
  const id = known?.id ?? newId(at.getTime());
  if (known) {
    await updateImportedPost(tx, siteId, { ...post, id, hash }, at);
  } else {
    const source = { key: post.sourceKey, hash };
    const isStored = await insertPublishedPost(tx, siteId, { ...post, id, language: deps.site.language, source }, at);
    if (!isStored) return undefined;
  }
  const categoryIds = await categoriesOf(tx, run, post);
  const tagIds = await tagsOf(tx, run, post);
  const note = (reason: string) => outcome.report.push({ file, reason });
  const paths = formerPathsOf(post, note);
  if (known) {
    await deletePostLinks(tx, siteId, id);
    await deleteFormerPaths(tx, siteId, id, paths);
  }
  await insertPostLinks(tx, siteId, id, { categoryIds, tagIds });
  const { added, taken } = await addFormerPaths(tx, { siteId, postId: id, paths, at });
  outcome.counts.redirects += added;
  for (const path of taken) note(`The address "${path}" leads to another post already and stays there.`);
  if (known && known.slug !== post.slug) {
    await addFormerPaths(tx, { siteId, postId: id, paths: [`${postPath}${known.slug}`], at });
  }
  return id;
}

async function categoriesOf(tx: DbOrTx, run: Run, post: ImportedPost): Promise<string[]> {
  const { deps, categories } = run;
  const ids = new Set<string>();
  for (const { label, slug } of post.categories) {
    let id = categories.get(slug);
    if (id === undefined) {
      const made = await ensureCategory(tx, deps.site.id, { slug, label, language: deps.site.language }, deps.now());
      if (made.isNew) run.outcome.counts.categories += 1;
      id = made.id;
      categories.set(slug, id);
    }
    ids.add(id);
  }
  return [...ids];
}

async function tagsOf(tx: DbOrTx, run: Run, { tagLabels }: ImportedPost): Promise<string[]> {
  const { deps, tags } = run;
  const ids = new Set<string>();
  for (const label of tagLabels) {
    let id = tags.get(label);
    if (id === undefined) {
      const slug = toSlug(label.toLowerCase());
      const made = await ensureTag(tx, deps.site.id, { label, slug, language: deps.site.language }, deps.now());
      if (made.isNew) run.outcome.counts.tags += 1;
      id = made.id;
      tags.set(label, id);
    }
    ids.add(id);
  }
  return [...ids];
}

function formerPathsOf({ aliases, slug }: ImportedPost, note: (reason: string) => void): string[] {
  const paths = new Set<string>();
  for (const alias of aliases) {
    const path = toFormerPath(alias);
    if (path === undefined) note(`The address "${alias.slice(0, 200)}" is not a post's to have and is not redirected.`);
    else if (path !== `${postPath}${slug}`) paths.add(path);
  }
  return [...paths];
}

function hashOf(post: ImportedPost): string {
  return createHash("sha256")
    .update(JSON.stringify([storedForm, post]))
    .digest("base64url");
}
