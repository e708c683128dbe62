import { describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { waitForTransfer } from "../../../test/data/data-jobs.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { enqueueJob } from "../../platform/jobs/jobs-store.ts";
import { runTransfer } from "./run-transfer.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const base = "/_api/porchlight/v1/data";
const open = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const fields = [
  { key: "title", type: "TEXT", displayName: "Titel" },
  { key: "minutes", type: "NUMBER" },
  { key: "vegan", type: "BOOLEAN" },
  { key: "eaten", type: "DATETIME" },
  { key: "day", type: "DATE" },
  { key: "tags", type: "ARRAY_STRING" },
  { key: "author", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Authors" } } },
  { key: "more", type: "OBJECT" },
  { key: "any", type: "ANY" },
] as const;
let collections = 0;

async function newCollection(levels: Parameters<typeof putCollection>[3] = open, more: object = {}): Promise<string> {
  const id = `Recipes${++collections}`;
  await putCollection(server, callers, id, levels, { fields: fields as never, ...more });
  return id;
}

const put = (caller: CallerName, uploadUrl: string, file: string | Buffer) =>
  callers.send(caller, "PUT", new URL(uploadUrl).pathname, file);

const start = (caller: CallerName, dataCollectionId: string, options: object = {}) =>
  callers.call(caller, `${base}/imports`, { dataCollectionId, ...options });

const ended = (caller: CallerName, id: string) => waitForTransfer(callers, caller, id);

/** Imports a file and returns the finished job. */
async function imported(caller: CallerName, collection: string, file: string | Buffer, options: object = {}) {
  const started = await start(caller, collection, options);
  expect(started.status).toBe(200);
  expect((await put(caller, started.body.uploadUrl, file)).status).toBe(200);
  return ended(caller, started.body.job.id);
}

const readNotes = async (caller: CallerName, { id }: { id: string }) =>
  (await callers.call(caller, `${base}/jobs/${id}/notes`, {}, "GET")).body.notes;

/** The items of the collection without system fields. */
async function itemsOf(dataCollectionId: string): Promise<Record<string, unknown>[]> {
  const { body } = await callers.call("owner", "/wix-data/v2/items/query", {
    dataCollectionId,
    query: { paging: { limit: 1000 } },
  });
  return body.dataItems.map(
    ({ data: { _owner, _createdDate, _updatedDate, ...data } }: { data: object & Record<string, unknown> }) => data,
  );
}

async function exported(caller: CallerName, dataCollectionId: string, options: object) {
  const { status, body } = await callers.call(caller, `${base}/exports`, { dataCollectionId, ...options });
  expect(status).toBe(200);
  const job = await ended(caller, body.job.id);
  const file = await callers.send(caller, "GET", new URL(body.downloadUrl).pathname);
  return { job, file: file.body as string, headers: file.headers, path: new URL(body.downloadUrl).pathname };
}

describe("an import of CSV", () => {
  it("converts cells by the types of the collection's fields", async () => {
    const collection = await newCollection();
    const file = [
      "_id;Titel;minutes;vegan;eaten;day;tags;author;more;any;extra;_owner",
      'scones;"Scones; warm";25,5;ja;2030-01-31 14:30;2030-01-31;quick; sweet;ada;"{""a"":1}";17;x;me',
      'soup;"two\nlines";-3;FALSE;2030-01-31T14:30:00+02:00;;"[""a;b""]";;;[1];;',
    ].join("\r\n");
    // Without quotation marks, the semicolon separates both texts and cells.
    const job = await imported("editor", collection, file.replace("quick; sweet", '"quick; sweet"'), {
      filename: "r.csv",
    });
    expect(job).toMatchObject({
      kind: "IMPORT",
      status: "COMPLETED",
      format: "CSV",
      filename: "r.csv",
      mode: "INSERT",
      rows: 2,
      counts: { inserted: 2, updated: 0, skipped: 0, refused: 0 },
      bytesDone: job.bytes,
    });
    expect(await itemsOf(collection)).toEqual([
      {
        _id: "scones",
        title: "Scones; warm",
        minutes: 25.5,
        vegan: true,
        eaten: { $date: "2030-01-31T14:30:00.000Z" },
        day: "2030-01-31",
        tags: ["quick", "sweet"],
        author: "ada",
        more: { a: 1 },
        any: 17,
        extra: "x",
      },
      {
        _id: "soup",
        title: "two\nlines",
        minutes: -3,
        vegan: false,
        eaten: { $date: "2030-01-31T12:30:00.000Z" },
        tags: ["a;b"],
        any: [1],
      },
    ]);
  });

  it("reports each invalid row and imports the others", async () => {
    const collection = await newCollection(open, { strict: true });
    const file =
      "_id,title,minutes,eaten\na,A,1,2030-01-31\nb,B,many,\n\nc,C\nd,D,4,2030-02-30\na,again,5,\ne,E,6,,x\nf,F,7,\n";
    const job = await imported("owner", collection, file);
    expect(job).toMatchObject({ status: "COMPLETED", rows: 7, counts: { inserted: 2, refused: 5 }, noteCount: 5 });
    expect(await readNotes("owner", job)).toEqual([
      { row: 2, line: 3, field: "minutes", reason: '"many" is not a number.' },
      { row: 3, line: 5, reason: "The row has 2 cells, the header has 4." },
      { row: 4, line: 6, field: "eaten", reason: '"2030-02-30" is not a date, like 2030-01-31T14:30:00Z.' },
      { row: 5, line: 7, itemId: "a", reason: expect.stringContaining("WDE0074") },
      { row: 6, line: 8, reason: "The row has 5 cells, the header has 4." },
    ]);
    const invalid = await imported("owner", collection, "_id,title,unknown\nz,Z,1\n");
    expect(await readNotes("owner", invalid)).toEqual([
      { row: 1, line: 2, itemId: "z", field: "unknown", reason: "Is not a field of the collection." },
    ]);
  });

  it("maps columns to fields and skips columns as requested", async () => {
    const collection = await newCollection();
    await imported("owner", collection, "Nr,Name,Notiz\n1,Eins,x\n", {
      fields: { Nr: "_id", Name: "title", Notiz: null },
    });
    expect(await itemsOf(collection)).toEqual([{ _id: "1", title: "Eins" }]);
    const twice = await imported("owner", collection, "a,b\n1,2\n", { fields: { a: "title", b: "title" } });
    expect(twice).toMatchObject({ status: "FAILED", reason: 'Two columns map to the field "title".' });
  });

  it("rejects, replaces or skips existing items", async () => {
    const collection = await newCollection();
    await imported("owner", collection, "_id,title\na,A\n");
    const file = "_id,title\na,New\nb,B\n";
    expect(await imported("owner", collection, file, { mode: "SKIP" })).toMatchObject({
      counts: { inserted: 1, updated: 0, skipped: 1, refused: 0 },
    });
    expect(await itemsOf(collection)).toEqual([
      { _id: "a", title: "A" },
      { _id: "b", title: "B" },
    ]);
    expect(await imported("owner", collection, file, { mode: "UPDATE" })).toMatchObject({
      counts: { inserted: 0, updated: 2, skipped: 0, refused: 0 },
    });
    expect(await itemsOf(collection)).toEqual([
      { _id: "a", title: "New" },
      { _id: "b", title: "B" },
    ]);
    expect(await imported("owner", collection, file)).toMatchObject({ counts: { inserted: 0, refused: 2 } });
  });

  it("only checks the rows in a dry run, which neither writes nor counts as an import", async () => {
    const collection = await newCollection(open, { strict: true });
    await imported("editor", collection, "_id,title\nscones,Scones");
    const file = "_id,title,minutes\nscones,Scones,20\nsoup,Soup,25\npie,Pie,soon";
    const check = await imported("editor", collection, file, { dryRun: true });
    expect(check).toMatchObject({
      status: "COMPLETED",
      dryRun: true,
      rows: 3,
      counts: { inserted: 1, updated: 0, skipped: 0, refused: 2 },
    });
    expect((await readNotes("editor", check)).map(({ row }: { row: number }) => row)).toEqual([1, 3]);
    const replacing = await imported("editor", collection, file, { dryRun: true, mode: "UPDATE" });
    expect(replacing.counts).toEqual({ inserted: 1, updated: 1, skipped: 0, refused: 1 });
    expect(await itemsOf(collection)).toEqual([{ _id: "scones", title: "Scones" }]);

    const withoutIds = "title\nBread";
    await imported("editor", collection, withoutIds, { dryRun: true });
    const real = await imported("editor", collection, withoutIds);
    expect(real).toMatchObject({ status: "COMPLETED", counts: { inserted: 1 } });
    expect(real).not.toHaveProperty("dryRun");
  });

  it("imports a file without IDs only once, unless repeated explicitly", async () => {
    const collection = await newCollection();
    const file = "title\nA\nB\n";
    expect(await imported("owner", collection, file)).toMatchObject({ status: "COMPLETED", counts: { inserted: 2 } });
    expect(await imported("owner", collection, file)).toMatchObject({ status: "FAILED", rows: 0 });
    expect(await itemsOf(collection)).toHaveLength(2);
    expect(await imported("owner", collection, file, { again: true })).toMatchObject({ counts: { inserted: 2 } });
  });

  it("keeps the rows before an error and reports its line", async () => {
    const collection = await newCollection();
    const rows = Array.from({ length: 1200 }, (_, n) => `id${n},T${n}\n`).join("");
    const job = await imported("owner", collection, `_id,title\n${rows}x,"never\ny,z\n`);
    expect(job).toMatchObject({ status: "FAILED", line: 1202, rows: 1200, counts: { inserted: 1200 } });
    expect(job.reason).toContain("never closed");
  });

  it.each([
    [Buffer.from("title\nA\nMün\nB\n", "latin1"), 3, "not UTF-8"],
    [Buffer.from("\uFEFFtitle\n", "utf16le"), 1, "UTF-16"],
    [Buffer.from([0x50, 0x4b, 3, 4, 0]), 1, "spreadsheet"],
    [Buffer.alloc(0), 1, "empty"],
  ])("reports what is wrong with an unreadable file", async (file, line, text) => {
    const job = await imported("owner", await newCollection(), file);
    expect(job).toMatchObject({ status: "FAILED", line, rows: 0 });
    expect(job.reason).toContain(text);
  });
});

describe("an import of JSON", () => {
  it.each([
    [
      '[{"_id":"a","eaten":{"$date":"2030-01-31T14:30:00Z"},"x":{"y":[null]}},\n 5, {"_id":7}, {"__proto__":{"a":1}}, {"t":"\\u0000"}, {"eaten":{"$date":"no"}}]',
      "a list",
    ],
    [
      '{"_id":"a","eaten":{"$date":"2030-01-31T14:30:00Z"},"x":{"y":[null]}}\n5\n{"_id":7}\n{"__proto__":{"a":1}}\n{"t":"\\u0000"}\n{"eaten":{"$date":"no"}}',
      "lines",
    ],
  ])("accepts the same items as the API and reports the others: %s", async (file) => {
    const collection = await newCollection();
    const job = await imported("owner", collection, file);
    expect(job).toMatchObject({ status: "COMPLETED", format: "JSON", rows: 6, counts: { inserted: 1, refused: 5 } });
    expect((await readNotes("owner", job)).map(({ row }: { row: number }) => row)).toEqual([2, 3, 4, 5, 6]);
    expect(await itemsOf(collection)).toEqual([
      { _id: "a", eaten: { $date: "2030-01-31T14:30:00.000Z" }, x: { y: [null] } },
    ]);
  });

  it("keeps the rows before malformed JSON", async () => {
    const collection = await newCollection();
    const job = await imported("owner", collection, '{"_id":"a"}\n{"_id":"b"}\n{"_id": c}\n{"_id":"d"}\n');
    expect(job).toMatchObject({ status: "FAILED", line: 3, rows: 2, counts: { inserted: 2 } });
    expect(await itemsOf(collection)).toEqual([{ _id: "a" }, { _id: "b" }]);
  });
});

describe("the file of an import", () => {
  it("is accepted once, complete, and only from the job's caller", async () => {
    const { body } = await start("ada", await newCollection());
    expect(codeIn(await put("bob", body.uploadUrl, "title\nA\n"))).toBe("DATA_JOB_NOT_FOUND");
    expect((await put("ada", body.uploadUrl, "title\nA\n")).status).toBe(200);
    expect(codeIn(await put("ada", body.uploadUrl, "title\nB\n"))).toBe("DATA_JOB_STATUS_CONFLICT");
    expect(await ended("ada", body.job.id)).toMatchObject({ counts: { inserted: 1 } });
    expect(codeIn(await put("ada", body.uploadUrl, "title\nB\n"))).toBe("DATA_JOB_STATUS_CONFLICT");
  });

  it("has a maximum size, which is smaller for public callers", async () => {
    const { body } = await start("ada", await newCollection());
    const large = await put("ada", body.uploadUrl, Buffer.alloc(17 * 1024 * 1024, "x"));
    expect([large.status, codeIn(large)]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect((await put("ada", body.uploadUrl, "title\nA\n")).status).toBe(200);
    expect(await ended("ada", body.job.id)).toMatchObject({ status: "COMPLETED" });
  });

  it("can be awaited by at most two imports of a member", async () => {
    const collection = await newCollection();
    const jobs = [await start("bob", collection), await start("bob", collection)];
    expect(codeIn(await start("bob", collection))).toBe("DATA_JOB_LIMIT");
    for (const { body } of jobs) {
      const cancelled = await callers.call("bob", `${base}/jobs/${body.job.id}/cancel`, {});
      expect(cancelled.body.job).toMatchObject({ status: "FAILED", reason: "It was cancelled." });
      expect(codeIn(await put("bob", body.uploadUrl, "title\nA\n"))).toBe("DATA_JOB_STATUS_CONFLICT");
      expect(codeIn(await callers.call("bob", `${base}/jobs/${body.job.id}/cancel`, {}))).toBe(
        "DATA_JOB_STATUS_CONFLICT",
      );
    }
    const concurrent = await Promise.all(Array.from({ length: 6 }, () => start("bob", collection)));
    const taken = concurrent.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(2);
    for (const { body } of taken) await callers.call("bob", `${base}/jobs/${body.job.id}/cancel`, {});
  });
});

describe("a running import", () => {
  const rows = Array.from({ length: 1300 }, (_, n) => `T${n}\n`).join("");

  it("has no duplicate rows although other workers run it at the same time", async () => {
    const collection = await newCollection();
    const { body } = await start("owner", collection);
    await put("owner", body.uploadUrl, `title\n${rows}`);
    const { signal } = new AbortController();
    await Promise.all([1, 2].map(() => runTransfer(server.context, body.job.id, signal)));
    expect(await ended("owner", body.job.id)).toMatchObject({
      status: "COMPLETED",
      rows: 1300,
      counts: { inserted: 1300 },
    });
    const { body: counted } = await callers.call("owner", "/wix-data/v2/items/count", { dataCollectionId: collection });
    expect(counted.totalCount).toBe(1300);
  });

  it("fails when its caller loses the insert permission, and keeps imported items", async () => {
    const collection = await newCollection();
    const { body } = await start("ada", collection);
    await server.context.db
      .updateTable("data_collections")
      .set({ insert_level: "PRIVILEGED" })
      .where("id", "=", collection)
      .execute();
    await put("ada", body.uploadUrl, `title\n${rows}`);
    expect(await ended("ada", body.job.id)).toMatchObject({
      status: "FAILED",
      reason: expect.stringContaining("WDE0027"),
    });
    expect(await itemsOf(collection)).toEqual([]);
  });

  it("fails when its key is revoked or its member is blocked", async () => {
    const collection = await newCollection();
    const { body } = await start("bob", collection);
    const setStatus = (status: "BLOCKED" | "ACTIVE") =>
      server.context.db.updateTable("members").set({ status }).where("id", "=", callers.ownerIds.bob).execute();
    const started = await server.context.db
      .updateTable("data_transfers")
      .set({ bytes: 0 })
      .where("id", "=", body.job.id)
      .returning("id")
      .execute();
    expect(started).toHaveLength(1);
    await setStatus("BLOCKED");
    await enqueueJob(server.context.db, undefined, "import-export", body.job.id);
    const job = await ended("owner", body.job.id);
    await setStatus("ACTIVE");
    expect(job.status).toBe("FAILED");
  });

  it("fails when the collection is deleted", async () => {
    const collection = await newCollection();
    const { body } = await start("owner", collection);
    await callers.call("owner", `/wix-data/v2/collections/${collection}`, {}, "DELETE");
    await put("owner", body.uploadUrl, "title\nA\n");
    expect(await ended("owner", body.job.id)).toMatchObject({
      status: "FAILED",
      reason: expect.stringContaining("WDE0025"),
    });
  });
});

describe("the caller of an import", () => {
  it.each([
    ["visitor", "SITE_MEMBER", "WDE0027"],
    ["ada", "CMS_EDITOR", "WDE0027"],
    ["reader", "CMS_EDITOR", "WDE0027"],
    ["editor", "PRIVILEGED", "WDE0027"],
    ["visitor", "ANYONE", undefined],
    ["ada", "SITE_MEMBER", undefined],
    ["editor", "CMS_EDITOR", undefined],
  ] as const)("%s where %s may insert: %s", async (caller, insert, code) => {
    const collection = await newCollection({ ...open, insert });
    expect(codeIn(await start(caller, collection))).toBe(code);
  });

  it("with author level replaces only their own items, and learns nothing about others", async () => {
    const collection = await newCollection({
      read: "SITE_MEMBER_AUTHOR",
      insert: "SITE_MEMBER",
      update: "SITE_MEMBER_AUTHOR",
      remove: "SITE_MEMBER_AUTHOR",
    });
    await imported("ada", collection, "_id,title\nada,A\n");
    const job = await imported("bob", collection, "_id,title\nada,Mine\nbob,B\n", { mode: "UPDATE" });
    expect(job.counts).toMatchObject({ inserted: 1, updated: 0, refused: 1 });
    expect((await readNotes("bob", job))[0].reason).toContain("WDE0073");
    expect(await itemsOf(collection)).toEqual([
      { _id: "ada", title: "A" },
      { _id: "bob", title: "B" },
    ]);
  });

  it("sees only their own jobs, the owner all", async () => {
    const collection = await newCollection();
    const { body } = await start("editor", collection);
    const path = `${base}/jobs/${body.job.id}`;
    for (const to of [path, `${path}/notes`])
      expect(codeIn(await callers.call("reader", to, {}, "GET"))).toBe("DATA_JOB_NOT_FOUND");
    expect(codeIn(await callers.call("reader", `${path}/cancel`, {}))).toBe("DATA_JOB_NOT_FOUND");
    const listed = async (caller: CallerName) =>
      (await callers.call(caller, `${base}/jobs?dataCollectionId=${collection}`, {}, "GET")).body.jobs.map(
        ({ id }: { id: string }) => id,
      );
    expect(await listed("reader")).toEqual([]);
    expect(await listed("editor")).toEqual([body.job.id]);
    expect(await listed("owner")).toEqual([body.job.id]);
    await callers.call("owner", `${path}/cancel`, {});
  });
});

describe("an export", () => {
  const items = [
    { _id: "'=a", title: "=HYPERLINK(1)", minutes: -1.5, vegan: true, tags: ["a;b", "=c", ""], author: "@ada" },
    { _id: "b", title: ' "quoted",\r\nlines; ', eaten: { $date: "2030-01-31T14:30:00.123Z" }, day: "2030-01-31" },
    {
      _id: "c",
      title: "'plain",
      more: { ü: [1, { $date: "2030-01-31T14:30:00.000Z" }] },
      any: "5",
      minutes: 0,
      vegan: false,
    },
    { _id: "d", title: "-", any: { a: null }, tags: [] },
    { _id: "e" },
  ];

  async function filled(more: readonly object[] = []) {
    const collection = await newCollection();
    const dataItems = [...items, ...more].map((data) => ({ data }));
    await callers.call("owner", "/wix-data/v2/bulk/items/insert", { dataCollectionId: collection, dataItems });
    return collection;
  }

  it("as CSV can be imported unchanged, and contains nothing that a spreadsheet would run", async () => {
    const from = await filled();
    const { job, file, headers } = await exported("owner", from, { format: "CSV" });
    expect(job).toMatchObject({ kind: "EXPORT", status: "COMPLETED", rows: 5, total: 5, format: "CSV" });
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${from}.csv"`);
    expect(file.startsWith("\uFEFF_id,title,minutes,")).toBe(true);
    expect(file).toContain("'=HYPERLINK(1)");
    const to = await newCollection();
    expect(await imported("owner", to, file)).toMatchObject({
      status: "COMPLETED",
      counts: { inserted: 5, refused: 0 },
    });
    expect(await itemsOf(to)).toEqual(await itemsOf(from));
  });

  it("as JSON can be imported unchanged for all values", async () => {
    const odd = [{ _id: "f", empty: "", nothing: null, minutes: "no number", "a b": 1, "": 2 }];
    const from = await filled([...odd, ...Array.from({ length: 900 }, (_, n) => ({ n }))]);
    const { job, file } = await exported("owner", from, { format: "JSON" });
    expect(job).toMatchObject({ rows: 906, format: "JSON", bytes: Buffer.byteLength(file) });
    const to = await newCollection();
    expect(await imported("owner", to, file)).toMatchObject({ counts: { inserted: 906, refused: 0 } });
    expect(await itemsOf(to)).toEqual(await itemsOf(from));
  });

  it("contains the requested items and fields that the caller may read", async () => {
    const collection = await newCollection({ ...open, read: "SITE_MEMBER_AUTHOR" });
    for (const caller of ["ada", "bob"] as const)
      await callers.call(caller, "/wix-data/v2/items", {
        dataCollectionId: collection,
        dataItem: { id: caller, data: { title: caller, minutes: 1 } },
      });
    const { file, job, path } = await exported("ada", collection, { format: "CSV", fields: ["title"] });
    expect(file).toBe("\uFEFF_id,title\r\nada,ada\r\n");
    expect(job).toMatchObject({ rows: 1, total: 1 });
    expect(codeIn(await callers.send("bob", "GET", path))).toBe("DATA_JOB_NOT_FOUND");
    expect((await exported("ada", collection, { format: "JSON", filter: { title: "bob" } })).file).toBe("");
    expect(
      codeIn(await callers.call("visitor", `${base}/exports`, { dataCollectionId: collection, format: "CSV" })),
    ).toBe("WDE0027");
    await server.context.db
      .updateTable("data_collections")
      .set({ read_level: "PRIVILEGED" })
      .where("id", "=", collection)
      .execute();
    expect(codeIn(await callers.send("ada", "GET", path))).toBe("WDE0027");
  });

  it("is not downloadable after access is reduced, or the collection is deleted and created again", async () => {
    const collection = await newCollection({ ...open, read: "SITE_MEMBER" });
    await callers.call("bob", "/wix-data/v2/items", {
      dataCollectionId: collection,
      dataItem: { data: { title: "b" } },
    });
    const { file, path } = await exported("ada", collection, { format: "CSV", fields: ["title"] });
    expect(file).toContain(",b\r\n");
    const readBy = (read_level: "SITE_MEMBER" | "SITE_MEMBER_AUTHOR") =>
      server.context.db.updateTable("data_collections").set({ read_level }).where("id", "=", collection).execute();
    await readBy("SITE_MEMBER_AUTHOR");
    expect(codeIn(await callers.send("ada", "GET", path))).toBe("WDE0027");
    expect((await callers.send("owner", "GET", path)).status).toBe(200);
    await readBy("SITE_MEMBER");
    expect((await callers.send("ada", "GET", path)).status).toBe(200);
    server.advance(1_000);
    await callers.call("owner", `/wix-data/v2/collections/${collection}`, {}, "DELETE");
    await putCollection(server, callers, collection, open);
    expect(codeIn(await callers.send("ada", "GET", path))).toBe("WDE0027");
  });

  it.each([
    [{ format: "XLSX" }, 400],
    [{ format: "CSV", filter: { a: { $regex: "x" } } }, 400],
    [{ format: "CSV", fields: "title" }, 400],
    [{ format: "CSV", fields: [7] }, 400],
    [{}, 400],
  ])("with %j is rejected", async (options, status) => {
    const response = await callers.call("owner", `${base}/exports`, {
      dataCollectionId: await newCollection(),
      ...options,
    });
    expect(response.status).toBe(status);
  });
});
