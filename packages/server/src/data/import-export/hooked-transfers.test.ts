import { beforeEach, describe, expect, it } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { killWorkerOf, startNode, waitForDataJobs, waitForTransfer } from "../../../test/data/data-jobs.ts";
import { createTestServer } from "../../../test/test-server.ts";
import type { CollectionHooks, HookItem } from "../hooks/site-hooks.ts";

let current: CollectionHooks = {};
const names = ["beforeInsert", "afterInsert", "beforeUpdate", "afterUpdate", "beforeQuery", "afterQuery"] as const;
const forward = (name: (typeof names)[number]) => (value: never, hookContext: never) =>
  (current[name] as ((value: never, hookContext: never) => never) | undefined)?.(value, hookContext);
const server = await createTestServer({
  rateLimits: false,
  siteHooks: { Recipes: Object.fromEntries(names.map((name) => [name, forward(name)])) as CollectionHooks },
});
const callers = await createCallers(server);
const base = "/_api/porchlight/v1/data";
await putCollection(
  server,
  callers,
  "Recipes",
  { read: "ANYONE", insert: "ANYONE", update: "SITE_MEMBER_AUTHOR", remove: "SITE_MEMBER_AUTHOR" },
  {
    fields: [
      { key: "title", type: "TEXT" },
      { key: "n", type: "NUMBER" },
      { key: "by", type: "TEXT", readOnly: true },
      { key: "code", type: "TEXT", unique: true },
    ],
  },
);

beforeEach(async () => {
  current = {};
  await callers.call("owner", "/wix-data/v2/items/truncate", { dataCollectionId: "Recipes" });
});

/** Creates an import that starts when its file is uploaded. */
async function created(caller: CallerName, options: object = {}) {
  const { status, body } = await callers.call(caller, `${base}/imports`, { dataCollectionId: "Recipes", ...options });
  expect(status).toBe(200);
  const upload = async (file: string) =>
    expect((await callers.send(caller, "PUT", new URL(body.uploadUrl).pathname, file)).status).toBe(200);
  return { id: body.job.id as string, upload };
}

async function started(caller: CallerName, file: string, options: object = {}): Promise<string> {
  const { id, upload } = await created(caller, options);
  await upload(file);
  return id;
}

/** Waits for the end of the job and of its `after` hooks, which run when its last rows are stored. */
async function ended(id: string) {
  const job = await waitForTransfer(callers, "owner", id);
  await waitForDataJobs(server);
  return job;
}

const imported = async (caller: CallerName, file: string, options: object = {}) =>
  ended(await started(caller, file, options));
const readNotes = async (id: string) => (await callers.call("owner", `${base}/jobs/${id}/notes`, {}, "GET")).body.notes;

async function exported(caller: CallerName, options: object) {
  const { status, body } = await callers.call(caller, `${base}/exports`, { dataCollectionId: "Recipes", ...options });
  expect(status).toBe(200);
  const job = await ended(body.job.id);
  return { job, file: (await callers.send(caller, "GET", new URL(body.downloadUrl).pathname)).body as string };
}

async function stored(): Promise<Record<string, unknown>[]> {
  const rows = await server.context.db
    .selectFrom("data_items")
    .select(["id", "data"])
    .where("collection_id", "=", "Recipes")
    .orderBy("id")
    .execute();
  return rows.map(({ id, data }) => ({ _id: id, ...data }));
}

const fill = (caller: CallerName, items: object[]) =>
  callers.call(caller, "/wix-data/v2/bulk/items/insert", {
    dataCollectionId: "Recipes",
    dataItems: items.map((data) => ({ data })),
  });

