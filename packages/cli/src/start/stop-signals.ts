import { readFileSync } from "node:fs";

/** Ctrl-C below npm arrives twice, from the terminal and from npm; what comes this close together is one wish. */
const sameWishMs = 500;

/** Why a server stops. */
export type StopReason = NodeJS.Signals | "parent";

/**
 * Resolves at the first Ctrl-C, SIGTERM, SIGHUP, or when the npm that started this process has ended. A second signal,
 * later than the echo of the first, ends the process at once.
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

/** How often a process started by npm looks whether npm is still there. */
const watchMs = 500;

/**
 * npm cannot pass a kill -9 on, and the shell between passes no signal at all; so whoever was started by npm looks
 * after it.
 */
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

/** Each process from here up to npm with the parent it has now; only the own parent where the system does not tell. */
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
