import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { closeProcess, query, useEngineTestbed } from "../../../../test/embedded-engine-testbed.ts";
import { findBinarySources } from "./binaries.ts";
import { startEmbeddedEngine } from "./engine.ts";
import { readPostmaster } from "./postmaster.ts";

const isRoot = process.getuid?.() === 0;
const testbed = useEngineTestbed();

it("runs the engine as an unprivileged user with exclusive access to the database", async () => {
  const dataDir = testbed.finished;
  const engine = await startEmbeddedEngine({ dataDir, role: "server" });
  const pid = readPostmaster(`${dataDir}/postgres/data`)?.pid;
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  const { uid } = fs.statSync(`${dataDir}/postgres/data`);
  expect(uid).not.toBe(0);
  expect(status).toMatch(new RegExp(`^Uid:\\s+${uid}\\s+${uid}`, "m"));
  expect(status).toMatch(/^CapEff:\s+0+$/m);
  expect(fs.statSync(`${dataDir}/postgres`).uid).toBe(process.getuid?.());
  await engine.close();
});

// Only root can switch users.
if (isRoot) {
  describe("an engine started by root", () => {
    const nobody = { uid: 65534, gid: 65534 };

    it("works below a folder closed to other users", async () => {
      const dataDir = path.join(testbed.makeFolder(os.tmpdir(), 0o700), "data");
      const engine = await startEmbeddedEngine({ dataDir, role: "server" });
      expect(engine.created).toBe(true);
      expect(await query(engine.connection, "SELECT count(*) > 0 AS some FROM pg_timezone_names")).toEqual([
        { some: true },
      ]);
      await engine.close();
      const later = await startEmbeddedEngine({ dataDir, role: "command" });
      expect(later.created).toBe(false);
      await later.close();
    });

    it("restores the owner of a database copied by root", async () => {
      const copy = testbed.makeFolder();
      fs.cpSync(testbed.finished, copy, { recursive: true, verbatimSymlinks: true });
      fs.chmodSync(`${copy}/postgres/data`, 0o755);
      const engine = await startEmbeddedEngine({ dataDir: copy, role: "server" });
      await query(engine.connection, "CREATE TABLE copied ()");
      await engine.close();
    });

    it("works with an installation that other users cannot read", async () => {
      const closed = testbed.makeFolder(os.tmpdir(), 0o700);
      const packageRoot = path.join(closed, "package");
      fs.cpSync(findBinarySources().packageRoot ?? "", packageRoot, { recursive: true });
      const sources = { packageRoot, findSystemFolders: () => [] };
      const engine = await startEmbeddedEngine({ dataDir: testbed.finished, role: "server", sources });
      await query(engine.connection, "SELECT 1");
      await engine.close();
    });

    it("uses the folder of a regular user, and allows root to use it later", async () => {
      const dataDir = testbed.makeFolder();
      fs.chownSync(dataDir, nobody.uid, nobody.gid);
      const engine = await testbed.startProcess(dataDir, "server", nobody);
      expect(engine.report).toMatchObject({ created: true, mode: "started" });
      const command = await startEmbeddedEngine({ dataDir, role: "command" });
      expect(command.mode).toBe("attached");
      await command.close();
      await closeProcess(engine);
      await (await startEmbeddedEngine({ dataDir, role: "command" })).close();
      const again = await testbed.startProcess(dataDir, "server", nobody);
      expect(again.report).toMatchObject({ created: false, mode: "started" });
      await closeProcess(again);
    });

    it("creates the database for a user without a passwd entry, or explains what is missing", async () => {
      const dataDir = testbed.makeFolder();
      fs.chownSync(dataDir, 54321, 54321);
      const { report } = await testbed.startProcess(dataDir, "server", { uid: 54321, gid: 54321 });
      if (report.code === undefined) expect(report).toMatchObject({ created: true, mode: "started" });
      else expect(report.message).toContain("(uid 54321) has no entry in /etc/passwd");
    });

    it("explains missing write permission", async () => {
      const { report } = await testbed.startProcess(path.join(testbed.makeFolder(), "data"), "server", nobody);
      expect(report.code).toBe("UNWRITABLE");
      expect(report.message).toMatch(/^This user may not read and write ".*data"\. .*--data-dir\.$/);
    });
  });
}