describe("an import into a collection with hooks", () => {
  it("lets hooks change or reject each row, for every caller", async () => {
    const after: unknown[] = [];
    current = {
      beforeInsert(item, { userRole, requestId }) {
        if (item["n"] > 2) throw new Error("Nobody waits that long.");
        return { ...item, title: item["title"].trim(), by: `${userRole} ${requestId}` };
      },
      afterInsert: (item) => void after.push([item._id, item["title"], item._owner]),
    };
    const job = await imported("ada", "_id,title,n\na, A ,1\nb,B,3\nc,C,2\na,again,1\n");
    expect(job).toMatchObject({ status: "COMPLETED", rows: 4, counts: { inserted: 2, updated: 0, refused: 2 } });
    expect(await readNotes(job.id)).toEqual([
      { row: 2, line: 3, itemId: "b", reason: expect.stringContaining("Nobody waits that long.") },
      { row: 4, line: 5, itemId: "a", reason: expect.stringContaining("WDE0074") },
    ]);
    const by = "member undefined";
    expect(await stored()).toEqual([
      { _id: "a", title: "A", n: 1, by },
      { _id: "c", title: "C", n: 2, by },
    ]);
    const { ada } = callers.ownerIds;
    expect(after).toEqual([
      ["a", "A", ada],
      ["c", "C", ada],
    ]);
  });

  it("calls update hooks for replaced items, with the previous item", async () => {
    const seen: unknown[] = [];
    current = {
      beforeInsert: (item) => void seen.push(["beforeInsert", item._id]),
      afterInsert: (item) => void seen.push(["afterInsert", item._id]),
      beforeUpdate(item, { currentItem }) {
        seen.push(["beforeUpdate", item._id, currentItem["title"]]);
        return { ...item, n: currentItem["n"] + 1 };
      },
      afterUpdate: (item, { currentItem }) => void seen.push(["afterUpdate", item["n"], currentItem["n"]]),
    };
    await fill("ada", [{ _id: "mine", title: "old", n: 1 }]);
    await fill("bob", [{ _id: "others", title: "Bob's", n: 1 }]);
    seen.length = 0;
    const file = "_id,title\nmine,new\nothers,stolen\nfresh,F\nmine,newer\n";
    const job = await imported("ada", file, { mode: "UPDATE" });
    expect(job.counts).toEqual({ inserted: 1, updated: 2, skipped: 0, refused: 1 });
    expect((await readNotes(job.id))[0]).toMatchObject({ row: 2, reason: expect.stringContaining("WDE0027") });
    expect(await stored()).toMatchObject([
      { _id: "fresh", title: "F" },
      { _id: "mine", title: "newer", n: 3 },
      { _id: "others", title: "Bob's", n: 1 },
    ]);
    expect(seen).toEqual(
      expect.arrayContaining([
        ["beforeUpdate", "mine", "old"],
        ["afterUpdate", 2, 1],
        ["beforeUpdate", "mine", "new"],
        ["afterUpdate", 3, 2],
        ["beforeInsert", "fresh"],
        ["afterInsert", "fresh"],
      ]),
    );
    expect(seen).toHaveLength(6);
  });

  it("runs hooks again after a concurrent change of an item, without losing the change", async () => {
    await fill("owner", [{ _id: "raced", n: 1 }]);
    let calls = 0;
    current = {
      async beforeUpdate(item, { asOwner, currentItem }) {
        if (item["title"] === "theirs") return undefined;
        if (++calls === 1) await asOwner.update("Recipes", { _id: "raced", title: "theirs", n: 7 });
        return { ...item, n: currentItem["n"] + 1 };
      },
    };
    const job = await imported("owner", "_id,title\nraced,imported\n", { mode: "UPDATE" });
    expect(job.counts).toMatchObject({ updated: 1, refused: 0 });
    expect(await stored()).toMatchObject([{ _id: "raced", title: "imported", n: 8 }]);
    expect(calls).toBe(2);
  });

  it("rejects only the row whose item is inserted concurrently or whose unique value is taken", async () => {
    current = { beforeInsert: (item) => ({ ...item, code: item["title"] }) };
    const job = await imported("ada", "title\nA\nA\nB\n");
    expect(job.counts).toMatchObject({ inserted: 2, refused: 1 });
    expect((await stored()).map(({ title }) => title)).toEqual(["A", "B"]);
  });

  it("runs hooks once per row with several workers", { timeout: 60_000 }, async () => {
    const requested: number[] = [];
    const received: number[] = [];
    current = {
      beforeInsert: async (item) => {
        requested.push(item["n"]);
        await new Promise((resolve) => setTimeout(resolve, 2));
      },
      afterInsert: (item) => void received.push(item["n"]),
    };
    const numbers = Array.from({ length: 130 }, (_, n) => n);
    const nodes = await Promise.all([startNode(server), startNode(server)]);
    const id = await started("ada", `n\n${numbers.join("\n")}\n`);
    expect(await ended(id)).toMatchObject({ rows: 130, counts: { inserted: 130 } });
    await Promise.all(nodes.map((node) => node.close()));
    const sorted = (list: number[]) => list.toSorted((left, right) => left - right);
    expect([sorted(requested), sorted(received)]).toEqual([numbers, numbers]);
    expect(await stored()).toHaveLength(130);
  });

  it("is resumed by another worker after its own has died", { timeout: 60_000 }, async () => {
    const requested: number[] = [];
    const hooked = Promise.withResolvers<void>();
    current = {
      beforeInsert(item) {
        requested.push(item["n"]);
        hooked.resolve();
        return new Promise((resolve) => setTimeout(resolve, 5));
      },
    };
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const id = await started("ada", `n\n${numbers.join("\n")}\n`);
    await hooked.promise;
    await killWorkerOf(server.context.db, id);
    expect(await ended(id)).toMatchObject({ rows: 50, counts: { inserted: 50 } });
    expect(new Set(requested)).toEqual(new Set(numbers));
  });

  it("calls no hooks if a privileged caller suppresses them, or the caller may not import", async () => {
    let calls = 0;
    current = { beforeInsert: () => void calls++ };
    const suppressHooks = true;
    await imported("editor", "_id,n\nx,1\n", { suppressHooks });
    expect(calls).toBe(0);
    await imported("ada", "_id,n\ny,1\n", { suppressHooks });
    await imported("editor", "_id,n\nz,1\n");
    expect(calls).toBe(2);
    const levels = (insert_level: "PRIVILEGED" | "ANYONE") =>
      server.context.db.updateTable("data_collections").set({ insert_level }).where("id", "=", "Recipes").execute();
    const { id, upload } = await created("ada");
    await levels("PRIVILEGED");
    await upload("_id,n\nw,1\n");
    expect(await ended(id)).toMatchObject({ status: "FAILED", reason: expect.stringContaining("WDE0027") });
    await levels("ANYONE");
    expect(calls).toBe(2);
  });

  it("continues if a hook hangs or throws any value", { timeout: 60_000 }, async () => {
    const bad = new Proxy({}, { get: () => void 0, getPrototypeOf: () => JSON.parse("no") });
    const timedOut = Promise.withResolvers<void>();
    current = {
      beforeInsert: async (item: HookItem, { signal }) => {
        if (item["n"] === 1) {
          signal.addEventListener("abort", () => timedOut.resolve());
          return new Promise<undefined>(() => undefined);
        }
        if (item["n"] === 2) throw bad;
        return undefined;
      },
    };
    const id = await started("visitor", "n\n1\n2\n3\n");
    await timedOut.promise;
    const job = await ended(id);
    expect(job).toMatchObject({ status: "COMPLETED", counts: { inserted: 1, refused: 2 } });
    expect((await readNotes(job.id)).map(({ reason }: { reason: string }) => reason)).toEqual([
      expect.stringContaining("took too long"),
      expect.stringContaining("has refused"),
    ]);
  });
});

