import { buffer } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { startTestS3 } from "../../test/test-s3.ts";
import { createTestServer } from "../../test/test-server.ts";
import { openBackupStore } from "./backup-store.ts";
import { createBackup } from "./create-backup.ts";
import { listBackups } from "./manage-backups.ts";
import { backupJobHandler } from "./run-backup.ts";

const s3 = await startTestS3();
const server = await createTestServer({ backupS3: s3.location });
afterAll(() => s3.close());
const { context } = server;
const store = openBackupStore(context.config);

it("stores backups in a bucket, lists all pages, and deletes them", async () => {
  for (const day of ["01", "02", "03"])
    s3.objects.set(`/bucket/site/porchlight-202601${day}T000000Z-manual.tar`, { bytes: Buffer.from(day), type: "" });
  s3.objects.set("/bucket/site/other.txt", { bytes: Buffer.alloc(1), type: "" });
  const created = await createBackup(context, { origin: "scheduled" });
  expect((await store.list()).map(({ id }) => id)).toEqual([
    created.id,
    "porchlight-20260103T000000Z-manual.tar",
    "porchlight-20260102T000000Z-manual.tar",
    "porchlight-20260101T000000Z-manual.tar",
  ]);
  const bytes = await buffer(await store.read(created.id));
  expect(bytes).toHaveLength(created.size);
  expect(bytes.includes("porchlight-backup-end.json")).toBe(true);
  await store.remove(created.id);
  expect(await store.find(created.id)).toBeUndefined();
  expect(await store.find("../other.txt")).toBeUndefined();
});

it("leaves nothing of a failed upload", async () => {
  s3.failPart(1);
  await expect(createBackup(context, { origin: "manual" })).rejects.toThrow(/cannot be written to .*status 400/);
  s3.failPart(undefined);
  expect(s3.uploads.size).toBe(0);
  expect(await store.list()).toHaveLength(3);
});

it("explains that the bucket is unavailable, and that a backup is missing", async () => {
  s3.failWith(503);
  await expect(listBackups(context, { kind: "owner" })).rejects.toMatchObject({ code: "UNAVAILABLE", status: 503 });
  s3.failWith(undefined);
  await expect(store.read("porchlight-20260109T000000Z-manual.tar")).rejects.toThrow("status 404");
});

it("uploads large backups in parts", async () => {
  const part = Buffer.alloc(1024 * 1024, 7);
  await store.write({ id: "porchlight-20260104T000000Z-manual.tar", jobId: "1" }, async (open) => {
    const output = await open(1);
    for (let count = 0; count < 20; count += 1) output.write(part);
    await new Promise<void>((resolve, reject) =>
      output.end((error?: Error | null) => (error ? reject(error) : resolve())),
    );
  });
  expect(await store.find("porchlight-20260104T000000Z-manual.tar")).toMatchObject({ size: 20 * part.length });
});

it("deletes old scheduled backups of the bucket, although no base backup can be added", async () => {
  for (let day = 10; day < 30; day += 1)
    s3.objects.set(`/bucket/site/porchlight-202601${day}T000000Z-scheduled.tar`, { bytes: Buffer.alloc(1), type: "" });
  await context.db
    .insertInto("backup_runs")
    .values({
      site_id: context.site.id,
      job_id: "00000000-0000-4000-8000-000000000000",
      origin: "scheduled",
      status: "WAITING",
      created_at: context.now(),
    })
    .execute();
  const config = { ...context.config, walArchiveDir: "/proc/none" };
  await backupJobHandler({ ...context, config }).run("backup", new AbortController().signal);
  const run = await context.db.selectFrom("backup_runs").select(["status", "reason"]).executeTakeFirst();
  expect(run).toEqual({ status: "COMPLETED", reason: expect.stringContaining("ENOENT") });
  const scheduled = (await store.list()).filter(({ origin }) => origin === "scheduled");
  const { backupsKept } = await context.settings.read();
  expect(scheduled).toHaveLength(backupsKept);
});
