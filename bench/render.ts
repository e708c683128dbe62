import { createPost } from "@porchlight/server";
import { fillPosts } from "./fill-posts.ts";
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
  const markdown = makeMarkdown(postSize);
  const { slug } = await createPost(
    bench.deps,
    { kind: "owner" },
    { title: "A very long post", content: { markdown }, firstPublishedDate: new Date("2026-01-02") },
  );
  say("rendering");
  const rows = [
    await measurePage(bench, `a post of ${Math.round(markdown.length / 1000)} kB Markdown`, `/blog/${slug}`),
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

/** Headings, paragraphs with marks and links, lists, code and tables in turn, until there is enough. */
function makeMarkdown(size: number): string {
  const parts: string[] = [];
  for (let n = 1, length = 0; length < size; n++) {
    const part = `## Part ${n}: what the lamp said

What burns at night has to be **filled by day**. Whoever keeps a lamp learns to look at the *flame*, not at the light: a flame
that [flickers](https://example.com/flicker/${n}) wants a shorter wick, one that smokes wants air, and one that goes out wants
\`somebody\` who stays.

- the wick, trimmed straight
- the glass, wiped with ~~news~~ paper
  - from the inside first
  - then from the outside
- the oil, up to the line

1. Fill it.
2. Light it.
3. Watch it for a while.

> Who lights a lamp for somebody else lights up the own way, too.

\`\`\`ts
export function trim(wick: Wick, length = ${n}): Wick {
  if (wick.length <= length) return wick;
  return { ...wick, length };
}
\`\`\`

| lamp | oil a night | hours |
|---|---:|---:|
| kitchen | ${n} g | 4 |
| hall | ${n * 2} g | 9 |
| stairs | ${n * 3} g | 11 |
`;
    parts.push(part);
    length += part.length;
  }
  return parts.join("\n");
}
