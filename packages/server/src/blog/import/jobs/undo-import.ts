import type { UndoImportResponse } from "@porchlight/contract/blog/imports/import-job";
import type { Transaction } from "kysely";
import { recordAuditEvent } from "../../../platform/audit/audit.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { isId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext, BlogTxContext } from "../../blog-context.ts";
import { getPostState, recordCategoryEvent, recordPostEvents, recordTagEvent } from "../../blog-events.ts";
import { deletePost } from "../../drafts/write/draft-writes-store.ts";
import { deletePage } from "../../pages/site-pages-store.ts";
import { publicVisibility, urlBases } from "../../posts/post-visibility.ts";
import { findCategory } from "../../taxonomy/categories-store.ts";
import { findTag } from "../../taxonomy/tags-store.ts";
import { lockCreatedPage } from "../store/imported-pages-store.ts";
import { lockImports } from "../store/imported-posts-store.ts";
import type { CreatedResource } from "../store/store-batch.ts";
import { deleteUnusedImages } from "../store/unused-images-store.ts";
import { deleteTerm, findCreatedResources, findCreatedTerms, lockCreatedPost } from "./created-resources-store.ts";
import { hasImportLease, lockImport, markUndone } from "./imports-store.ts";
import { detailsOf } from "./start-import.ts";

/**
 * Removes what an import created, in one transaction: posts and pages without later changes, then categories and tags
 * without posts, then images. Existing posts that it changed keep their current state.
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
    if (job.undoneDate !== undefined || (await hasImportLease(tx, site.id, id, context.now())))
      throw new Refusal("IMPORT_STATUS_CONFLICT");
    const created = Map.groupBy(await findCreatedResources(tx, site.id, id), ({ kind }) => kind);
    const posts = await removePosts(tx, context, created.get("post") ?? []);
    const pages = await removePages(tx, context, created.get("page") ?? []);
    const categories = await removeTerms(tx, context, "categories", created.get("category") ?? []);
    const tags = await removeTerms(tx, context, "tags", created.get("tag") ?? []);
    await markUndone(tx, site.id, id, context.now());
    await recordAuditEvent(tx, context, "blog-import-undone", { by: caller, details: detailsOf(job.source) });
    return {
      removed: { posts: posts.removed + pages.removed, categories: categories.removed, tags: tags.removed },
      left: [...posts.left, ...pages.left, ...categories.left, ...tags.left],
    };
  });
  const images = undone.removed.posts > 0 ? await deleteUnusedImages(context) : 0;
  return { removed: { ...undone.removed, images }, left: undone.left };
}

type Removal = { removed: number; left: UndoImportResponse["left"] };

const changedSince = "It was changed since the import.";
const inUse = "Posts that stay are in it.";

async function removePosts(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  created: readonly CreatedResource[],
): Promise<Removal> {
  const siteId = context.site.id;
  const outcome: Removal = { removed: 0, left: [] };
  for (const { id, mark } of created) {
    const post = await lockCreatedPost(tx, siteId, id);
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

async function removePages(
  tx: Transaction<Tables>,
  { site }: BlogTxContext,
  created: readonly CreatedResource[],
): Promise<Removal> {
  const outcome: Removal = { removed: 0, left: [] };
  for (const { id, mark } of created) {
    const page = await lockCreatedPage(tx, site.id, id);
    if (!page) continue;
    if (page.revision !== mark) {
      outcome.left.push({ kind: "page", id, name: page.title, reason: changedSince });
      continue;
    }
    await deletePage(tx, site.id, id);
    outcome.removed += 1;
  }
  return outcome;
}

async function removeTerms(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  table: "categories" | "tags",
  created: readonly CreatedResource[],
): Promise<Removal> {
  const siteId = context.site.id;
  const isCategory = table === "categories";
  const kind = isCategory ? "category" : "tag";
  const outcome: Removal = { removed: 0, left: [] };
  for (const term of await findCreatedTerms(tx, siteId, table, created)) {
    if (term.used || !term.unchanged) {
      outcome.left.push({ kind, id: term.id, name: term.label, reason: term.used ? inUse : changedSince });
      continue;
    }
    const view = publicVisibility(context);
    const state = isCategory
      ? await findCategory(tx, view, term.id, { fieldsets: ["URL"], bases: urlBases(context) })
      : await findTag(tx, view, term.id, { withUrl: true, bases: urlBases(context) });
    await deleteTerm(tx, siteId, table, term.id);
    await (isCategory ? recordCategoryEvent : recordTagEvent)(tx, context, "deleted", term.id, state);
    outcome.removed += 1;
  }
  return outcome;
}
