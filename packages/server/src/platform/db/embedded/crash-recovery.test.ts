import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import {
  killProcess,
  listEngineProcesses,
  pollOptions,
  query,
  useEngineTestbed,
} from "../../../../test/embedded-engine-testbed.ts";
import { startEmbeddedEngine } from "./engine.ts";
import { readPostmaster } from "./postmaster.ts";

const isRoot = process.getuid?.() === 0;
const testbed = useEngineTestbed();

describe("crash recovery of the engine", () => {
  it("stops when its process is killed, and restarts without losing committed data", async () => {
    const dataDir = testbed.finished;
    const { child, report } = await testbed.startProcess(dataDir, "server");
    await query(report.connection, "CREATE TABLE kept AS SELECT 'kept' AS text");
    await killProcess({ child });
    await expect.poll(() => listEngineProcesses(dataDir), pollOptions).toEqual([]);
    const engine = await startEmbeddedEngine({ dataDir, role: "server" });
    expect(await query(engine.connection, "SELECT text FROM kept")).toEqual([{ text: "kept" }]);
    await engine.close();
  });

  it("stops an engine whose process and supervisor were both killed", async () => {
    const dataDir = testbed.finished;
    const { child, report } = await testbed.startProcess(dataDir, "server");
    const left = readPostmaster(`${dataDir}/postgres/data`)?.pid ?? 0;
    for (const line of listEngineProcesses(dataDir)) {
      const pid = Number.parseInt(line, 10);
      if (pid !== left && line.includes("/bin/sh")) process.kill(pid, "SIGKILL");
    }
    await killProcess({ child });
    await sleep(50);
    expect(() => process.kill(left, 0)).not.toThrow();
    expect(fs.existsSync(report.connection.host)).toBe(true);
    const engine = await startEmbeddedEngine({ dataDir, role: "server" });
    expect(readPostmaster(`${dataDir}/postgres/data`)?.pid).not.toBe(left);
    expect(fs.existsSync(report.connection.host)).toBe(false);
    await engine.close();
  });

  it("ignores a stale postmaster.pid with the id of another process", async () => {
    const dataDir = testbed.finished;
    const engine = await startEmbeddedEngine({ dataDir, role: "server" });
    const pidFile = `${dataDir}/postgres/data/postmaster.pid`;
    const left = fs.readFileSync(pidFile, "utf8");
    await engine.close();
    const owner = fs.statSync(path.dirname(pidFile));
    const other = spawn("sleep", ["60"], isRoot ? { uid: owner.uid, gid: owner.gid } : {});
    testbed.keepTrack(other);
    fs.writeFileSync(pidFile, left.replace(/^\d+/, String(other.pid)), { mode: 0o600 });
    fs.chownSync(pidFile, owner.uid, owner.gid);
    const later = await startEmbeddedEngine({ dataDir, role: "server" });
    expect(other.exitCode).toBeNull();
    await later.close();
  });

  it("resolves `lost` when the engine ends by itself, but not when it is closed", async () => {
    const dataDir = testbed.finished;
    const engine = await startEmbeddedEngine({ dataDir, role: "server" });
    process.kill(readPostmaster(`${dataDir}/postgres/data`)?.pid ?? 0, "SIGINT");
    await engine.lost;
    await engine.close();
    const next = await startEmbeddedEngine({ dataDir, role: "server" });
    const lost = vi.fn();
    next.lost.then(lost);
    await next.close();
    await sleep(20);
    expect(lost).not.toHaveBeenCalled();
  });
});
