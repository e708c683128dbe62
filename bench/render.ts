import { fillPosts } from "./fill-posts.ts";
import { addLongPost } from "./long-post.ts";
import { type Bench, startBench } from "./product.ts";
import { type Benchmark, median, type Row } from "./report.ts";

/** Bytes of Markdown. */
const postSize = 170_000;
/** Milliseconds. */
const target = 200;
const pages = 30;

/** Whole pages as a browser gets them: the API's answer, rendering, compression. */
export const benchRender: Benchmark = async (say) => {
  say("starting the product with its site");
  await using bench = await startBench({ site: true });
  await fillPosts(bench, 1_000);
  const post = await addLongPost(bench, postSize);
  say("rendering");
  const rows = [
    await measurePage(bench, `a post of ${Math.round(post.bytes / 1000)} kB Markdown`, post.path),
    await measurePage(bench, "the blog's first page", "/blog"),
  ];
  return { title: `Pages rendered on the server, one after the other; median of ${pages}, and the slowest`, rows };
};

async function measurePage({ productUrl }: Bench, what: string, path: string): Promise<Row> {
  const times: number[] = [];
  let size = 0;
  for (let page = -5; page < pages; page++) {
    const startedAt = performance.now();
    const answer = await fetch(productUrl + path, { headers: { "accept-encoding": "br" } });
    const html = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}.`);
    size = html.length;
    if (page >= 0) times.push(performance.now() - startedAt);
  }
  const time = median(times);
  return {
    what: `${what} (${Math.round(size / 1000)} kB HTML)`,
    product: `${time.toFixed(0)} ms, ${Math.max(...times).toFixed(0)} ms`,
    target: `< ${target} ms`,
    met: time < target,
  };
}
