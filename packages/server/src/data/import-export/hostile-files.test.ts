import { describe, expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { queuedJob, skipBackoff, waitForDataJobs, waitForTransfer } from "../../../test/data/data-jobs.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { runTransfer } from "./run-transfer.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const base = "/_api/porchlight/v1/data";
const open = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
type Who = "visitor" | "owner";

async function uploaded(caller: Who, dataCollectionId: string, file: string): Promise<string> {
  const { body } = await callers.call(caller, `${base}/imports`, { dataCollectionId });
  expect((await callers.send(caller, "PUT", new URL(body.uploadUrl).pathname, file)).status).toBe(200);
  return body.job.id;
}

const ended = (caller: Who, id: string) => waitForTransfer(callers, caller, id);

const jobOf = async (caller: Who, id: string) => (await callers.call(caller, `${base}/jobs/${id}`, {}, "GET")).body.job;

describe("an import of an invalid file", () => {
  it.each([
    ["a NUL in the header", "ti\u0000tle,b\n1,2\n"],
    ["a NUL for a separator", "sep=\u0000\na\u0000b\n1\u00002\n"],
  ])("with %s fails without blocking other imports", async (_what, file) => {
    const id = `Notes${crypto.randomUUID().slice(0, 8)}`;
    await putCollection(server, callers, id, open);
    const hostile = await uploaded("visitor", id, file);
    const other = await uploaded("owner", id, "title\nScones\n");
    expect(await ended("visitor", hostile)).toMatchObject({
      status: "FAILED",
      reason: "The header contains a NUL character.",
    });
    expect(await ended("owner", other)).toMatchObject({ status: "COMPLETED", counts: { inserted: 1 } });
  });
});

describe("a job that fails unexpectedly", () => {
  const brokenImport = async (collection: string) => {
    const { body } = await callers.call("visitor", `${base}/imports`, { dataCollectionId: collection });
    const { id } = body.job;
    const layout = JSON.stringify({ format: "CSV", separator: "", header: [] });
    await server.context.db.updateTable("data_transfers").set({ layout }).where("id", "=", id).execute();
    await callers.send("visitor", "PUT", new URL(body.uploadUrl).pathname, "title\nScones\n");
    return id;
  };

  it("fails permanently after twelve attempts and blocks no other job", { timeout: 60_000 }, async () => {
    await putCollection(server, callers, "Letters", open);
    const broken = await brokenImport("Letters");
    const other = await uploaded("owner", "Letters", "title\nBread\n");
    expect(await ended("owner", other)).toMatchObject({ status: "COMPLETED", counts: { inserted: 1 } });
    const isFailed = async () => {
      await skipBackoff(server);
      server.context.wakeJobs("import-export");
      return (await jobOf("visitor", broken)).status;
    };
    await expect.poll(isFailed, { timeout: 50_000 }).toBe("FAILED");
    expect(await jobOf("visitor", broken)).toMatchObject({
      status: "FAILED",
      reason: "It failed unexpectedly 12 times and was stopped. The server's log has the cause.",
      finishedDate: expect.any(String),
    });
    expect(await queuedJob(server, broken)).toMatchObject({ state: "failed", attempts: 12 });
  });

  it("throws in a command that runs it", async () => {
    await putCollection(server, callers, "Cards", open);
    const id = await brokenImport("Cards");
    await expect(runTransfer(server.context, id, new AbortController().signal)).rejects.toThrow();
    await callers.call("owner", `${base}/jobs/${id}/cancel`, {});
  });
});

it("an import accepts a repeated file for a collection that was deleted and created again", async () => {
  await putCollection(server, callers, "Plants", open);
  await uploaded("owner", "Plants", "title\nFern\n");
  await waitForDataJobs(server);
  expect((await callers.call("owner", "/wix-data/v2/collections/Plants", {}, "DELETE")).status).toBe(200);
  await putCollection(server, callers, "Plants", open);
  const again = await uploaded("owner", "Plants", "title\nFern\n");
  await waitForDataJobs(server);
  expect(await jobOf("owner", again)).toMatchObject({ status: "COMPLETED", counts: { inserted: 1 } });
});

it("slow public uploads do not delay an upload of the owner", async () => {
  await putCollection(server, callers, "Drips", open);
  const stalled = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const token = await server.visitorToken();
      const started = await server.call("POST", `${base}/imports`, { token, body: { dataCollectionId: "Drips" } });
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const request = new Request(new URL(new URL(started.body.uploadUrl).pathname, "http://localhost:4000"), {
        method: "PUT",
        headers: { authorization: token },
        body: readable,
        duplex: "half",
      } as RequestInit);
      const response = server.fetch(request);
      await writer.write(Buffer.from("title\n"));
      return { answer: response, writer };
    }),
  );
  const mine = await uploaded("owner", "Drips", "title\nRain\n");
  await waitForDataJobs(server);
  expect(await jobOf("owner", mine)).toMatchObject({ status: "COMPLETED" });
  for (const { writer } of stalled) await writer.close();
  for (const { answer: response } of stalled) expect((await response).status).toBe(200);
});

