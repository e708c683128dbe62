import { expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { runTransfers } from "./run-transfers.ts";

/** Exports whose caller loses read access after the first batches. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const { db } = server.context;
const base = "/_api/porchlight/v1/data";
const open = { read: "SITE_MEMBER", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const dayMs = 24 * 3_600_000;
let collections = 0;

/** A member's export with two written batches and one remaining. */
async function startedExport() {
  const collection = `Letters${++collections}`;
  await putCollection(server, callers, collection, open);
  for (const [caller, from] of [
    ["owner", 0],
    ["ada", 1_000],
  ] as const) {
    const dataItems = Array.from({ length: 1_000 }, (_, n) => ({
      id: `${10_000 + from + n}`,
      data: { title: "secret" },
    }));
    await callers.call(caller, "/wix-data/v2/bulk/items/insert", { dataCollectionId: collection, dataItems });
  }
  const { body } = await callers.call("ada", `${base}/exports`, { dataCollectionId: collection, format: "JSON" });
  const { id } = body.job;
  // Only a worker whose clock is ahead runs the job, so the server's own worker does not continue it.
  await setNextAttempt(id, new Date(server.context.now().getTime() + dayMs));
  const ahead = { ...server.context, now: () => new Date(server.context.now().getTime() + 2 * dayMs) };
  const interrupt = ({ rows }: { rows: number }) => {
    if (rows >= 1_000) throw new Error("cut off");
  };
  await runTransfers(ahead, { id, onBatch: interrupt }).catch((error: Error) => expect(error.message).toBe("cut off"));
  const path = new URL(body.downloadUrl).pathname;
  expect(await jobOf("ada", id)).toMatchObject({ status: "RUNNING", rows: 1_000, total: 2_000 });
  return { collection, id, path, download: (caller: CallerName) => callers.send(caller, "GET", path) };
}

async function jobOf(caller: CallerName, id: string) {
  return (await callers.call(caller, `${base}/jobs/${id}`, {}, "GET")).body.job;
}

async function ended(id: string) {
  await setNextAttempt(id, null);
  await expect
    .poll(
      async () => {
        await runTransfers(server.context);
        return (await jobOf("owner", id)).status;
      },
      { timeout: 30_000 },
    )
    .toMatch(/COMPLETED|FAILED/);
  return jobOf("owner", id);
}

const setNextAttempt = (id: string, next_attempt_at: Date | null) =>
  db.updateTable("data_transfers").set({ next_attempt_at }).where("id", "=", id).execute();
const setReadLevel = (collection: string, read_level: "PRIVILEGED" | "SITE_MEMBER" | "SITE_MEMBER_AUTHOR") =>
  db.updateTable("data_collections").set({ read_level }).where("id", "=", collection).execute();
const chunkCount = async (id: string) =>
  (await db.selectFrom("data_transfer_chunks").selectAll().where("transfer_id", "=", id).execute()).length;

it("exports fail and delete their file when the permission level is raised", async () => {
  const { collection, id, download } = await startedExport();
  expect(codeIn(await download("ada"))).toBe("DATA_JOB_STATUS_CONFLICT");
  expect(await chunkCount(id)).toBeGreaterThan(0);
  await setReadLevel(collection, "PRIVILEGED");
  expect(await ended(id)).toMatchObject({ status: "FAILED", rows: 1_000, reason: expect.stringContaining("WDE0027") });
  expect(await chunkCount(id)).toBe(0);
  await setReadLevel(collection, "SITE_MEMBER");
  expect(codeIn(await download("ada"))).toBe("DATA_JOB_STATUS_CONFLICT");
});

it("exports fail when the member is blocked", async () => {
  const { id } = await startedExport();
  const setStatus = (status: "BLOCKED" | "ACTIVE") =>
    db.updateTable("members").set({ status }).where("id", "=", callers.ownerIds.ada).execute();
  await setStatus("BLOCKED");
  try {
    expect(await ended(id)).toMatchObject({ status: "FAILED", rows: 1_000 });
    expect(await chunkCount(id)).toBe(0);
  } finally {
    await setStatus("ACTIVE");
  }
});

it("exports are not downloadable after the member's access is reduced to their own items", async () => {
  const { collection, id, download } = await startedExport();
  await setReadLevel(collection, "SITE_MEMBER_AUTHOR");
  expect(await ended(id)).toMatchObject({ status: "COMPLETED" });
  expect(codeIn(await download("ada"))).toBe("WDE0027");
  const file = await download("owner");
  expect([file.status, String(file.body).trim().split("\n").length]).toEqual([200, 2_000]);
});
