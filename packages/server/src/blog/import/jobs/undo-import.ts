import type { UndoImportResponse } from "@porchlight/contract/blog/imports/import-job";
import { sql, type Transaction } from "kysely";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { isId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext, BlogTxContext } from "../../blog-context.ts";
import { getPostState, recordCategoryEvent, recordPostEvents, recordTagEvent } from "../../blog-events.ts";
import { deletePost } from "../../drafts/write/draft-writes-store.ts";
import { blogBaseUrl, publicVisibility, urlBases } from "../../posts/post-visibility.ts";
import { findCategory } from "../../taxonomy/categories-store.ts";
import { findTag } from "../../taxonomy/tags-store.ts";
import { lockImports } from "../store/imported-posts-store.ts";
import { removeUnusedImages } from "../store/remove-unused-images.ts";
import type { CreatedResource } from "../store/store-batch.ts";
import { findCreatedResources, lockImport, markUndone } from "./imports-store.ts";

/**
 * Removes what an import created, in one transaction: posts without later changes, then categories and tags without
 * posts, then images. Existing posts that it changed keep their current state.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `IMPORT_NOT_FOUND`, `IMPORT_STATUS_CONFLICT` if it is running or already undone.
 */
export async function undoImport(context: BlogContext, { caller }: Requester, id: string): Promise<UndoImportResponse> {
  requireEditor(caller);
  const { db, site } = context;
  const undone = await db.transaction().execute(async (tx) => {
    await lockImports(tx);
    const job = isId(id) ? await lockImport(tx, site.id, id) : undefined;
    if (!job) throw new Refusal("IMPORT_NOT_FOUND");
    if (job.undoneDate !== undefined || (await isUnderWay(tx, context, id)))
      throw new Refusal("IMPORT_STATUS_CONFLICT");
    const made = Map.groupBy(await findCreatedResources(tx, site.id, id), ({ kind }) => kind);
    const posts = await removePosts(tx, context, made.get("post") ?? []);
    const categories = await removeNames(tx, context, "categories", made.get("category") ?? []);
    const tags = await removeNames(tx, context, "tags", made.get("tag") ?? []);
    await markUndone(tx, site.id, id, context.now());
    return {
      removed: { posts: posts.removed, categories: categories.removed, tags: tags.removed },
      left: [...posts.left, ...categories.left, ...tags.left],
    };
  });
  const images = undone.removed.posts > 0 ? await removeUnusedImages(context) : 0;
  return { removed: { ...undone.removed, images }, left: undone.left };
}

async function isUnderWay(tx: Transaction<Tables>, { site, now }: BlogTxContext, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("imports")
    .select("id")
    .where("site_id", "=", site.id)
    .where("id", "=", id)
    .where("locked_until", ">", now())
    .executeTakeFirst();
  return row !== undefined;
}

type Removal = { removed: number; left: UndoImportResponse["left"] };

const changedSince = "It was changed since the import.";
const inUse = "Posts that stay are in it.";

async function removePosts(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  made: readonly CreatedResource[],
): Promise<Removal> {
  const siteId = context.site.id;
  const outcome: Removal = { removed: 0, left: [] };
  for (const { id, mark } of made) {
    const post = await tx
      .selectFrom("posts")
      .select(["title", "revision"])
      .where("site_id", "=", siteId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!post) continue;
    if (post.revision !== mark) {
      outcome.left.push({ kind: "post", id, name: post.title, reason: changedSince });
      continue;
    }
    const before = await getPostState(tx, context, id);
    await deletePost(tx, siteId, id);
    await recordPostEvents(tx, context, id, before);
    outcome.removed += 1;
  }
  return outcome;
}

async function removeNames(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  table: "categories" | "tags",
  made: readonly CreatedResource[],
): Promise<Removal> {
  const siteId = context.site.id;
  const isCategory = table === "categories";
  const kind = isCategory ? "category" : "tag";
  const outcome: Removal = { removed: 0, left: [] };
  for (const name of await findCreatedTerms(tx, siteId, table, made)) {
    if (name.used || !name.unchanged) {
      outcome.left.push({ kind, id: name.id, name: name.label, reason: name.used ? inUse : changedSince });
      continue;
    }
    const view = publicVisibility(context);
    const told = isCategory
      ? await findCategory(tx, view, name.id, { fieldsets: ["URL"], bases: urlBases(context) })
      : await findTag(tx, view, name.id, blogBaseUrl(context));
    await tx.deleteFrom(table).where("site_id", "=", siteId).where("id", "=", name.id).execute();
    await (isCategory ? recordCategoryEvent : recordTagEvent)(tx, context, "deleted", name.id, told);
    outcome.removed += 1;
  }
  return outcome;
}

/**
 * The created categories or tags that still exist: whether they changed, and whether a post or an unpublished change
 * uses them.
 */
async function findCreatedTerms(
  tx: Transaction<Tables>,
  siteId: string,
  table: "categories" | "tags",
  made: readonly CreatedResource[],
): Promise<{ id: string; label: string; unchanged: boolean; used: boolean }[]> {
  const [links, column, edited] =
    table === "categories"
      ? [sql.table("post_categories"), sql.ref("category_id"), "category_ids"]
      : [sql.table("post_tags"), sql.ref("tag_id"), "tag_ids"];
  const { rows } = await sql<{ id: string; label: string; unchanged: boolean; used: boolean }>`
    with made as (
      select * from unnest(${made.map(({ id }) => id)}::uuid[], ${made.map(({ mark }) => mark)}::timestamptz[]) as m (id, mark))
    select n.id, n.label, n.updated_at = made.mark as unchanged,
      exists (select from ${links} l where l.site_id = n.site_id and l.${column} = n.id)
        or exists (
          select from posts p where p.site_id = n.site_id and p.edits is not null and p.edits -> ${edited} ? n.id::text) as used
    from ${sql.table(table)} n join made on made.id = n.id where n.site_id = ${siteId}
    order by n.id for update of n`.execute(tx);
  return rows;
}
