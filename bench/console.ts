import { createApiKey, createSetupLink, seedMembers } from "@porchlight/server/operations";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../scripts/find-chromium.ts";
import { collectionId, fillItems } from "./fill-items.ts";
import { type Bench, startBench } from "./product.ts";
import type { Benchmark, Row } from "./report.ts";

const count = 100_000;
/** Members and sign-ins of the statistics. */
const large = 1_000_000;
const statisticsMs = 200;
const rounds = 3;
const longTaskMs = 50;
const roundMark = "round";
const taskName = "ThreadControllerImpl::RunTask";
/** Steps of the wheel in a round, and places to which the scrollbar jumps. */
const wheelSteps = 60;
const jumps = 20;
/** Milliseconds between them: more than the list waits before it loads rows. */
const pauseMs = 120;

/** Long main-thread tasks while long lists of the console are scrolled, and the statistics of its home page. */
export const benchConsole: Benchmark = async (say) => {
  const found = await findChromium(say);
  if ("missing" in found) throw new Error(found.missing);
  say("starting the product");
  await using bench = await startBench({ site: true });
  say(`adding ${count} members and items`);
  await seedMembers(bench.context, { kind: "owner" }, { count, password: "a long walk by the sea" });
  await fillItems(bench, count);
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    const page = await openConsole(browser, bench);
    const rows: Row[] = [];
    for (const [what, path] of [
      ["members", "/members"],
      ["items of a collection", `/collections/${collectionId}`],
    ] as const) {
      say(`scrolling the ${what}`);
      const url = `${bench.productUrl.replace("127.0.0.1", "localhost")}/admin${path}`;
      rows.push(await measureList(browser, page, url, what));
    }
    say(`adding ${large} members and as many sign-ins`);
    await fillStatistics(bench);
    const { key } = await createApiKey(bench.context, { kind: "owner" }, { name: "Benchmark", role: "admin" });
    for (const days of [7, 30, 90]) rows.push(await measureStatistics(bench, key, days));
    return {
      title: `The console: scrolling lists of ${count.toLocaleString("en")} rows, ${rounds} rounds; statistics`,
      rows,
    };
  } finally {
    await browser.close();
  }
};

/** Creates the owner's account, and signs in. */
async function openConsole(browser: Browser, { context }: Bench): Promise<Page> {
  const link = await createSetupLink(context, { kind: "owner" });
  if (!link) throw new Error("There is an owner already.");
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto(link.replace("127.0.0.1", "localhost"));
  await page.locator("[name=firstName]").fill("Ada");
  await page.locator("[name=email]").fill("ada@example.com");
  await page.locator("[name=password]").fill("a long walk by the sea");
  await page.locator("button[type=submit]").click();
  await page.locator("main a[href^='/admin']").waitFor();
  return page;
}

async function measureList(browser: Browser, page: Page, url: string, what: string): Promise<Row> {
  await page.goto(url);
  const grid = page.getByRole("grid");
  await grid.getByRole("rowheader").or(grid.getByRole("gridcell")).first().waitFor();
  await grid.hover();
  await browser.startTracing(page, { categories: ["-*", "toplevel", "blink.user_timing"] });
  // Code that runs for the first time is not compiled yet.
  await scroll(page);
  for (let round = 0; round < rounds; round++) {
    await page.evaluate((name) => performance.mark(name), roundMark);
    await scroll(page);
  }
  const results = readTasks(await browser.stopTracing());
  const long = (duration: (task: Task) => number) =>
    results.map((tasks) => tasks.filter((task) => duration(task) > longTaskMs).length);
  const busy = long(({ processorMs }) => processorMs);
  const maxProcessorMs = Math.max(...results.flat().map(({ processorMs }) => processorMs));
  return {
    what,
    product: `${busy.join(", ")} tasks over ${longTaskMs} ms of processor time, the longest ${Math.round(maxProcessorMs)} ms; by the clock ${long(({ ms }) => ms).join(", ")}`,
    target: "0",
    met: busy.every((tasks) => tasks === 0),
  };
}

interface Task {
  ms: number;
  /** Without the time for which other processes had the processor. */
  processorMs: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  tdur?: number;
}

/** The tasks of the page's main thread in each round. */
function readTasks(trace: Buffer): Task[][] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const marks = traceEvents.filter(({ name }) => name === roundMark);
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === taskName && ph === "X" && pid === marks[0]?.pid && tid === marks[0].tid,
  );
  return marks.map(({ ts }, round) => {
    const end = marks[round + 1]?.ts ?? Number.POSITIVE_INFINITY;
    return tasks
      .filter((task) => task.ts >= ts && task.ts + (task.dur ?? 0) < end)
      .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1000, processorMs: tdur / 1000 }));
  });
}

async function scroll(page: Page): Promise<void> {
  for (let step = 0; step < wheelSteps; step++) {
    await page.mouse.wheel(0, 700);
    await page.waitForTimeout(step % 3 === 0 ? pauseMs : 16);
  }
  for (let jump = 1; jump <= jumps; jump++) {
    await page.getByRole("grid").evaluate((list, part) => {
      list.scrollTop = part * list.scrollHeight;
    }, jump / jumps);
    await page.waitForTimeout(pauseMs * 2);
  }
  await page.getByRole("grid").evaluate((list) => {
    list.scrollTop = 0;
  });
  await page.waitForTimeout(pauseMs * 2);
}

/** Members who signed up, and signed in, in the last hundred days. */
async function fillStatistics({ sql, context }: Bench): Promise<void> {
  const { id: siteId } = context.site;
  await sql.query("set statement_timeout = 0");
  await sql.query(
    `insert into members (site_id, id, email, email_key, status, slug, created_at, updated_at)
     select $1, gen_random_uuid(), 'many-' || n || '@example.com', 'many-' || n || '@example.com', 'ACTIVE', 'many-' || n, created, created
     from generate_series(1, $2) n, lateral (select now() - make_interval(secs => n % 8640000) as created) a`,
    [siteId, large],
  );
  await sql.query(
    `insert into audit_events (site_id, id, event, created_at, actor)
     select $1, gen_random_uuid(), 'signed-in', now() - make_interval(secs => n * 7 % 8640000), 'member' from generate_series(1, $2) n`,
    [siteId, large],
  );
  await sql.query("vacuum analyze members, audit_events");
  await sql.query("checkpoint");
}

/** The first request for a period; the server caches the figures for a minute. */
async function measureStatistics({ productUrl }: Bench, authorization: string, days: number): Promise<Row> {
  const start = performance.now();
  const url = `${productUrl}/_api/porchlight/v1/statistics?days=${days}`;
  const response = await fetch(url, { headers: { authorization } });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
  const took = performance.now() - start;
  return {
    what: `statistics of ${days} days, ${large.toLocaleString("en")} members and sign-ins`,
    product: `${Math.round(took)} ms`,
    target: `≤ ${statisticsMs} ms`,
    met: took <= statisticsMs,
  };
}
