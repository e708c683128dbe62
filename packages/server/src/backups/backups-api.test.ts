import { readdir, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createTestStaff } from "../../test/staff/staff-accounts.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { listAuditEvents } from "../site-admin/list-audit-events.ts";
import { updateSetting } from "../site-admin/update-settings.ts";
import { listBackupFiles } from "./backup-folder.ts";
import { enqueueDueBackup, nextBackupAt } from "./backup-schedule.ts";
import { listBackups } from "./manage-backups.ts";

const path = "/_api/porchlight/v1/site/backups";
const server = await createTestServer({ rateLimits: false });
const staff = await createTestStaff(server);
const token = staff.ownerToken;
const operator = { kind: "owner" } as const;
const { context } = server;
const { backupDir } = context.config;

const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const list = () => listBackups(context, operator);
const finished = () =>
  vi.waitUntil(async () => {
    const { run } = await list();
    return run && run.finishedDate !== null && run;
  }, 60_000);

/** Descriptors of this process for files with this name. */
async function openFiles(name: string): Promise<string[]> {
  const descriptors = await readdir("/proc/self/fd");
  const paths = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return paths.filter((path) => path.endsWith(name));
}

it("creates a backup as a job, and gives its file to the holder of a link", async () => {
  expect((await server.call("GET", path, { token })).body).toMatchObject({
    backups: [],
    folder: backupDir,
    files: "included",
    database: "embedded",
  });
  const created = await server.call("POST", path, { token, body: {} });
  expect(created.body.run).toMatchObject({ origin: "manual", status: "WAITING", reason: null });
  expect(codeOf(await server.call("POST", path, { token, body: {} }))).toBe("BACKUP_RUNNING");
  expect(await finished()).toMatchObject({ status: "COMPLETED", reason: null });
  const backup = (await list()).backups[0]!;
  expect(backup).toMatchObject({ origin: "manual", size: expect.any(Number) });
  expect(
    (await server.call("GET", "/_api/porchlight/v1/statistics/attention", { token })).body.attention.backup,
  ).toEqual({
    date: backup.createdDate,
    isOverdue: false,
  });

  const link = await server.call("POST", `${path}/${backup.id}/download-link`, { token, body: {} });
  const file = await server.fetch(new Request(link.body.url));
  expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${backup.id}"`);
  expect((await file.arrayBuffer()).byteLength).toBe(backup.size);
  const head = await server.fetch(new Request(link.body.url, { method: "HEAD" }));
  expect(head.headers.get("content-length")).toBe(String(backup.size));
  const aborted = new AbortController();
  await server.fetch(new Request(link.body.url, { signal: aborted.signal }));
  aborted.abort();
  // Opened after the others: what they opened is open by now.
  expect((await (await server.fetch(new Request(link.body.url))).arrayBuffer()).byteLength).toBe(backup.size);
  await expect.poll(() => openFiles(backup.id)).toEqual([]);
  const other = link.body.url.replace(backup.id, backup.id.replace("manual", "scheduled"));
  expect((await server.fetch(new Request(other))).status).toBe(403);
  server.advance(5 * 60_000);
  expect((await server.fetch(new Request(link.body.url))).status).toBe(403);
  server.advance(-5 * 60_000);

  const events = await listAuditEvents(context, operator, { limit: 3 });
  expect(events.map(({ event, details }) => [event, details])).toContainEqual([
    "backup-downloaded",
    { name: backup.id },
  ]);
  expect((await server.call("DELETE", `${path}/${backup.id}`, { token })).status).toBe(200);
  expect((await list()).backups).toEqual([]);
});

it("takes only names of backups, and a recent sign-in for what is dangerous", async () => {
  await writeFile(join(backupDir, "..", "secret.tar"), "secret");
  for (const id of ["..%2Fsecret.tar", "porchlight-20260101T000000Z-manual.tar", ".partial-1", "x"]) {
    expect([id, (await server.call("DELETE", `${path}/${id}`, { token })).status]).toEqual([id, 404]);
    expect([id, (await server.call("POST", `${path}/${id}/download-link`, { token, body: {} })).status]).toEqual([
      id,
      404,
    ]);
  }
  server.advance(11 * 60_000);
  const name = "porchlight-20260101T000000Z-manual.tar";
  await writeFile(join(backupDir, name), "");
  expect(codeOf(await server.call("DELETE", `${path}/${name}`, { token }))).toBe("REAUTHENTICATION_REQUIRED");
  expect(codeOf(await server.call("POST", `${path}/${name}/download-link`, { token, body: {} }))).toBe(
    "REAUTHENTICATION_REQUIRED",
  );
  expect(await listBackupFiles(backupDir)).toHaveLength(1);
});

it("creates a backup at its time, and deletes old ones of the schedule only", async () => {
  for (const origin of ["scheduled", "manual"])
    await writeFile(join(backupDir, `porchlight-20260102T000000Z-${origin}.tar`), "");
  await updateSetting(context, operator, "backupsKept", 1);
  await updateSetting(context, operator, "backupSchedule", "daily");
  await enqueueDueBackup(context);
  const { nextDate, run } = await list();
  expect(nextDate).toBe(nextBackupAt(context.now(), await context.settings.read(), "UTC")!.toISOString());
  server.advance(new Date(nextDate!).getTime() - context.now().getTime());
  // Two nodes notice it.
  await Promise.all([enqueueDueBackup(context), enqueueDueBackup(context)]);
  expect(run?.origin).toBe("manual");
  expect(await finished()).toMatchObject({ origin: "scheduled", status: "COMPLETED" });
  const origins = async () => (await listBackupFiles(backupDir)).map(({ origin }) => origin);
  await expect.poll(origins).toEqual(["scheduled", "manual", "manual"]);
});

it("finds the next time in the time zone of the site", () => {
  const settings = { backupSchedule: "daily", backupTime: "03:00", backupWeekday: "sunday" } as const;
  const next = (at: string, values: object = {}) =>
    nextBackupAt(new Date(at), { ...settings, ...values }, "Europe/Berlin")?.toISOString();
  expect(next("2027-01-01T01:59:00Z")).toBe("2027-01-01T02:00:00.000Z");
  expect(next("2027-01-01T02:00:00Z")).toBe("2027-01-02T02:00:00.000Z");
  // The night in which 02:30 does not exist.
  expect(next("2027-03-28T00:00:00Z", { backupTime: "02:30" })).toBe("2027-03-28T01:30:00.000Z");
  expect(next("2027-01-01T02:00:00Z", { backupSchedule: "weekly" })).toBe("2027-01-03T02:00:00.000Z");
  expect(next("2027-01-03T02:00:00Z", { backupSchedule: "weekly" })).toBe("2027-01-10T02:00:00.000Z");
  expect(next("2027-01-01T02:00:00Z", { backupSchedule: "off" })).toBeUndefined();
});
