import type { DbOrTx } from "../../platform/db/database.ts";

/** Which of these slugs others of the same kind have in this language. */
export async function findTakenSlugs(
  db: DbOrTx,
  siteId: string,
  table: "posts" | "categories" | "tags",
  { slugs, language, exceptId }: { slugs: readonly string[]; language: string; exceptId: string },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom(table)
    .select("slug")
    .where("site_id", "=", siteId)
    .where("language", "=", language)
    .where("slug", "in", [...slugs])
    .where("id", "!=", exceptId)
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}