describe("an export of fields with unusual names", () => {
  const exported = async (collection: string, options: object) => {
    const { body } = await callers.call("owner", `${base}/exports`, { dataCollectionId: collection, ...options });
    expect(await ended("owner", body.job.id)).toMatchObject({ status: "COMPLETED" });
    const url = new URL(body.downloadUrl);
    return (await callers.send("owner", "GET", `${url.pathname}${url.search}`)).body as string;
  };

  it("contains only the values of items", async () => {
    await putCollection(server, callers, "Plain", open);
    await callers.call("owner", "/wix-data/v2/items", {
      dataCollectionId: "Plain",
      dataItem: { id: "1", data: { a: 1 } },
    });
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "a"];
    const csv = await exported("Plain", { format: "CSV", fields: names });
    expect(csv.replace("\uFEFF", "").split("\r\n")).toEqual([`_id,${names.join(",")}`, "1,,,,,1", ""]);
    const json = await exported("Plain", { format: "JSON", fields: names });
    expect(JSON.parse(json)).toEqual({ _id: "1", a: 1 });
  });

  it("escapes names that a spreadsheet would run, and can be imported unchanged", async () => {
    await putCollection(server, callers, "Sums", open);
    const data = { "=1+1": "x", "@SUM(A1)": "=2", "'-1": "y", "+a,b": "z" };
    await callers.call("owner", "/wix-data/v2/items", { dataCollectionId: "Sums", dataItem: { id: "1", data } });
    const csv = await exported("Sums", { format: "CSV", fields: Object.keys(data) });
    expect(csv.replace("\uFEFF", "").split("\r\n")[0]).toBe(`_id,'=1+1,'@SUM(A1),''-1,"'+a,b"`);
    await putCollection(server, callers, "Copies", open);
    const job = await uploaded("owner", "Copies", csv);
    expect(await ended("owner", job)).toMatchObject({ status: "COMPLETED", counts: { inserted: 1 } });
    const read = await callers.call("owner", "/wix-data/v2/items/query", { dataCollectionId: "Copies", query: {} });
    expect(read.body.dataItems[0].data).toMatchObject(data);
  });
});

describe("a file designed to block the event loop", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => index.toString(36)).join(",");

  async function workFor(file: string, end: object): Promise<number> {
    const id = `Busy${crypto.randomUUID().slice(0, 8)}`;
    await putCollection(server, callers, id, open, { fields: [{ key: "pages", type: "NUMBER" }] });
    const job = await uploaded("visitor", id, file);
    const before = process.threadCpuUsage();
    expect(await ended("visitor", job)).toMatchObject({ ...end, counts: { inserted: 0 } });
    return process.threadCpuUsage(before).user;
  }

  it.each([
    [
      "digits that are no number in the end",
      (size: number) => `pages\n${"1".repeat(2 * size)}x\n`,
      { status: "COMPLETED" },
    ],
    ["as many columns as a row has room for", (size: number) => `${names(size)}\n1,2\n`, { status: "COMPLETED" }],
    ["the last of them twice", (size: number) => `${names(size)},1\n1,2\n`, { status: "FAILED" }],
  ])("with %s takes linear work", async (_what, fileOf, end) => {
    await workFor(fileOf(15_000), end);
    const small = await workFor(fileOf(15_000), end);
    // Quadratic work would be a hundred times as much.
    expect(await workFor(fileOf(150_000), end)).toBeLessThan(Math.max(small, 50_000) * 45);
  });
});
