import type { ExportedRecord, ExportedTerms } from "@porchlight/importers/exported-record";
import type { RecordEntry } from "@porchlight/importers/import-entry";
import type { Transaction } from "kysely";
import * as z from "zod";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { inSavepoint } from "../../../platform/db/transactions.ts";
import type { BlogTxContext } from "../../blog-context.ts";
import { getPostState, recordCategoryEvent, recordPostEvents, recordTagEvent } from "../../blog-events.ts";
import { deletePostLinks, insertPostLinks } from "../../posts/post-writes-store.ts";
import { replaceComments } from "./imported-comments-store.ts";
import {
  addExportedPaths,
  findColumns,
  findStoredPost,
  findTerm,
  insertRow,
  recountComments,
  updateRow,
} from "./records-store.ts";
import type { BatchOutcome } from "./store-batch.ts";

type Tx = Transaction<Tables>;

/**
 * Stores a line of an export with its values and ids. An existing row with the id is unchanged if it was changed later;
 * a category or tag of the same name replaces the exported one. A line that the database rejects adds a note and
 * changes nothing.
 *
 * @param localIds Local ids of categories and tags by their exported ids; extended.
 */
export async function storeRecord(
  tx: Tx,
  context: BlogTxContext,
  entry: RecordEntry,
  localIds: Map<string, string>,
  outcome: BatchOutcome,
): Promise<void> {
  const { file, line, record } = entry;
  try {
    await inSavepoint(tx, async () => {
      if (record.table === "posts") await storePost(tx, context, record, { ...entry, localIds }, outcome);
      else await storeTerm(tx, context, record, localIds, outcome);
    });
  } catch (error) {
    if (!isRejectedValue(error)) throw error;
    outcome.counts.skipped += 1;
    outcome.notes.push({
      file,
      line,
      reason: `The line has a value that cannot be stored (${error.message}); it is left out.`,
    });
  }
}

/** Data exceptions and violated constraints. Source: PostgreSQL, "Error Codes", classes 22 and 23. */
function isRejectedValue(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}

async function storeTerm(
  tx: Tx,
  context: BlogTxContext,
  { table, row, formerPaths }: Extract<ExportedRecord, { table: "categories" | "tags" }>,
  localIds: Map<string, string>,
  { counts, created }: BatchOutcome,
): Promise<void> {
  const siteId = context.site.id;
  let id = await findTerm(tx, siteId, table, row);
  if (id === undefined) {
    id = row.id;
    if (!(await insertRow(tx, table, await findColumns(tx, table), { ...row, site_id: siteId }))) return;
    const isCategory = table === "categories";
    counts[table] += 1;
    created.push({
      kind: isCategory ? "category" : "tag",
      id,
      mark: String(row.updated_at ?? context.now().toISOString()),
    });
    await (isCategory ? recordCategoryEvent : recordTagEvent)(tx, context, "created", id);
    counts.redirects += await addExportedPaths(tx, siteId, isCategory ? "category_id" : "tag_id", id, formerPaths);
  }
  localIds.set(row.id, id);
}

async function storePost(
  tx: Tx,
  context: BlogTxContext,
  { post, categoryIds, tagIds, formerPaths, comments }: Extract<ExportedRecord, { table: "posts" }>,
  { file, line, terms, localIds }: RecordEntry & { localIds: Map<string, string> },
  { counts, created, notes }: BatchOutcome,
): Promise<void> {
  const siteId = context.site.id;
  const { id } = post;
  const existing = await findStoredPost(tx, siteId, id);
  if (existing && existing.updatedAt >= new Date(post.updated_at)) {
    counts.unchanged += 1;
    return;
  }
  const columns = await findColumns(tx, "posts");
  const row = { ...post, site_id: siteId };
  const before = existing && (await getPostState(tx, context, id));
  if (existing) {
    await updateRow(tx, "posts", columns, row);
    await deletePostLinks(tx, siteId, id);
  } else if (!(await insertRow(tx, "posts", columns, row))) {
    counts.skipped += 1;
    notes.push({
      file,
      line,
      reason: `Another post has the slug "${post.slug}" or the source of this one; it is left out.`,
    });
    return;
  } else created.push({ kind: "post", id, mark: String(post.revision ?? 1) });
  const findIds = (table: "categories" | "tags", ids: readonly string[]) =>
    findLocalIds(tx, siteId, table, ids, terms, localIds);
  const links = { categoryIds: await findIds("categories", categoryIds), tagIds: await findIds("tags", tagIds) };
  await insertPostLinks(tx, siteId, id, links);
  counts.redirects += await addExportedPaths(tx, siteId, "post_id", id, formerPaths);
  counts.comments += await storeComments(tx, siteId, id, comments);
  await recountComments(tx, siteId, id);
  await recordPostEvents(tx, context, id, before);
  counts[existing ? "changed" : "added"] += 1;
}

/** Local ids of exported categories or tags. Those of an earlier run are looked up. */
async function findLocalIds(
  tx: Tx,
  siteId: string,
  table: "categories" | "tags",
  ids: readonly string[],
  terms: ExportedTerms,
  localIds: Map<string, string>,
): Promise<string[]> {
  const found = new Set<string>();
  for (const id of ids) {
    const term = terms.get(id);
    const localId = localIds.get(id) ?? (term && (await findTerm(tx, siteId, table, term)));
    if (localId === undefined) continue;
    localIds.set(id, localId);
    found.add(localId);
  }
  return [...found];
}

/** Exports of earlier versions have the ids of the source. */
const earlierComment = z.object({
  id: z.string(),
  parent_id: z.string().nullish(),
  author: z.string(),
  email: z.string().nullish(),
  url: z.string().nullish(),
  body: z.string(),
  status: z.enum(["APPROVED", "PENDING", "SPAM", "TRASH"]),
  created_at: z.string(),
});

async function storeComments(
  tx: Tx,
  siteId: string,
  postId: string,
  comments: readonly { id: string }[],
): Promise<number> {
  const earlier = comments.flatMap((comment) =>
    "thread_id" in comment ? [] : (earlierComment.safeParse(comment).data ?? []),
  );
  if (earlier.length > 0)
    return replaceComments(
      tx,
      siteId,
      postId,
      earlier.map(({ parent_id: parentId, body: text, created_at: date, email, url, ...comment }) => ({
        ...comment,
        ...(parentId != null && { parentId }),
        ...(email != null && { email }),
        ...(url != null && { url }),
        text,
        date,
      })),
    );
  const columns = await findColumns(tx, "comments");
  columns.delete("member_id");
  let stored = 0;
  for (const comment of comments) {
    const row = { ...comment, site_id: siteId, post_id: postId };
    if (await insertRow(tx, "comments", columns, row)) stored += 1;
  }
  return stored;
}
