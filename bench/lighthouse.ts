import { findChromium } from "../scripts/find-chromium.ts";
import { runStep } from "../scripts/run-step.ts";
import { fillPosts } from "./fill-posts.ts";
import { addLongPost } from "./long-post.ts";
import { startBench } from "./product.ts";
import { type Benchmark, median, type Row } from "./report.ts";

/** Large, so npm fetches it only for this benchmark. */
const lighthouse = "lighthouse@12.8.2";
/** Bytes of Markdown: longer than 97 % of the posts of a large blog. */
const postSize = 35_000;
const runs = 3;
const goals = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
type Category = keyof typeof goals;
/** Pages of the demo content with images. */
const demoPages = ["/", "/blog", "/blog/what-is-wrong-with-it", "/blog/category/repair-notes", "/collections/Tools"];

/** The used part of a report. */
interface Report {
  categories: Record<Category, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
  runtimeError?: { message: string };
}

/** Public pages on a phone with a slow network. */
export const benchLighthouse: Benchmark = async (say) => {
  const chromium = await findChromium(say);
  if ("missing" in chromium) throw new Error(chromium.missing);
  const browser = chromium.path;
  const rows: Row[] = [];
  async function inspectPages(productUrl: string, site: string, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const reports: Report[] = [];
      for (let run = 1; run <= runs; run++) {
        say(`${site}: ${path}, run ${run} of ${runs}`);
        // The host name of the site's canonical links.
        reports.push(await inspect(productUrl.replace("127.0.0.1", "localhost") + path, browser));
      }
      rows.push(...describe(`${site}: ${path}`, reports));
    }
  }
  {
    say("starting the product with the demo content");
    await using bench = await startBench({ site: true, demo: true });
    await inspectPages(bench.productUrl, "demo", demoPages);
  }
  say("starting the product with a large blog");
  await using bench = await startBench({ site: true });
  await fillPosts(bench, 1_000);
  const post = await addLongPost(bench, postSize);
  await inspectPages(bench.productUrl, "1,000 posts", ["/", "/blog", post.path]);
  return { title: `Lighthouse, mobile, median of ${runs}`, rows };
};

/** A busy machine may spoil the recording, which then has no figure; the page is loaded up to two more times. */
async function inspect(url: string, chromium: string, tries = 3): Promise<Report> {
  const flags = "--headless=new --no-sandbox --disable-dev-shm-usage";
  const args = ["exec", "--yes", `--package=${lighthouse}`, "--", "lighthouse", url];
  const { output } = await runStep(
    "npm",
    [...args, "--quiet", "--output=json", "--output-path=stdout", `--chrome-flags=${flags}`],
    { env: { CHROME_PATH: chromium } },
  );
  const start = output.indexOf("{\n");
  if (start === -1) throw new Error(`Lighthouse told nothing: ${output.slice(0, 500)}`);
  const report = JSON.parse(output.slice(start, output.lastIndexOf("\n}") + 2)) as Report;
  if (!report.runtimeError) return report;
  if (tries > 1) return inspect(url, chromium, tries - 1);
  throw new Error(`Lighthouse: ${report.runtimeError.message}`);
}

function describe(path: string, reports: readonly Report[]): Row[] {
  const scores = Object.entries(goals).map(([category, goal]): Row => {
    const score = median(
      reports.map(({ categories }) => Math.round((categories[category as Category].score ?? 0) * 100)),
    );
    return { what: `${path} ${category}`, product: String(score), target: `≥ ${goal}`, met: score >= goal };
  });
  const value = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const details = `LCP ${Math.round(value("largest-contentful-paint"))} ms, TBT ${Math.round(value("total-blocking-time"))} ms, CLS ${value("cumulative-layout-shift").toFixed(3)}`;
  return [...scores, { what: path, product: details }];
}
