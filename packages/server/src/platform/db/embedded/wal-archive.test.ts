import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { type EmbeddedEngine, startEmbeddedEngine } from "./engine.ts";
import { restoreToPointInTime } from "./point-in-time-recovery.ts";
import { archiveSettings, createBaseBackup, listBaseBackups } from "./wal-archive.ts";

const root = await mkdtemp(join(tmpdir(), "porchlight-archive-"));
// As root, the database runs as another user.
await chmod(root, 0o755);
afterAll(() => rm(root, { recursive: true, force: true }));
const archiveDir = join(root, "it's 100% archived");

async function query({ connection }: EmbeddedEngine, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Archives the current file of the log. */
async function archive(engine: EmbeddedEngine): Promise<void> {
  const [current] = await query(engine, "select pg_walfile_name(pg_switch_wal()) as name");
  await expect.poll(() => readdir(archiveDir), { timeout: 60_000 }).toContain(current!.name);
}

/** Reads a table of a database that has been restored as of a time. */
async function restored(name: string, time: Date | undefined): Promise<unknown[]> {
  const dataDir = join(root, name);
  await restoreToPointInTime({ archive: archiveDir, dataDir, time });
  const engine = await startEmbeddedEngine({ dataDir, role: "command" });
  try {
    await query(engine, "insert into notes values (99)");
    return (await query(engine, "select number from notes order by number")).map(({ number }) => number);
  } finally {
    await engine.close();
  }
}

it("restores the database as of a time between two base backups", { timeout: 180_000 }, async () => {
  const dataDir = join(root, "first");
  const engine = await startEmbeddedEngine({ dataDir, role: "server", archiveDir });
  let between: Date;
  try {
    await query(engine, "create table notes (number integer)");
    const { createdAt } = await createBaseBackup(engine.connection, archiveDir, 2);
    await query(engine, "insert into notes values (1)");
    // Later than the base backup, whose time is rounded to a second.
    await expect
      .poll(async () => (await query(engine, "select clock_timestamp() as at"))[0]!.at as Date, { timeout: 10_000 })
      .toSatisfy((at: Date) => at > createdAt);
    await query(engine, "insert into notes values (2)");
    [{ at: between }] = (await query(engine, "select clock_timestamp() as at")) as [{ at: Date }];
    await query(engine, "select pg_sleep(0.01)");
    await query(engine, "insert into notes values (3)");
    await archive(engine);
  } finally {
    await engine.close();
  }
  expect(await restored("between", between)).toEqual([1, 2, 99]);
  expect(await restored("latest", undefined)).toEqual([1, 2, 3, 99]);
  await expect(restored("later", new Date(between.getTime() + 3_600_000))).rejects.toThrow(/The archive ends before/);
  await expect(restored("earlier", new Date(0))).rejects.toThrow(/The oldest base backup .* Choose a later time/);
  await expect(restored("first", between)).rejects.toThrow(/There is a database in/);
});

it("archives a file again after a crash, and does not replace another file", async () => {
  const folder = join(root, "50% it's");
  await mkdir(folder);
  const source = join(root, "segment");
  const run = () => {
    const parameters = { p: source, f: "000000010000000000000001", "%": "%" } as Record<string, string>;
    const command = archiveSettings(folder).archive_command!;
    execFileSync("sh", ["-c", command.replaceAll(/%(.)/g, (_, name: string) => parameters[name]!)], { stdio: "pipe" });
  };
  await writeFile(source, "first");
  run();
  run();
  await writeFile(source, "second");
  expect(run).toThrow();
  expect(await readFile(join(folder, "000000010000000000000001"), "utf8")).toBe("first");
  expect(await readdir(folder)).toHaveLength(1);
});

it("deletes old base backups and the WAL segments that only they need", { timeout: 60_000 }, async () => {
  const engine = await startEmbeddedEngine({ dataDir: join(root, "first"), role: "server", archiveDir });
  try {
    await archive(engine);
    const { name, firstSegment } = await createBaseBackup(engine.connection, archiveDir, 1);
    expect((await listBaseBackups(archiveDir)).map((base) => base.name)).toEqual([name]);
    const files = (await readdir(archiveDir)).filter((file) => /^[0-9A-F]{24}/.test(file));
    expect(files.filter((file) => file.slice(0, 24) < firstSegment)).toEqual([]);
  } finally {
    await engine.close();
  }
});
