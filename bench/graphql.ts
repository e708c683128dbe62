import { type Call, send, targetOf } from "./calls.ts";
import { fillPosts } from "./fill-posts.ts";
import { compareLoad, formatLoad } from "./load.ts";
import { startBench } from "./product.ts";
import { type Benchmark, percent, type Row } from "./report.ts";

const posts = 10_000;
const target = 0.5;
const clientCounts = [1, 32];
/** Seconds per round. */
const seconds = Number(process.env.BENCH_SECONDS ?? "2");

/** A list of 20 posts with the properties of a list page. */
const query = `{
  posts(first: 20) {
    nodes { id title slug excerpt firstPublishedDate categoryIds tagIds heroImage { id url height width } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const graphql: Call = { path: "/graphql/alpha", body: { query } };
const rest: Call = { path: "/v3/posts/query", body: { query: { cursorPaging: { limit: 20 } } } };

/** The same list by GraphQL and by REST, from the same server. */
export const benchGraphql: Benchmark = async (say) => {
  say("starting the product");
  await using bench = await startBench({ site: false, statements: {} });
  say(`making ${posts} posts`);
  await fillPosts(bench, posts);
  const { data, errors } = (await (await send(bench, graphql)).json()) as {
    data?: { posts: { nodes: unknown[] } };
    errors?: unknown;
  };
  if (errors || data?.posts.nodes.length !== 20) throw new Error(`GraphQL answers ${JSON.stringify(errors ?? data)}`);
  const rows: Row[] = [];
  for (const count of clientCounts) {
    say(`list of 20, ${count} connections`);
    const targetFor = (call: Call) =>
      targetOf(bench, { what: "list", product: () => call, bare: () => call }, "product");
    const { product, bare } = await compareLoad({ product: targetFor(graphql), bare: targetFor(rest) }, seconds, count);
    const ratio = product.perSecond / bare.perSecond;
    rows.push({
      what: `list of 20 posts, ${count} ×`,
      product: formatLoad(product),
      reference: formatLoad(bare),
      relation: percent(ratio),
      target: `≥ ${percent(target)}`,
      met: ratio >= target,
    });
  }
  return { title: "GraphQL compared with REST; requests/s, p50 / p99", rows };
};
