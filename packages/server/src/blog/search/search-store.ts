import type { SearchedText } from "@porchlight/contract/blog/discovery/discovery";
import { maxSearchResults } from "@porchlight/contract/blog/discovery/schema";
import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { serializePost, type UrlBases, type Visibility } from "../posts/post-json-sql.ts";
import { isVisible } from "../posts/posts-store.ts";

/** Markers that the SQL puts around each match. */
export const marks = { start: "\u0002", stop: "\u0003" } as const;

/**
 * Splits a text into matching and other parts.
 *
 * @param marked The text, normalized character by character, with markers around matches.
 */
export function highlight(text: string, marked: string): SearchedText[] {
  const letters = [...text];
  const pieces: SearchedText[] = [];
  let position = 0;
  for (const [index, piece] of marked.replaceAll(marks.stop, marks.start).split(marks.start).entries()) {
    const length = [...piece].length;
    const original = letters.slice(position, position + length).join("");
    position += length;
    if (original !== "") pieces.push(index % 2 === 1 ? { text: original, found: true } : { text: original });
  }
  return pieces;
}

/** A query of `to_tsquery`. */
export interface SearchTerms {
  query: string;
  language: string | undefined;
}

/** The text search configurations of the site's posts, one per language. */
export async function findConfigurations(db: DbOrTx, { siteId }: Visibility): Promise<string[]> {
  // A loose index scan: few configurations, many posts each.
  const { rows } = await sql<{ configuration: string }>`
    with recursive known as (
      (select configuration from post_search where site_id = ${siteId} order by configuration limit 1)
      union all
      select (
        select s.configuration from post_search s
        where s.site_id = ${siteId} and s.configuration > k.configuration order by s.configuration limit 1)
      from known k where k.configuration is not null)
    select configuration from known where configuration is not null`.execute(db);
  return rows.map(({ configuration }) => configuration);
}

/** The text search configuration of a language. */
export async function findConfiguration(db: DbOrTx, language: string): Promise<string> {
  const { rows } = await sql<{
    configuration: string;
  }>`select search_configuration(${language}) as configuration`.execute(db);
  return rows[0]!.configuration;
}

const tsQuery = (configuration: RawBuilder<unknown>, query: string) =>
  sql`to_tsquery(${configuration}::regconfig, search_letters(${query}))`;

/**
 * The ids of one page of matches, best first, and the number of matches. Only the newest matches are ranked: ranking
 * half a million posts takes seconds.
 */
export async function findMatches(
  db: DbOrTx,
  { siteId, at }: Visibility,
  { query, language }: SearchTerms,
  configurations: readonly string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const matches = configurations.map((configuration) => {
    const name = sql.lit(configuration);
    return sql`(s.configuration = ${name} and s.document @@ ${tsQuery(name, query)})`;
  });
  // Literals, so that each query is built once instead of per post.
  const wordsOfPost = sql`case f.configuration ${sql.join(
    configurations.map((name) => sql`when ${sql.lit(name)} then ${tsQuery(sql.lit(name), query)}`),
    sql` `,
  )} end`;
  const inLanguage = language === undefined ? sql`` : sql` and s.language = ${language}`;
  // A new post ranks 50 % higher than an old one.
  const { rows } = await sql<{ id: string | null; total: number }>`
    with found as materialized (
      select s.post_id, s.published_at, s.configuration, s.document from post_search s
      where s.site_id = ${siteId} and s.published_at <= ${at}${inLanguage} and (${sql.join(matches, sql` or `)})
      order by s.published_at desc, s.post_id desc limit ${maxSearchResults}),
    page as (
      select f.post_id as id, f.published_at, ts_rank(f.document, ${wordsOfPost}, 1)
        * (1 + 0.5 * exp(extract(epoch from f.published_at - ${at}::timestamptz)::double precision / 31557600)) as weight
      from found f order by weight desc, f.published_at desc, f.post_id desc limit ${limit} offset ${offset})
    select p.id, (select count(*)::integer from found) as total
    from (select 1) one left join page p on true order by p.weight desc, p.published_at desc, p.id desc`.execute(db);
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]!.total };
}

/** A match. The marked texts are without accents and punctuation, character by character. */
export interface MatchRow {
  json: string;
  title: string;
  marked_title: string;
  passage: string;
  marked_passage: string;
  starts_before: boolean;
  goes_on: boolean;
}

const highlightOptions = `StartSel=${marks.start}, StopSel=${marks.stop}`;
/** Maximum number of characters searched for a passage: PostgreSQL reads them all for each post. */
const maxPassageSourceLength = 50_000;

/** The matches with these ids, in this order. */
export async function findMatchDetails(
  db: DbOrTx,
  visibility: Visibility,
  { query }: SearchTerms,
  ids: readonly string[],
  { fieldsets, bases }: { fieldsets: readonly PostFieldset[]; bases: UrlBases },
): Promise<MatchRow[]> {
  const { json, join } = serializePost(fieldsets, bases, "visitor");
  // `offset 0` makes PostgreSQL evaluate each subquery once instead of inlining it.
  const words = tsQuery(sql`configuration`, query);
  const headline = (text: RawBuilder<unknown>, options: string) =>
    sql`ts_headline(configuration::regconfig, search_text(${text}), ${words}, ${sql.lit(`${highlightOptions}, ${options}`)})`;
  const { rows } = await sql<MatchRow>`
    select ${json} as json, texts.title, ${headline(sql`texts.title`, "HighlightAll=true")} as marked_title,
      substr(texts.content, place.start, place.length) as passage, marked.passage as marked_passage,
      place.start > 1 as starts_before, place.start + place.length <= length(texts.content) as goes_on
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    join posts p on p.id = wanted.id ${join}
    cross join lateral (select search_configuration(p.language) as configuration) language
    cross join lateral (
      select normalize(p.title) as title,
        normalize("left"(case when p.content_text = '' then p.excerpt else p.content_text end, ${sql.lit(maxPassageSourceLength)}))
          as content offset 0) texts
    cross join lateral (select ${headline(sql`texts.content`, "MinWords=20, MaxWords=32")} as passage offset 0) marked
    cross join lateral (
      select translate(marked.passage, ${sql.lit(marks.start + marks.stop)}, '') as plain offset 0) unmarked
    cross join lateral (
      select greatest(strpos(search_text(texts.content), unmarked.plain), 1) as start, length(unmarked.plain) as length offset 0) place
    where ${isVisible(visibility)} order by wanted.place`.execute(db);
  return rows;
}
