import { expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { waitForTransfer } from "../../../test/data/data-jobs.ts";
import { createTestServer } from "../../../test/test-server.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { newId } from "../../platform/db/ids.ts";
import { enqueueJob } from "../../platform/jobs/jobs-store.ts";
import { callerKeyOf } from "../permissions/access.ts";
import { exportPath } from "./get-transfer.ts";
import { runTransfer } from "./run-transfer.ts";
import { insertTransfer } from "./transfers-store.ts";

/** Exports whose caller loses read access after the first batches. */

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const { db } = server.context;
const base = "/_api/porchlight/v1/data";
const open = { read: "SITE_MEMBER", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
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
  const caller: Caller = { kind: "member", appId: server.clientId, sessionId: newId(), memberId: callers.ownerIds.ada };
  const id = newId();
  const at = server.context.now();
  // Not queued yet, so that the server does not run it.
  await insertTransfer(db, {
    site_id: server.context.site.id,
    id,
    kind: "EXPORT",
    collection_id: collection,
    caller: JSON.stringify(caller),
    caller_key: callerKeyOf(server.context, caller),
    public: true,
    options: JSON.stringify({ format: "JSON" }),
    created_at: at,
    updated_at: at,
  });
  const controller = new AbortController();
  let batches = 0;
  const interrupted = {
    ...server.context,
    now() {
      if (++batches === 2) controller.abort();
      return server.context.now();
    },
  };
  expect(await runTransfer(interrupted, id, controller.signal)).toBeDefined();
  const path = `${exportPath}${id}/file`;
  expect(await jobOf("ada", id)).toMatchObject({ status: "RUNNING", rows: 1_000, total: 2_000 });
  return { collection, id, path, download: (caller: CallerName) => callers.send(caller, "GET", path) };
}

async function jobOf(caller: CallerName, id: string) {
  return (await callers.call(caller, `${base}/jobs/${id}`, {}, "GET")).body.job;
}

async function ended(id: string) {
  await enqueueJob(db, undefined, "import-export", id);
  return waitForTransfer(callers, "owner", id);
}

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
