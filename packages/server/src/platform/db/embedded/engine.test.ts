import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import {
  catchEngineError,
  closeProcess,
  killProcess,
  listEngineProcesses,
  pollOptions,
  query,
  useEngineTestbed,
} from "../../../../test/embedded-engine-testbed.ts";
import { startEmbeddedEngine } from "./engine.ts";

const testbed = useEngineTestbed();

describe("starting the engine", () => {
  it("creates the database at the first start and reuses it later", async () => {
    const dataDir = path.join(testbed.makeFolder(), "data");
    const lines: string[] = [];
    const first = await startEmbeddedEngine({ dataDir, role: "server", onProgress: (line) => lines.push(line) });
    expect(first).toMatchObject({ created: true, mode: "started" });
    expect(lines).toEqual([`Creating the database in ${dataDir}/postgres`]);
    await query(first.connection, "CREATE TABLE notes AS SELECT 'kept' AS text");
    expect(
      await query(
        first.connection,
        `SELECT name, setting FROM pg_settings WHERE name IN
         ('fsync', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'server_encoding') ORDER BY name`,
      ),
    ).toEqual([
      { name: "data_checksums", setting: "on" },
      { name: "fsync", setting: "on" },
      { name: "listen_addresses", setting: "" },
      { name: "server_encoding", setting: "UTF8" },
      { name: "synchronous_commit", setting: "on" },
    ]);
    expect(await query(first.connection, "SELECT lower('ÅÉ') AS lower, 'Z' < 'a' AS ordered")).toEqual([
      { lower: "åé", ordered: true },
    ]);
    expect(fs.statSync(first.connection.host).mode & 0o777).toBe(0o700);
    await first.close();
    expect(fs.existsSync(first.connection.host)).toBe(false);

    const later = await startEmbeddedEngine({ dataDir, role: "server" });
    expect(later).toMatchObject({ created: false, mode: "started" });
    expect(await query(later.connection, "SELECT text FROM notes")).toEqual([{ text: "kept" }]);
    await later.close();
  });

  it("works in a relative folder with spaces whose path exceeds the limit of socket addresses", async () => {
    const parent = path.join(testbed.makeFolder(), "a folder with spaces and 'quotes' ".repeat(5));
    fs.mkdirSync(parent);
    const engine = await testbed.startProcess("my data", "server", { cwd: parent });
    expect(engine.report).toMatchObject({ created: true });
    expect(fs.existsSync(path.join(parent, "my data/postgres/data/PG_VERSION"))).toBe(true);
    await closeProcess(engine);
  });

  it("uses another folder for its socket if the temporary folder is unusable", async () => {
    const dataDir = path.join(testbed.makeFolder(), "data");
    const closed = testbed.makeFolder(undefined, 0o700);
    for (const folder of [closed, path.join(closed, "missing")]) {
      vi.stubEnv("TMPDIR", folder);
      const engine = await startEmbeddedEngine({ dataDir, role: "server" });
      expect(await query(engine.connection, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await engine.close();
    }
    vi.unstubAllEnvs();
  });

  it("repeats a first start that was killed", async () => {
    const dataDir = testbed.makeFolder();
    const child = testbed.spawnProcess(dataDir, "server");
    const drafts = () =>
      fs.existsSync(`${dataDir}/postgres`)
        ? fs.readdirSync(`${dataDir}/postgres`).filter((name) => name.startsWith("data.new-"))
        : [];
    await expect
      .poll(() => drafts().some((name) => fs.existsSync(`${dataDir}/postgres/${name}/base`)), pollOptions)
      .toBe(true);
    await killProcess({ child });
    await expect.poll(() => listEngineProcesses(dataDir), pollOptions).toEqual([]);
    expect(drafts()).toHaveLength(1);
    expect(fs.existsSync(`${dataDir}/postgres/data`)).toBe(false);

    const engine = await startEmbeddedEngine({ dataDir, role: "server" });
    expect(engine.created).toBe(true);
    expect(drafts()).toEqual([]);
    await engine.close();
  });

  it("updates the library links when the installation has moved", async () => {
    const links = `${testbed.finished}/postgres/lib`;
    const wanted = fs.readdirSync(links).map((name) => fs.readlinkSync(path.join(links, name)));
    expect(wanted).not.toEqual([]);
    for (const name of fs.readdirSync(links)) {
      fs.rmSync(path.join(links, name));
      fs.symlinkSync(`/former/installation/${name}`, path.join(links, name));
    }
    const engine = await startEmbeddedEngine({ dataDir: testbed.finished, role: "server" });
    expect(fs.readdirSync(links).map((name) => fs.readlinkSync(path.join(links, name)))).toEqual(wanted);
    await engine.close();
  });

  it("rotates a log of more than 10 MB", async () => {
    const log = `${testbed.finished}/postgres/postgres.log`;
    fs.appendFileSync(log, "x".repeat(10 * 1024 * 1024));
    const engine = await startEmbeddedEngine({ dataDir: testbed.finished, role: "server" });
    await engine.close();
    expect(fs.statSync(log).size).toBeLessThan(100_000);
    expect(fs.statSync(`${log}.1`).size).toBeGreaterThan(10_000_000);
  });
});

describe("errors of the engine", () => {
  it("name a file in place of the data folder", async () => {
    const dataDir = path.join(testbed.makeFolder(), "data");
    fs.writeFileSync(dataDir, "");
    const error = await catchEngineError(startEmbeddedEngine({ dataDir, role: "server" }));
    expect(error.code).toBe("UNWRITABLE");
    expect(error.message).toContain(`"${dataDir}" cannot be used as a folder`);
  });

  it("name the version of a database of another PostgreSQL", async () => {
    const dataDir = testbed.makeFolder();
    fs.mkdirSync(`${dataDir}/postgres/data`, { recursive: true });
    fs.writeFileSync(`${dataDir}/postgres/data/PG_VERSION`, "13\n");
    const error = await catchEngineError(startEmbeddedEngine({ dataDir, role: "server" }));
    expect(error.code).toBe("WRONG_VERSION");
    expect(error.message).toContain("was created by PostgreSQL 13");
  });

  it("leave a folder with other files unchanged", async () => {
    const dataDir = testbed.makeFolder();
    fs.mkdirSync(`${dataDir}/postgres/data`, { recursive: true });
    fs.writeFileSync(`${dataDir}/postgres/data/thesis.txt`, "mine");
    const error = await catchEngineError(startEmbeddedEngine({ dataDir, role: "server" }));
    expect(error.message).toContain("contains files but no database");
    expect(fs.readFileSync(`${dataDir}/postgres/data/thesis.txt`, "utf8")).toBe("mine");
  });

  it("suggest DATABASE_URL if no PostgreSQL is found", async () => {
    const sources = { packageRoot: undefined, findSystemFolders: () => [] };
    const error = await catchEngineError(
      startEmbeddedEngine({ dataDir: testbed.makeFolder(), role: "server", sources }),
    );
    expect(error.code).toBe("UNSUPPORTED");
    expect(error.message).toContain("DATABASE_URL");
  });

  it("quote the reason of PostgreSQL if it does not start", async () => {
    const dataDir = testbed.finished;
    const settings = `${dataDir}/postgres/data/postgresql.conf`;
    const former = fs.readFileSync(settings);
    fs.appendFileSync(settings, "\nno_such_setting = 1\n");
    const error = await catchEngineError(startEmbeddedEngine({ dataDir, role: "server" }));
    fs.writeFileSync(settings, former);
    expect(error.code).toBe("START_FAILED");
    expect(error.message).toMatch(/no_such_setting|configuration file/);
    expect(error.message).not.toContain("\n");
  });
});
