import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EngineError, systemErrorCode } from "./engine-error.ts";

/** Contents of `postmaster.pid`. A killed PostgreSQL leaves the file behind. */
export interface Postmaster {
  pid: number;
  port: number;
  socketFolder: string;
}

/** Reads `postmaster.pid` of a cluster; undefined if it is missing or incomplete. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  const socketFolder = lines[4] ?? "";
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, port, socketFolder };
}

/** Whether process `pid` is the PostgreSQL of this cluster and not a later process with the same id. */
function runsCluster(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false; // gone, or of another user
  }
  // The command line contains the cluster (`-D`) and is readable by all, unlike the working folder in containers.
  try {
    if (fs.existsSync("/proc/self/cmdline")) {
      return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(cluster);
    }
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" }).includes(cluster);
  } catch {
    return false; // it has ended
  }
}

/**
 * Stops a PostgreSQL that a killed process left running on this cluster, and removes a stale `postmaster.pid`, which
 * PostgreSQL would take for a running server. Call with the engine's lock held.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const deadline = performance.now() + 15_000;
  let socketFolder = "";
  for (let lastSignal: NodeJS.Signals | undefined; ; await sleep(20)) {
    const postmaster = readPostmaster(cluster);
    if (!postmaster) return removeSocketFolder(socketFolder);
    socketFolder = postmaster.socketFolder;
    if (!runsCluster(postmaster.pid, cluster)) {
      // It may have ended and removed the file itself.
      if (readPostmaster(cluster)?.pid === postmaster.pid)
        fs.rmSync(path.join(cluster, "postmaster.pid"), { force: true });
      return removeSocketFolder(socketFolder);
    }
    const remainingMs = deadline - performance.now();
    if (remainingMs < 0) {
      throw new EngineError(
        "START_FAILED",
        `A database left by an earlier start (process ${postmaster.pid}) does not stop. End that process, then start again.`,
      );
    }
    const signal = remainingMs > 10_000 ? "SIGINT" : "SIGQUIT";
    if (signal !== lastSignal) sendSignal(postmaster.pid, signal);
    lastSignal = signal;
  }
}

/** Best effort. Restricted to sockets of the engine, because an unprivileged user can write the file with the path. */
function removeSocketFolder(folder: string): void {
  if (!/\/porchlight-\w{6}$/.test(folder)) return;
  try {
    for (const name of [".s.PGSQL.5432", ".s.PGSQL.5432.lock"]) fs.rmSync(path.join(folder, name), { force: true });
    fs.rmdirSync(folder);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemErrorCode(error) !== "ESRCH") throw error;
  }
}
