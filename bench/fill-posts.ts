import { createHash } from "node:crypto";
import { plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import { markdownToRichContent } from "@porchlight/importers/rich-content/markdown/markdown-to-rich-content";
import type { Bench } from "./product.ts";

/** Seconds. */
const tenYears = 315_576_000;

/** Each post has one; the ids follow from the number. */
const categories = 10;
const tags = 20;

const paragraph =
  "What burns at night has to be filled by day. Whoever keeps a lamp learns to look at the flame, not at the light: a " +
  "flame that flickers wants a shorter wick, one that smokes wants air, and one that goes out wants somebody who stays. ";
const markdownOf = (parts: number) =>
  Array.from({ length: parts }, (_, n) => `## Part ${n + 1}\n\n${paragraph.repeat(2)}`).join("\n\n");

/** The id of the category with this number, from 0. */
export function categoryId(number: number): string {
  return idOf("category", number);
}

/** The slug of the post with this number, from 1. */
export const slugOf = (number: number) => `post-${number}`;

/**
 * Inserts posts with one statement, without validation.
 *
 * @param parts Sizes of the text. Default: 2 kB. Words of the last part are in a hundredth of the posts each.
 */
export async function fillPosts(
  { sql, context: { site } }: Pick<Bench, "sql" | "context">,
  count: number,
  parts = 4,
): Promise<void> {
  for (let n = 0; n < categories; n++)
    await sql.query("insert into categories (site_id, id, slug, language, label) values ($1, $2, $3, 'en', $3)", [
      site.id,
      categoryId(n),
      `category-${n}`,
    ]);
  for (let n = 0; n < tags; n++)
    await sql.query("insert into tags (site_id, id, slug, language, label) values ($1, $2, $3, 'en', $3)", [
      site.id,
      idOf("tag", n),
      `tag-${n}`,
    ]);
  const { richContent } = markdownToRichContent(markdownOf(parts), {
    warn: () => undefined,
    resolveLink: () => undefined,
    resolveImage: () => undefined,
  });
  const fill = async () => {
    await sql.query(
      `insert into posts (site_id, id, slug, language, status, title, excerpt, content_text, rich_content, authors, hashtags,
       featured, minutes_to_read, view_count, first_published_at, last_published_at)
     select $1, gen_random_uuid(), 'post-' || n, 'en', 'PUBLISHED', 'What the lamp said, part ' || n, $2,
       $3 || case when $6 then ' seldom' || n % 100 || ' rare' || n / 10 else '' end, $4::json,
       '{"Ana Lima"}', array['lamps', 'night-' || n % 7], n % 50 = 0, 2, n::bigint * 7919 % 10007,
       at, at
     from generate_series(1, $5::integer) n, lateral (select timestamptz '2026-01-01' - n * ($7::double precision * interval '1 second') as at) times`,
      [
        site.id,
        paragraph,
        plainTextOf(richContent.nodes),
        JSON.stringify(richContent),
        count,
        parts < 4,
        parts < 4 ? tenYears / count : 3600,
      ],
    );
  };
  if (count > manyPosts) await fillAtOnce(sql, fill);
  else await fill();
  await sql.query(
    `insert into post_categories (site_id, post_id, category_id)
     select site_id, id, ($2::uuid[])[1 + view_count % ${categories}] from posts where site_id = $1`,
    [site.id, Array.from({ length: categories }, (_, n) => categoryId(n))],
  );
  await sql.query(
    `insert into post_tags (site_id, post_id, tag_id, position)
     select site_id, id, ($2::uuid[])[1 + (view_count + place * 7) % ${tags}], place
     from posts, generate_series(0, 1) place where site_id = $1`,
    [site.id, Array.from({ length: tags }, (_, n) => idOf("tag", n))],
  );
  await sql.query("vacuum analyze");
}

/** From this number on the search index is filled after the posts: row by row takes hours. */
const manyPosts = 20_000;

/** Runs `fill` without triggers, and updates the dependent tables once at the end. */
async function fillAtOnce(sql: Bench["sql"], fill: () => Promise<void>): Promise<void> {
  const { rows } = await sql.query<{ definition: string }>(
    "select pg_get_indexdef('post_search_words'::regclass) as definition",
  );
  await sql.query("drop index post_search_words");
  await sql.query("alter table posts disable trigger user");
  await fill();
  await sql.query("alter table posts enable trigger user");
  await sql.query(
    `insert into post_search (site_id, post_id, language, configuration, published_at, document)
     select site_id, id, language, search_configuration(language), first_published_at,
       search_document(search_configuration(language), title, excerpt, content_text)
     from posts`,
  );
  await sql.query(
    `insert into post_months (site_id, language, month, post_count)
     select site_id, language, utc_month(first_published_at), count(*) from posts group by 1, 2, 3`,
  );
  await sql.query("set maintenance_work_mem = '512MB'");
  await sql.query(rows[0]!.definition);
}

function idOf(kind: string, number: number): string {
  const digits = createHash("sha256").update(`${kind} ${number}`).digest("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-7$3-8$4-$5");
}