describe("an export of a collection with hooks", () => {
  const items = Array.from({ length: 230 }, (_, n) => ({ _id: `i${String(n).padStart(3, "0")}`, title: `T${n}`, n }));

  it("contains items of the changed query as changed by the hooks", async () => {
    await fill("owner", items);
    const roles = new Set<unknown>();
    current = {
      beforeQuery(query, { userRole }) {
        roles.add(userRole);
        return {
          ...query,
          filter: { $and: [query.filter ?? {}, { n: { $lt: 220 } }] },
          sort: [{ fieldName: "n", order: "DESC" }],
        };
      },
      afterQuery: ({ title, ...item }) => ({ ...item, title: `${title}!`, more: 1 }),
    };
    const { job, file } = await exported("ada", { format: "JSON", filter: { n: { $gte: 10 } } });
    expect(job).toMatchObject({ status: "COMPLETED", rows: 210, total: 210 });
    const lines = file.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 210 }, (_, n) => n + 10));
    expect(JSON.parse(lines[0]!)).toMatchObject({ _id: "i010", title: "T10!", more: 1 });
    expect(roles).toEqual(new Set(["member"]));
    const csv = await exported("visitor", { format: "CSV", filter: { n: 12 }, fields: ["title", "n"] });
    expect(csv.file).toBe("\uFEFF_id,title,n\r\ni012,T12!,12\r\n");
    current = { beforeQuery: (query) => ({ ...query, fields: ["n"] }) };
    const fewer = await exported("visitor", {
      format: "CSV",
      filter: { n: { $in: [1, 129] } },
      fields: ["title", "n"],
    });
    expect(fewer.file).toBe("\uFEFF_id,n\r\ni001,1\r\ni129,129\r\n");
  });

  it("fails without a file if a hook rejects", async () => {
    await fill("owner", items);
    current = {
      afterQuery: (item) => {
        if (item["n"] === 150) throw new Error("not this one");
      },
    };
    const { job } = await exported("ada", { format: "JSON" });
    expect(job).toMatchObject({ status: "FAILED", reason: expect.stringContaining("not this one") });
    const { body } = await callers.call("ada", `${base}/exports`, { dataCollectionId: "Recipes", format: "JSON" });
    await ended(body.job.id);
    const fetched = await callers.send("ada", "GET", new URL(body.downloadUrl).pathname);
    expect(codeIn(fetched)).toBe("DATA_JOB_STATUS_CONFLICT");
    current = { beforeQuery: () => ({ filter: { n: { $regex: "x" } } }) };
    expect((await exported("ada", { format: "JSON" })).job.status).toBe("FAILED");
    expect((await exported("editor", { format: "JSON", suppressHooks: true })).job).toMatchObject({ rows: 230 });
  });
});
