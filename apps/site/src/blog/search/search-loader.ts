import type { PostSearchResult } from "@porchlight/client/blog";
import { data, type LoaderFunctionArgs } from "react-router";
import { type Problem, toProblem } from "../../shell/problem.ts";
import { clientContext, reportContext } from "../../site.ts";

const resultsPerPage = 12;
/** The server's limit. */
const maximumLength = 200;
const maximumOffset = 1000;

export interface SearchResult extends Pick<PostSearchResult, "title" | "passage"> {
  id: string;
  slug: string;
  language: string;
  published: Date;
}

export interface SearchData {
  /** The search words; empty before a search. */
  words: string;
  results: SearchResult[];
  total: number;
  tooManyToCount: boolean;
  /** URLs of the previous and next page. */
  before?: string | undefined;
  after?: string | undefined;
  /** Why the results are missing, if they are. */
  problem?: Problem;
}

/** Results of `?q=`, starting at `?from=`. */
export async function searchLoader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  // The server rejects control characters.
  const words = [...(searchParams.get("q") ?? "").replace(/\p{Cc}/gu, " ").trim()].slice(0, maximumLength).join("");
  const offset = readOffset(searchParams.get("from"));
  const nothing = { words, results: [], total: 0, tooManyToCount: false };
  if (words === "") return data<SearchData>(nothing);
  try {
    const { discovery } = context.get(clientContext);
    const { results, pagingMetadata } = await discovery.searchPosts(words, {
      paging: { limit: resultsPerPage, offset },
    });
    const { total = 0, tooManyToCount = false, hasNext } = pagingMetadata;
    return data<SearchData>({
      words,
      results: results.map(({ post, title, passage }) => ({
        id: post._id,
        slug: post.slug,
        language: post.language,
        published: post.firstPublishedDate,
        title,
        passage,
      })),
      total,
      tooManyToCount,
      before: offset > 0 ? searchPath(words, Math.max(0, offset - resultsPerPage)) : undefined,
      after: hasNext ? searchPath(words, offset + resultsPerPage) : undefined,
    });
  } catch (error) {
    const problem = toProblem(error);
    context.get(reportContext)(error);
    return data<SearchData>({ ...nothing, problem }, { status: problem.status });
  }
}

/** An offset from an untrusted URL. */
function readOffset(text: string | null): number {
  return /^\d{1,4}$/.test(text ?? "") ? Math.min(Number(text), maximumOffset) : 0;
}

export function searchPath(words: string, offset = 0): string {
  const query = new URLSearchParams({ q: words, ...(offset > 0 ? { from: String(offset) } : {}) });
  return `/search?${query}`;
}
