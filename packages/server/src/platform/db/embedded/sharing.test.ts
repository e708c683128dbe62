import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  catchEngineError,
  closeProcess,
  listEngineProcesses,
  pollOptions,
  query,
  useEngineTestbed,
} from "../../../../test/embedded-engine-testbed.ts";
import { startEmbeddedEngine } from "./engine.ts";

const testbed = useEngineTestbed();

describe("sharing a data folder", () => {
  it("rejects a second server, in the same or another process, until the first has ended", async () => {
    const dataDir = testbed.finished;
    const first = await startEmbeddedEngine({ dataDir, role: "server" });
    const refused = await catchEngineError(startEmbeddedEngine({ dataDir, role: "server" }));
    expect(refused.code).toBe("LOCKED");
    expect(refused.message).toBe(
      `Another Porchlight server (process ${process.pid}) already uses the folder "${dataDir}". Stop it, or choose another folder with --data-dir.`,
    );
    expect((await testbed.startProcess(dataDir, "server")).report).toMatchObject({
      code: "LOCKED",
      message: refused.message,
    });
    await first.close();
    const next = await testbed.startProcess(dataDir, "server");
    expect(next.report).toMatchObject({ mode: "started" });
    await closeProcess(next);
  });

  it("starts exactly one of several concurrent servers", async () => {
    const dataDir = testbed.finished;
    const starts = await Promise.all([1, 2, 3].map(() => testbed.startProcess(dataDir, "server")));
    expect(starts.filter(({ report }) => report.mode === "started")).toHaveLength(1);
    expect(starts.filter(({ report }) => report.code === "LOCKED")).toHaveLength(2);
  });

  it("attaches a command to the engine of a server without stopping it", async () => {
    const dataDir = testbed.finished;
    const server = await testbed.startProcess(dataDir, "server");
    const command = await startEmbeddedEngine({ dataDir, role: "command" });
    expect(command).toMatchObject({ mode: "attached", created: false, connection: server.report.connection });
    await query(command.connection, "SELECT 1");
    await command.close();
    await query(server.report.connection, "SELECT 1");
    await closeProcess(server);
  });

  it("keeps the engine of a command running until an attached command has finished", async () => {
    const dataDir = testbed.finished;
    const first = await startEmbeddedEngine({ dataDir, role: "command" });
    const second = await testbed.startProcess(dataDir, "command");
    expect([first.mode, second.report.mode]).toEqual(["started", "attached"]);
    let isClosed = false;
    const closing = first.close().then(() => {
      isClosed = true;
    });
    await sleep(200);
    expect(isClosed).toBe(false);
    await query(second.report.connection, "SELECT 1");
    await closeProcess(second);
    await closing;
    expect(listEngineProcesses(dataDir)).toEqual([]);
  });

  it("makes a server wait for a command that runs the engine", async () => {
    const dataDir = testbed.finished;
    const command = await testbed.startProcess(dataDir, "command");
    const lines: string[] = [];
    const starting = startEmbeddedEngine({ dataDir, role: "server", onProgress: (line) => lines.push(line) });
    await expect
      .poll(() => lines, pollOptions)
      .toEqual([`Waiting for a Porchlight command (process ${command.child.pid}) to finish with "${dataDir}"`]);
    await closeProcess(command);
    const server = await starting;
    expect(server.mode).toBe("started");
    await server.close();
  });
});
