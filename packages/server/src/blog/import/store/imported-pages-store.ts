import type { SourceOfPost } from "@porchlight/importers/import-entry";
import type { Transaction } from "kysely";
import type { Tables } from "../../../platform/db/tables/tables.ts";

/** A page of an earlier import. `source_revision` is its revision after that import. */
export interface ImportedPage {
  id: string;
  title: string;
  slug: string;
  seo_slug: string | null;
  revision: string;
  source_hash: string | null;
  source_revision: string | null;
  deleted_at: Date | null;
}

const columns = [
  "id",
  "title",
  "slug",
  "seo_slug",
  "revision",
  "source_hash",
  "source_revision",
  "deleted_at",
] as const;

/** Locks the page that was imported from this source. */
export async function lockImportedPage(
  tx: Transaction<Tables>,
  siteId: string,
  { sourceKey, sourceBlog }: SourceOfPost,
): Promise<ImportedPage | undefined> {
  return tx
    .selectFrom("site_pages")
    .select(columns)
    .where("site_id", "=", siteId)
    .where("source_key", "=", sourceKey)
    .where("source_blog", "=", sourceBlog)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a page that an import created. */
export async function lockCreatedPage(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
): Promise<ImportedPage | undefined> {
  return tx
    .selectFrom("site_pages")
    .select(columns)
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Records the source of a page and returns the revision of the page. */
export async function setPageSource(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  { sourceKey, sourceBlog }: SourceOfPost,
  hash: string,
): Promise<string> {
  const { revision } = await tx
    .updateTable("site_pages")
    .set((eb) => ({
      source_key: sourceKey,
      source_blog: sourceBlog,
      source_hash: hash,
      source_revision: eb.ref("revision"),
    }))
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}
