import { readFileSync } from "node:fs";

/** Ctrl-C below npm arrives twice, from the terminal and from npm; within this time it counts once. */
const sameWishMs = 500;

/** Why a server stops. */
export type StopReason = NodeJS.Signals | "parent";

/**
 * Resolves at the first Ctrl-C, SIGTERM or SIGHUP, or when the npm that started this process has ended. A second
 * signal, later than the echo of the first, exits immediately.
 */
export function waitForStop(): Promise<StopReason> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals) => {
      const now = performance.now();
      if (firstAt !== undefined && now - firstAt > sameWishMs) process.exit(1);
      firstAt ??= now;
      resolve(signal);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
    watchNpm(() => resolve("parent"));
  });
}

/** Interval at which a process started by npm checks whether npm is running. */
const watchMs = 500;

/** npm cannot forward kill -9, and the shell in between forwards no signals, so the process watches npm. */
function watchNpm(onEnd: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const links = npmLinks();
  const timer = setInterval(() => {
    if (links.every(({ pid, parent }) => parentOf(pid) === parent)) return;
    clearInterval(timer);
    onEnd();
  }, watchMs);
  timer.unref();
}

/**
 * The processes from here up to npm with their current parents; only the own parent if the system does not provide
 * more.
 */
function npmLinks(): { pid: number; parent: number }[] {
  const links = [{ pid: process.pid, parent: process.ppid }];
  for (let pid = process.ppid; links.length < 5 && pid > 1; ) {
    const stat = readStat(pid);
    if (!stat) break;
    if (stat.name.startsWith("npm") || stat.name.startsWith("npx")) return links;
    links.push({ pid, parent: stat.parent });
    pid = stat.parent;
  }
  return links.slice(0, 1);
}

function parentOf(pid: number): number | undefined {
  return pid === process.pid ? process.ppid : readStat(pid)?.parent;
}

/** Linux only; undefined elsewhere and for processes that have ended. */
function readStat(pid: number): { name: string; parent: number } | undefined {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return name === undefined ? undefined : { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
