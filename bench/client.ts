import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildPackages } from "../scripts/build-packages.ts";
import { startBareServer } from "./product.ts";
import { type Benchmark, median, type Row } from "./report.ts";

const target = 1.15;
const rounds = 15;
const callsPerRound = 640;
const starts = 15;

/** The cost of the built client relative to fetch, and its effect on the start of Node. */
export const benchClient: Benchmark = async (say) => {
  await using stack = new AsyncDisposableStack();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "porchlight-bench-"));
  stack.defer(() => fs.rmSync(folder, { recursive: true, force: true }));
  say("building the client");
  await buildPackages({ into: folder });
  const stub = await startBareServer({});
  stack.defer(stub.close);
  const calls = await prepareCalls(path.join(folder, "client"), stub.url);
  const rows: Row[] = [];
  for (const inFlight of [1, 32]) {
    say(`calls, ${inFlight} in flight`);
    rows.push(...(await compareCalls(calls, inFlight)));
  }
  say("imports");
  rows.push(await measureImport(path.join(folder, "client/index.js")));
  return {
    title: "Client: a call against a stub server, the same fetch with a ready token, in one process; medians",
    rows,
  };
};

interface Calls {
  client(): Promise<unknown>;
  raw(): Promise<unknown>;
}

async function prepareCalls(folder: string, url: string): Promise<Calls> {
  const load = async (file: string) => import(pathToFileURL(path.join(folder, file)).href) as Promise<unknown>;
  const { createClient, OAuthStrategy } = (await load("index.js")) as typeof import("@porchlight/client");
  const { posts } = (await load("blog/index.js")) as typeof import("@porchlight/client/blog");
  const token = "ready-token".padEnd(300, "-");
  const client = createClient({
    host: url,
    modules: { posts },
    auth: OAuthStrategy({
      clientId: "5a3d0d6e-0000-4000-8000-000000000009",
      tokens: {
        accessToken: { value: token, expiresAt: Math.floor(Date.now() / 1000) + 3600 },
        refreshToken: { value: "refresh", role: "visitor" },
      },
    }),
  });
  return {
    client: () => client.posts.getPost("01980000-0000-7000-8000-000000000001", { fieldsets: ["CONTENT_TEXT"] }),
    async raw() {
      const answer = await fetch(`${url}/v3/posts/01980000-0000-7000-8000-000000000001?fieldsets=CONTENT_TEXT`, {
        headers: { Authorization: token },
      });
      return answer.json();
    },
  };
}

/** Milliseconds of one call: wall-clock time, and processor time of this process, which other load affects less. */
interface CallTime {
  wall: number;
  processor: number;
}

/** Alternates, so that other load affects both equally. Returns the median of the rounds' ratios. */
async function compareCalls(calls: Calls, inFlight: number): Promise<Row[]> {
  const times = { client: [] as CallTime[], raw: [] as CallTime[] };
  for (let round = -2; round < rounds; round++) {
    // Alternates the order, so that neither always has warm caches.
    const order = round % 2 === 0 ? (["client", "raw"] as const) : (["raw", "client"] as const);
    for (const side of order) {
      const time = await timePerCall(calls[side], inFlight);
      if (round >= 0) times[side].push(time);
    }
  }
  const what = inFlight === 1 ? "a call, one after the other" : `a call, ${inFlight} in flight`;
  const compare = (clock: keyof CallTime) => {
    const [product, reference] = [times.client, times.raw].map((side) => side.map((time) => time[clock])) as [
      number[],
      number[],
    ];
    const ratio = median(product.map((time, round) => time / reference[round]!));
    const row = {
      product: `${median(product).toFixed(3)} ms`,
      reference: `${median(reference).toFixed(3)} ms fetch`,
      relation: `${ratio.toFixed(2)} ×`,
    };
    return { row, ratio };
  };
  const { row, ratio } = compare("wall");
  return [
    { what, ...row, target: `≤ ${target} ×`, met: ratio <= target },
    { what: `${what}, processor time`, ...compare("processor").row },
  ];
}

async function timePerCall(call: () => Promise<unknown>, inFlight: number): Promise<CallTime> {
  let left = callsPerRound;
  const startedAt = performance.now();
  const usedBefore = process.cpuUsage();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await call();
    }),
  );
  const { user, system } = process.cpuUsage(usedBefore);
  const [wall, processor] = [performance.now() - startedAt, (user + system) / 1000];
  return { wall: wall / callsPerRound, processor: processor / callsPerRound };
}

async function measureImport(entry: string): Promise<Row> {
  const times = { empty: [] as number[], importing: [] as number[] };
  for (let start = 0; start < starts; start++) {
    times.empty.push(await timeStart("0"));
    times.importing.push(await timeStart(`await import(${JSON.stringify(pathToFileURL(entry).href)})`));
  }
  const [empty, importing] = [median(times.empty), median(times.importing)];
  return {
    what: "import in Node, with the start of Node",
    product: `${importing.toFixed(0)} ms`,
    reference: `${empty.toFixed(0)} ms node -e 0`,
    relation: `+ ${(importing - empty).toFixed(0)} ms`,
  };
}

async function timeStart(script: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("The built client cannot be imported.");
  return performance.now() - startedAt;
}
