import { fillPosts } from "./fill-posts.ts";
import { formatLoad, send } from "./load.ts";
import { addLongPost } from "./long-post.ts";
import { type Bench, startBench } from "./product.ts";
import { type Benchmark, median, type Row } from "./report.ts";

/** Bytes of Markdown. */
const postSize = 170_000;
/** Milliseconds. */
const target = 200;
const pages = 30;
/** Responses per second of processor time. */
const targets = { rendered: 100, shared: 3_000 };
/** Seconds, after a warm-up of the same length. */
const duration = 4;

/** Whole pages for a browser: API response, rendering, compression. */
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
  const usual = await usualPost(bench);
  for (const [what, path] of [
    ["the blog's first page", "/blog"],
    ["a post of 2 kB", usual],
  ] as const) {
    rows.push(await loadPage(bench, `${what}, rendered each time`, path, "rendered"));
    rows.push(await loadPage(bench, `${what}, from memory`, path, "shared"));
  }
  return { title: `Pages rendered on the server, one after the other; median of ${pages}, and the slowest`, rows };
};

/** Loads a page for visitors. A unique URL is rendered each time. */
async function loadPage({ productUrl }: Bench, what: string, path: string, kind: keyof typeof targets): Promise<Row> {
  let page = 0;
  const target = {
    url: productUrl,
    requests: () =>
      Array.from({ length: kind === "shared" ? 1 : 5_000 }, () => ({
        path: kind === "shared" ? path : `${path}?page=${page++}`,
        headers: { "accept-encoding": "gzip, br" },
      })),
  };
  await send(target, duration, 8);
  const before = await processorSeconds(productUrl);
  const load = await send(target, duration, 8);
  const perSecond = (load.perSecond * duration) / ((await processorSeconds(productUrl)) - before);
  return {
    what,
    product: `${Math.round(perSecond).toLocaleString("en")} a processor second; ${formatLoad(load)}`,
    target: `≥ ${targets[kind].toLocaleString("en")}`,
    met: perSecond >= targets[kind],
  };
}

/** Processor time of the product's process, independent of other load. */
async function processorSeconds(productUrl: string): Promise<number> {
  const metrics = await (await fetch(`${productUrl}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
}

async function usualPost({ sql }: Bench): Promise<string> {
  const { rows } = await sql.query("select slug from posts order by length(content_text) limit 1");
  return `/blog/${rows[0].slug}`;
}

async function measurePage({ productUrl }: Bench, what: string, path: string): Promise<Row> {
  const times: number[] = [];
  let size = 0;
  for (let page = -5; page < pages; page++) {
    const startedAt = performance.now();
    const answer = await fetch(`${productUrl}${path}?page=${page}`, { headers: { "accept-encoding": "br" } });
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
