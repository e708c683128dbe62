import type { SearchedText } from "@porchlight/contract/blog/discovery/discovery";
import type { searchPostsRequest } from "@porchlight/contract/blog/discovery/schema";
import { maximumFound } from "@porchlight/contract/blog/discovery/search-limits";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { addressBases, publicView } from "../posts/post-visibility.ts";
import { toSearchedText } from "./highlight.ts";
import { findConfiguration, findConfigurations, findMatches, type MatchRow, tellMatches } from "./search-store.ts";
import { toSearchQuery } from "./search-words.ts";

/** One page of the published posts with these words, the best and the newest first. Words that every text has find nothing. */
export async function searchPosts(
  context: BlogContext,
  { query }: z.output<typeof searchPostsRequest>,
): Promise<RawJson> {
  const { db } = context;
  const view = publicView(context);
  const { language, fieldsets = [], paging } = query;
  const { limit = defaultPageSize, offset = 0 } = paging ?? {};
  const words = toSearchQuery(query.expression);
  const configurations =
    language === undefined ? await findConfigurations(db, view) : [await findConfiguration(db, language)];
  if (words === undefined || configurations.length === 0) return answer([], { offset, total: 0 });

  const question = { query: words, language };
  const { ids, total } = await findMatches(db, view, question, configurations, { limit, offset });
  const rows =
    ids.length === 0 ? [] : await tellMatches(db, view, question, ids, { fieldsets, bases: addressBases(context) });
  return answer(rows, { offset, total });
}

function answer(rows: readonly MatchRow[], { offset, total }: { offset: number; total: number }): RawJson {
  const pagingMetadata = {
    count: rows.length,
    offset,
    total,
    tooManyToCount: total >= maximumFound,
    hasNext: offset + rows.length < total && rows.length > 0,
  } satisfies PagingMetadata;
  return new RawJson(`{"results":[${rows.map(result)}],"pagingMetadata":${JSON.stringify(pagingMetadata)}}`);
}

function result(row: MatchRow): string {
  const title = toSearchedText(row.title, row.marked_title);
  const passage: SearchedText[] = [
    ...(row.starts_before ? [{ text: "… " }] : []),
    ...toSearchedText(row.passage, row.marked_passage),
    ...(row.goes_on ? [{ text: " …" }] : []),
  ];
  return `{"post":${row.json},"title":${JSON.stringify(title)},"passage":${JSON.stringify(passage)}}`;
}
