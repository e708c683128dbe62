import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { type EngineConnection, EngineError, startEmbeddedEngine } from "../src/platform/db/embedded/engine.ts";

/** The output of `startProcess`: the engine's state, or the error. */
export interface Report {
  created?: boolean;
  mode?: string;
  connection: EngineConnection;
  code?: string;
  message?: string;
}

export interface EngineProcess {
  child: ChildProcess;
  report: Report;
}

export interface ProcessOptions {
  uid?: number;
  gid?: number;
  cwd?: string;
}

/** For `expect.poll`, with a generous timeout for busy machines. */
export const pollOptions = { interval: 5, timeout: 20_000 };

/**
 * Manages folders and processes of engine tests. After each test, processes are killed; an engine that survives fails
 * the test.
 */
export function useEngineTestbed() {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const folders: string[] = [];
  const processes: ChildProcess[] = [];
  let finished = "";

  beforeAll(async () => {
    finished = makeOpenFolder(os.tmpdir());
    await (await startEmbeddedEngine({ dataDir: finished, role: "server" })).close();
  });

  afterEach(async () => {
    for (const child of processes.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    for (const folder of [finished, ...folders])
      await expect.poll(() => listEngineProcesses(folder), pollOptions).toEqual([]);
    for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
  });

  afterAll(() => fs.rmSync(finished, { recursive: true, force: true }));

  function makeFolder(parent = os.tmpdir(), mode = 0o755): string {
    const folder = makeOpenFolder(parent);
    fs.chmodSync(folder, mode);
    folders.push(folder);
    return folder;
  }

  /** Another Node process that starts the engine, reports on its standard output, and closes it when its input ends. */
  function spawnProcess(dataDir: string, role: "server" | "command", options: ProcessOptions = {}): ChildProcess {
    const program = `
      import { startEmbeddedEngine } from ${JSON.stringify(new URL("../src/platform/db/embedded/engine.ts", import.meta.url).href)};
      const say = (report) => process.stdout.write(JSON.stringify(report) + "\\n");
      try {
        const engine = await startEmbeddedEngine({ dataDir: ${JSON.stringify(dataDir)}, role: "${role}" });
        say({ created: engine.created, mode: engine.mode, connection: engine.connection });
        process.stdin.resume().on("end", () => engine.close());
      } catch (error) {
        say({ code: error.code, message: error.message });
      }`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["pipe", "pipe", "inherit"],
      ...options,
    });
    processes.push(child);
    return child;
  }

  return {
    makeFolder,
    spawnProcess,
    /** A data folder with a database that was closed in the orderly way; leave it so. */
    get finished() {
      return finished;
    },
    /** Ends `child` after the test. */
    keepTrack(child: ChildProcess): ChildProcess {
      processes.push(child);
      return child;
    },
    async startProcess(dataDir: string, role: "server" | "command", options?: ProcessOptions): Promise<EngineProcess> {
      const child = spawnProcess(dataDir, role, options);
      let output = "";
      for await (const chunk of child.stdout ?? []) {
        output += String(chunk);
        if (output.includes("\n")) return { child, report: JSON.parse(output) as Report };
      }
      throw new Error(`The process ended without a report: ${output}`);
    },
  };
}

function makeOpenFolder(parent: string): string {
  const folder = fs.mkdtempSync(path.join(parent, "porchlight-engine-"));
  fs.chmodSync(folder, 0o755);
  return folder;
}

/** `pid command line` of the engine's processes on a data folder: PostgreSQL, `initdb` and the shells above them. */
export function listEngineProcesses(dataDir: string): string[] {
  const lines = execFileSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(`${dataDir}/`) && /bin\/(postgres|initdb)/.test(line));
}

/** Lets a process close its engine and end. */
export async function closeProcess({ child }: EngineProcess): Promise<void> {
  const exited = once(child, "exit");
  child.stdin?.end();
  await exited;
}

export async function killProcess({ child }: Pick<EngineProcess, "child">): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

export async function query(connection: EngineConnection, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

export async function catchEngineError(start: Promise<unknown>): Promise<EngineError> {
  const error = await start.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EngineError);
  return error as EngineError;
}
