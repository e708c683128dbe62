import { ApiKeyStrategy, type AuthStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import { collections, type ItemFileJob, items } from "@porchlight/client/data";
import { createApiKey } from "@porchlight/server/operations";
import { beforeAll, describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

const server = await startServer({ rateLimits: false });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Files", role: "admin" });
const connect = <Face>(auth: AuthStrategy<Face>) =>
  createClient({ host: server.url, auth, modules: { items, collections } });
const owner = connect(ApiKeyStrategy({ apiKey: key }));
const visitor = connect(OAuthStrategy({ clientId: server.clientId }));

const everybody = { read: "ANYONE", insert: "ANYONE", update: "ADMIN", remove: "ADMIN" } as const;
beforeAll(async () => {
  const fields = [
    { key: "title", type: "TEXT" },
    { key: "minutes", type: "NUMBER" },
    { key: "eaten", type: "DATETIME" },
  ] as const;
  for (const _id of ["From", "To", "Broken"])
    await owner.collections.createDataCollection({ _id, permissions: everybody, fields: [...fields] });
});

describe("item files, client and server", () => {
  it("are imported with a result for each row, and exported", async () => {
    const file = new File(["id;_id;minutes;eaten\nsoup;Suppe;20;2030-01-31\nstew;Eintopf;lang;\n"], "recipes.csv");
    const started = await owner.collections.importItems("From", file, { fields: { id: "_id", _id: "title" } });
    expect(started.job).toMatchObject({ kind: "IMPORT", filename: "recipes.csv", bytes: file.size });
    expect(started.job._createdDate).toBeInstanceOf(Date);
    const seen: ItemFileJob[] = [];
    const { job } = await owner.collections.waitForItemJob(started.job._id, { onProgress: (job) => seen.push(job) });
    expect(job).toMatchObject({ status: "COMPLETED", rows: 2, counts: { inserted: 1, refused: 1 } });
    expect(job.finishedDate).toBeInstanceOf(Date);
    expect(seen.at(-1)).toEqual(job);
    expect(await owner.collections.listItemJobNotes(job._id)).toEqual({
      notes: [{ row: 2, line: 3, field: "minutes", reason: '"lang" is not a number.' }],
      total: 1,
    });
    const eaten = new Date("2030-01-31T00:00:00.000Z");
    expect(await visitor.items.get("From", "soup")).toMatchObject({ title: "Suppe", minutes: 20, eaten });

    const filter = { eaten: { $lte: eaten } };
    const exported = await visitor.collections.exportItems("From", { format: "JSON", filter });
    await visitor.collections.waitForItemJob(exported.job._id);
    const text = await (await visitor.collections.downloadItems(exported.job._id)).text();
    expect(JSON.parse(text)).toMatchObject({ _id: "soup", eaten: { $date: eaten.toISOString() } });

    const back = await visitor.collections.importItems("To", text);
    await visitor.collections.waitForItemJob(back.job._id);
    expect(await visitor.items.get("To", "soup")).toMatchObject({ title: "Suppe", minutes: 20, eaten });
    expect((await visitor.collections.listItemJobs()).jobs.map(({ _id }) => _id)).toEqual([
      back.job._id,
      exported.job._id,
    ]);
  });

  it("are rejected like other calls", async () => {
    await expect(owner.collections.importItems("Nowhere", "a\n1\n")).rejects.toMatchObject({ code: "WDE0025" });
    const refused = visitor.collections.importItems("To", "_id\nsoup\n", { mode: "NEVER" as "INSERT" });
    await expect(refused).rejects.toMatchObject({ kind: "invalid" });
    const { job } = await owner.collections.importItems("Broken", '_id\na\n"b\n');
    const ended = await owner.collections.waitForItemJob(job._id);
    expect(ended.job).toMatchObject({ status: "FAILED", line: 3, rows: 1 });
    await expect(owner.collections.cancelItemJob(job._id)).rejects.toMatchObject({ code: "DATA_JOB_STATUS_CONFLICT" });
    await expect(visitor.collections.getItemJob(job._id)).rejects.toMatchObject({ code: "DATA_JOB_NOT_FOUND" });
    await expect(visitor.collections.downloadItems(job._id)).rejects.toMatchObject({ code: "DATA_JOB_NOT_FOUND" });
    const large = "x".repeat(17 * 1024 * 1024);
    await expect(visitor.collections.importItems("To", large)).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });

  it("can be aborted while waiting", async () => {
    // An import without its file never completes.
    const started = await owner.fetch("/_api/porchlight/v1/data/imports", {
      method: "POST",
      body: JSON.stringify({ dataCollectionId: "From" }),
    });
    const { job } = (await started.json()) as { job: { id: string } };
    const giveUp = new AbortController();
    const waiting = owner.collections.waitForItemJob(job.id, {
      signal: giveUp.signal,
      onProgress: () => giveUp.abort(),
    });
    await expect(waiting).rejects.toMatchObject({ kind: "aborted" });
    expect((await owner.collections.cancelItemJob(job.id)).job).toMatchObject({ status: "FAILED" });
  });
});
