import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Benchmark, median, type Row } from "./report.ts";

const launcher = fileURLToPath(new URL("../packages/cli/bin/porchlight.js", import.meta.url));
const runs = 5;
const idleMs = 10_000;
const targets = { readyMs: 800, serverMebibytes: 120, allMebibytes: 180 };

interface Run {
  healthMs: number;
  pageMs: number;
  /** CPU time of the server until the first page, independent of other load. */
  cpuMs: number;
  processes: ProcessMemory[];
}

/** In mebibytes. */
interface ProcessMemory {
  command: string;
  /** Proportional set size: shared memory is divided among the processes that use it. */
  pss: number;
  /** Resident set size, including all shared memory. */
  rss: number;
}

/** Measures starts of `porchlight start` in production mode with data, and the memory of all its idle processes. */
export const benchStart: Benchmark = async (say) => {
  if (process.platform !== "linux") throw new Error("Memory is read from /proc, which only Linux has.");
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "porchlight-bench-"));
  try {
    // As root, the database runs as another user.
    fs.chmodSync(dataDir, 0o755);
    const { DATABASE_URL: _database, ...inherited } = process.env;
    const env = {
      ...inherited,
      DATA_DIR: dataDir,
      NODE_ENV: "production",
      SECRET_KEY: randomBytes(32).toString("base64"),
      SMTP_URL: "smtp://127.0.0.1:1",
    };
    say("adding data");
    await promisify(execFile)(
      process.execPath,
      [launcher, "seed", "--posts", "1000", "--members", "100", "--items", "1000"],
      { env },
    );
    say("a first start, which fills the compile cache");
    await startOnce(env, 0);
    const results: Run[] = [];
    for (let n = 1; n <= runs; n++) {
      say(`start ${n} of ${runs}`);
      results.push(await startOnce(env, idleMs));
    }
    return {
      title: `Start with 1,000 posts, and memory after ${idleMs / 1000} idle seconds; median and range of ${runs} starts`,
      rows: report(results),
    };
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
};

function report(results: readonly Run[]): Row[] {
  const row = (what: string, unit: string, read: (run: Run) => number, target?: number): Row => {
    const values = results.map(read);
    const text = (value: number) => value.toFixed(0);
    return {
      what,
      product: `${text(median(values))} ${unit}, ${text(Math.min(...values))} to ${text(Math.max(...values))}`,
      ...(target !== undefined && { target: `≤ ${target} ${unit}`, met: median(values) <= target }),
    };
  };
  const sum = (processes: readonly ProcessMemory[]) => processes.reduce((total, { pss }) => total + pss, 0);
  const isPostgres = ({ command }: ProcessMemory) => /\/postgres\b|^postgres:/.test(command);
  return [
    row("ready: /healthz responds", "ms", ({ healthMs }) => healthMs, targets.readyMs),
    row("first page of the site", "ms", ({ pageMs }) => pageMs),
    row("CPU time of the server until then", "ms", ({ cpuMs }) => cpuMs),
    row("memory of the server (PSS)", "MiB", ({ processes }) => processes[0]!.pss, targets.serverMebibytes),
    row("memory of the server including shared memory (RSS)", "MiB", ({ processes }) => processes[0]!.rss),
    row("memory of PostgreSQL (PSS)", "MiB", ({ processes }) => sum(processes.filter(isPostgres))),
    row("memory of all processes (PSS)", "MiB", ({ processes }) => sum(processes), targets.allMebibytes),
    row("PostgreSQL", "processes", ({ processes }) => processes.filter(isPostgres).length),
  ];
}

async function startOnce(env: NodeJS.ProcessEnv, idleTimeMs: number): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [launcher, "start", "--port", "0", "--json"], {
    env,
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  const ended = once(child, "exit");
  try {
    const [line] = await Promise.race([
      once(child.stdout!, "data"),
      ended.then(() => Promise.reject(new Error("The product ended during its start."))),
    ]);
    const { api } = JSON.parse(String(line)) as { api: string };
    await expectOk(`${api}/healthz`);
    const healthMs = performance.now() - startedAt;
    await expectOk(`${api}/`);
    const pageMs = performance.now() - startedAt;
    const cpuMs = readCpuMs(child.pid!);
    await sleep(idleTimeMs);
    return { healthMs, pageMs, cpuMs, processes: withDescendants(child.pid!).map(readMemory) };
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

async function expectOk(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} responds with ${response.status}.`);
}

function withDescendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const parent = Number(/^\d+ \(.*\) \S (\d+) /s.exec(readProcessFile(name, "stat"))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return below(root);
}

function readMemory(pid: number): ProcessMemory {
  const rollup = readProcessFile(pid, "smaps_rollup");
  const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0) / 1024;
  return {
    command: readProcessFile(pid, "cmdline").replaceAll("\0", " "),
    pss: mebibytes("Pss"),
    rss: mebibytes("Rss"),
  };
}

/** Linux reports CPU time in hundredths of a second. */
function readCpuMs(pid: number): number {
  const [, user = 0, system = 0] = /\) \S(?: \S+){10} (\d+) (\d+) /.exec(readProcessFile(pid, "stat")) ?? [];
  return (Number(user) + Number(system)) * 10;
}

/** Returns an empty string if the process has ended. */
function readProcessFile(pid: number | string, name: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
