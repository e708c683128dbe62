import type { SearchedText } from "@porchlight/contract/blog/discovery/discovery";
import { maxSearchResults, type searchPostsRequest } from "@porchlight/contract/blog/discovery/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type * as z from "zod";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { publicVisibility, urlBases } from "../posts/post-visibility.ts";
import { cachedRead } from "../read-cache.ts";
import {
  findConfiguration,
  findConfigurations,
  findMatchDetails,
  findMatches,
  highlight,
  type MatchRow,
} from "./search-store.ts";
import { toTsQuery } from "./to-ts-query.ts";

/**
 * One page of the published posts that match, ranked by relevance and date. A query of stop words only finds nothing.
 */
export const searchPosts = cachedRead("posts search", readMatches);

async function readMatches(
  context: BlogContext,
  _request: Requester,
  { query }: z.output<typeof searchPostsRequest>,
): Promise<RawJson> {
  const { db } = context;
  const visibility = publicVisibility(context);
  const { language, fieldsets = [], paging } = query;
  const { limit = defaultPageSize, offset = 0 } = paging ?? {};
  const tsQuery = toTsQuery(query.expression);
  const configurations =
    language === undefined ? await findConfigurations(db, visibility) : [await findConfiguration(db, language)];
  if (tsQuery === undefined || configurations.length === 0) return toResponse([], { offset, total: 0 });

  const terms = { query: tsQuery, language };
  const { ids, total } = await findMatches(db, visibility, terms, configurations, { limit, offset });
  const rows =
    ids.length === 0 ? [] : await findMatchDetails(db, visibility, terms, ids, { fieldsets, bases: urlBases(context) });
  return toResponse(rows, { offset, total });
}

function toResponse(rows: readonly MatchRow[], { offset, total }: { offset: number; total: number }): RawJson {
  const pagingMetadata = {
    count: rows.length,
    offset,
    total,
    tooManyToCount: total >= maxSearchResults,
    hasNext: offset + rows.length < total && rows.length > 0,
  } satisfies PagingMetadata;
  return new RawJson(`{"results":[${rows.map(toResultJson)}],"pagingMetadata":${JSON.stringify(pagingMetadata)}}`);
}

function toResultJson(row: MatchRow): string {
  const title = highlight(row.title, row.marked_title);
  const passage: SearchedText[] = [
    ...(row.starts_before ? [{ text: "… " }] : []),
    ...highlight(row.passage, row.marked_passage),
    ...(row.goes_on ? [{ text: " …" }] : []),
  ];
  return `{"post":${row.json},"title":${JSON.stringify(title)},"passage":${JSON.stringify(passage)}}`;
}
