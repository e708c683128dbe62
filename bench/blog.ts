import { type Comparison, measureComparisons, statementsOf } from "./comparisons.ts";
import { categoryId, fillPosts, slugOf } from "./fill-posts.ts";
import { barePostBySlug, barePostQuery, barePostSearch, barePosts, bareRichPosts } from "./post-sql.ts";
import { startBench } from "./product.ts";
import type { Benchmark, Row } from "./report.ts";

/** Numbers of posts. */
const sizes = (process.env.BENCH_ROWS ?? "10000").split(",").map(Number);
const target = 0.8;
/** Enough different posts to exceed the product's cache. */
const slugsPerConnection = 300;
const minViews = 1_000;

function comparisonsOf(siteId: string, size: number): Comparison[] {
  const slug = (n: number) => slugOf(1 + ((n * 311) % size));
  const category = (n: number) => categoryId(n % 10);
  const words = (n: number) => `lamp & flame & ${n % 2 === 0 ? "wick" : "air"}`;
  const list = (what: string, query: string, sql: string): Comparison => ({
    what,
    target,
    product: () => ({ path: `/v3/posts?paging.limit=20${query}` }),
    sql,
    values: () => [siteId],
  });
  return [
    list("list of 20", "", barePosts),
    list("list of 20 with rich content", "&fieldsets=RICH_CONTENT", bareRichPosts),
    {
      what: "by slug, with rich content",
      target,
      product: (n) => ({ path: `/v3/posts/slugs/${slug(n)}?fieldsets=RICH_CONTENT` }),
      sql: barePostBySlug,
      values: (n) => [siteId, slug(n)],
    },
    {
      what: "by slug, with rich content, each once",
      target,
      variants: slugsPerConnection,
      product: (n) => ({ path: `/v3/posts/slugs/${slug(n)}?fieldsets=RICH_CONTENT` }),
      sql: barePostBySlug,
      values: (n) => [siteId, slug(n)],
    },
    {
      what: "category, range, and sort",
      target,
      product: (n) => ({
        path: "/v3/posts/query",
        body: {
          query: {
            filter: { categoryIds: { $hasSome: [category(n)] }, "metrics.views": { $gte: minViews } },
            sort: [{ fieldName: "metrics.views", order: "DESC" }],
            cursorPaging: { limit: 20 },
          },
        },
      }),
      sql: barePostQuery,
      values: (n) => [siteId, category(n), minViews],
    },
    {
      what: "search",
      target,
      differs: true,
      product: (n) => ({
        path: `/v3/posts/search?expression=${encodeURIComponent(words(n).replaceAll(" & ", " "))}&paging.limit=20`,
      }),
      sql: barePostSearch,
      values: (n) => [siteId, words(n)],
    },
  ];
}

/** Reads of a blog, compared with a server that only runs the statement. */
export const benchBlog: Benchmark = async (say) => {
  const rows: Row[] = [];
  for (const size of sizes) {
    say("starting the product and the bare server");
    await using bench = await startBench({ site: false, statements: statementsOf(comparisonsOf("", size)) });
    say(`making ${size} posts`);
    await fillPosts(bench, size);
    await bench.sql.query("checkpoint");
    rows.push(...(await measureComparisons(bench, comparisonsOf(bench.context.site.id, size), size, say)));
  }
  return { title: "Blog: posts of 2 kB; requests/s, p50 / p99", rows };
};
