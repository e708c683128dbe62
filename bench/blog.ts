import { type Calls, checkSameAnswer, targetOf } from "./calls.ts";
import { categoryId, fillPosts, slugOf } from "./fill-posts.ts";
import { compareLoad, connections, formatLoad } from "./load.ts";
import { startBench } from "./product.ts";
import { type Benchmark, percent, type Row } from "./report.ts";

const posts = 10_000;
/** Relative to the bare server's requests per second. */
const target = 0.6;

const views = 1_000;
const slug = (connection: number) => slugOf(1 + ((connection * 311) % posts));
const category = (connection: number) => categoryId(connection % 10);

const readings: readonly Calls[] = [
  {
    what: "list of 50",
    product: () => ({ path: "/v3/posts?paging.limit=50" }),
    bare: () => ({ path: "/list" }),
  },
  {
    what: "post by slug, with its text",
    product: (connection) => ({ path: `/v3/posts/slugs/${slug(connection)}?fieldsets=RICH_CONTENT` }),
    bare: (connection) => ({ path: `/post?slug=${slug(connection)}` }),
  },
  {
    what: "query with filter and sort, 20 of 1,000",
    product: (connection) => ({
      path: "/v3/posts/query",
      body: {
        query: {
          filter: { categoryIds: { $hasSome: [category(connection)] }, "metrics.views": { $gte: views } },
          sort: [{ fieldName: "metrics.views", order: "DESC" }],
          cursorPaging: { limit: 20 },
        },
      },
    }),
    bare: (connection) => ({ path: "/query", body: { views, categoryId: category(connection) } }),
  },
];

/** Reads of a blog of 10,000 posts, compared with a server that only runs the query. */
export const benchBlog: Benchmark = async (say) => {
  say("starting the product and the bare server");
  await using bench = await startBench({ site: false });
  say(`making ${posts} posts`);
  await fillPosts(bench, posts);
  const rows: Row[] = [];
  for (const reading of readings) {
    await checkSameAnswer(bench, reading);
    say(reading.what);
    const targets = { product: targetOf(bench, reading, "product"), bare: targetOf(bench, reading, "bare") };
    const { product, bare } = await compareLoad(targets);
    const ratio = product.perSecond / bare.perSecond;
    rows.push({
      what: reading.what,
      product: formatLoad(product),
      reference: formatLoad(bare),
      relation: percent(ratio),
      target: `≥ ${percent(target)}`,
      met: ratio >= target,
    });
  }
  const title = `Blog: ${posts.toLocaleString("en")} posts of 2 kB, ${connections} connections; requests/s, p50 / p99`;
  return { title, rows };
};
