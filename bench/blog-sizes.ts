import { fillPosts, slugOf } from "./fill-posts.ts";
import { startBench } from "./product.ts";
import type { Benchmark, Row } from "./report.ts";

/** Numbers of posts, ascending. */
const sizes = (process.env.BENCH_POSTS ?? "1000,100000,1000000").split(",").map(Number);
/** Warm-up reads and counted reads of each kind. Sequential, so that times are those of a single read. */
const warmUps = 200;
const counted = 1_000;
/** p50 with the most posts ÷ p50 with the fewest. */
const growth = 1.5;
/** Milliseconds. */
const slowestSearch = 100;

interface Reading {
  what: string;
  /** `posts` is the number of posts. */
  paths(posts: number, next: string): string[];
  grows?: true;
  isSearch?: true;
}

const someSlugs = (posts: number) => Array.from({ length: 50 }, (_, n) => slugOf(1 + Math.floor((n * posts) / 50)));
const search = (...expressions: string[]) =>
  expressions.map((words) => `/v3/posts/search?expression=${encodeURIComponent(words)}&paging.limit=12`);

const readings: readonly Reading[] = [
  { what: "list of 50", paths: () => ["/v3/posts?paging.limit=50"] },
  {
    what: "post by slug, with its text",
    paths: (posts) => someSlugs(posts).map((slug) => `/v3/posts/slugs/${slug}?fieldsets=RICH_CONTENT`),
  },
  { what: "page by cursor", paths: (_, next) => [`/v3/posts?paging.cursor=${encodeURIComponent(next)}`] },
  { what: "numbers by month", paths: () => ["/blog/v2/stats/post/count"] },
  {
    what: "numbers by month, in Berlin",
    paths: () => ["/blog/v2/stats/post/count?timeZone=Europe/Berlin"],
    grows: true,
  },
  { what: "total", paths: () => ["/blog/v2/stats/posts/total?language=en"] },
  { what: "search: a word of every post", paths: () => search("lamp", "flickers", "lamp flame"), isSearch: true },
  { what: "search: a word of 1 in 100", paths: () => search("seldom7", "seldom42", "flame seldom13"), isSearch: true },
  { what: "search: a word of 10 posts", paths: () => search("rare7", "rare42", "lamp rare77"), isSearch: true },
  { what: "search: the beginning of a word", paths: () => search("fl", "lam", "seldom1"), isSearch: true },
  { what: "search: no post", paths: () => search("zebra", "lamp zebra", "seldom7 seldom8"), isSearch: true },
];

interface Times {
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** A blog of some size, and its requests. */
interface MeasuredBlog {
  url: string;
  headers: Record<string, string>;
  paths: readonly string[];
}

/** Alternates the reads, so that other load affects all of them equally. */
async function measure(blogs: readonly MeasuredBlog[]): Promise<Times[]> {
  const times = blogs.map((): number[] => []);
  for (let n = 0; n < warmUps + counted; n++) {
    for (const [index, { url, headers, paths }] of blogs.entries()) {
      const path = paths[n % paths.length]!;
      const start = performance.now();
      const answer = await fetch(url + path, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}.`);
      if (n >= warmUps) times[index]!.push(performance.now() - start);
    }
  }
  return times.map((some) => {
    some.sort((left, right) => left - right);
    return { p50: some[Math.floor(some.length / 2)]!, p99: some[Math.floor(some.length * 0.99)]! };
  });
}

const formatTimes = ({ p50, p99 }: Times) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;

/** The same reads of a small blog and of large ones. `BENCH_POSTS` sets the sizes. */
export const benchBlogSizes: Benchmark = async (say) => {
  await using stack = new AsyncDisposableStack();
  const blogs: { posts: number; url: string; headers: Record<string, string>; next: string }[] = [];
  for (const posts of sizes) {
    const bench = stack.use(await startBench({ site: false }));
    say(`making ${posts} posts`);
    await fillPosts(bench, posts, 1);
    // Otherwise the database writes pages to disk during the reads.
    await bench.sql.query("checkpoint");
    const headers = { authorization: bench.visitorToken };
    const first = await fetch(`${bench.productUrl}/v3/posts?paging.limit=50`, { headers });
    const next = ((await first.json()) as { metaData: { cursor: string } }).metaData.cursor;
    blogs.push({ posts, url: bench.productUrl, headers, next });
  }
  const measured = new Map<number, Times[]>(sizes.map((posts) => [posts, []]));
  for (const { what, paths } of readings) {
    say(what);
    const times = await measure(
      blogs.map(({ posts, url, headers, next }) => ({ url, headers, paths: paths(posts, next) })),
    );
    for (const [index, { posts }] of blogs.entries()) measured.get(posts)!.push(times[index]!);
  }
  const [smallest, largest] = [sizes[0]!, sizes.at(-1)!];
  const rows = readings.map(({ what, isSearch, grows }, index): Row => {
    const [small, large] = [measured.get(smallest)![index]!, measured.get(largest)![index]!];
    const between = sizes.slice(1, -1).map((posts) => formatTimes(measured.get(posts)![index]!));
    const ratio = large.p50 / small.p50;
    return {
      what,
      product: [...between, formatTimes(large)].join("; "),
      reference: formatTimes(small),
      relation: `${ratio.toFixed(2)} ×`,
      ...(isSearch
        ? { target: `p99 ≤ ${slowestSearch} ms`, met: large.p99 <= slowestSearch }
        : grows
          ? {}
          : { target: `p50 ≤ ${growth} ×`, met: ratio <= growth }),
    };
  });
  const [few, ...others] = sizes.map((posts) => posts.toLocaleString("en"));
  return { title: `Blog of ${others.join("; ")} posts, compared with ${few}; p50 / p99`, rows };
};
