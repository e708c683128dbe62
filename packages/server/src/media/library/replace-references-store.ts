import { sql, type Transaction } from "kysely";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { type ReplacedFile, withReplacedFile } from "./replaced-file.ts";

/** Columns with references to files. Earlier versions of posts stay as they were. */
const columnsWithFiles = [
  {
    table: "posts",
    json: ["rich_content", "hero_image", "media", "seo_data", "edits", "edited_content", "members_content"],
  },
  { table: "categories", json: ["cover_image", "seo_data"], text: ["description"] },
  { table: "tags", json: ["cover_image"], text: ["description"] },
  { table: "data_items", json: ["data", "draft"] },
  { table: "forms", json: ["definition"] },
  { table: "form_drafts", json: ["form"] },
  { table: "site_pages", json: ["rich_content", "seo_data"] },
  { table: "published_pages", json: ["rich_content", "seo_data"] },
  { table: "mail_templates", text: ["body_text", "body_html", "body", "closing"] },
  { table: "site_texts", text: ["words"] },
] as const satisfies readonly { table: keyof Tables; json?: readonly string[]; text?: readonly string[] }[];

/** Makes all content of the site refer to a new file instead of a former one. */
export async function replaceReferences(tx: Transaction<Tables>, siteId: string, file: ReplacedFile): Promise<void> {
  for (const columns of columnsWithFiles) await replaceIn(tx, [siteId], { ...noColumns, ...columns }, file);
  // The settings of the staff site include those that the site shares with it.
  const staffSites = await tx.selectFrom("sites").select("id").where("staff_of", "=", siteId).execute();
  const settings = { ...noColumns, table: "settings", json: ["value"] };
  await replaceIn(tx, [siteId, ...staffSites.map(({ id }) => id)], settings, file);
}

interface TableColumns {
  table: string;
  json: readonly string[];
  text: readonly string[];
}

const noColumns = { json: [], text: [] };

async function replaceIn(
  tx: Transaction<Tables>,
  siteIds: readonly string[],
  { table, json, text }: TableColumns,
  file: ReplacedFile,
): Promise<void> {
  const columns = [...json, ...text].map((name) => sql.ref(name));
  const { rows } = await sql<{ place: string; values: unknown[] }>`
    select ctid::text as place, json_build_array(${sql.join(columns)}) as values
    from ${sql.table(table)}
    where site_id = any(${[...siteIds]}::uuid[]) and strpos(concat_ws(' ', ${sql.join(columns)}), ${file.formerId}) > 0
    for update`.execute(tx);
  for (const { place, values } of rows) {
    const changes = [...json, ...text].flatMap((name, index) => {
      const before = JSON.stringify(values[index]);
      if (!before.includes(file.formerId)) return [];
      const after = withReplacedFile(values[index], file);
      const value = index < json.length ? sql`${JSON.stringify(after)}::json` : sql`${after}::text`;
      return [sql`${sql.ref(name)} = ${value}`];
    });
    await sql`update ${sql.table(table)} set ${sql.join(changes)} where ctid = ${place}::tid`.execute(tx);
  }
}
