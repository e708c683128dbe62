import { beforeEach, describe, expect, it } from "vitest";
import type { CollectionHooks, SiteHooks } from "../../site-hooks.ts";
import { createTestServer, type TestAnswer } from "../../testing/test-server.ts";
import { runDataJobs } from "../jobs/run-data-jobs.ts";
import { type CallerName, codeIn, createCallers, putCollection } from "../test-collections.ts";

/** The hooks of each collection, as the test under way has them. */
const current: Record<string, CollectionHooks> = {};
const names = ["Insert", "Update", "Remove", "Get", "Query", "Count"].flatMap((what) => [
  `before${what}`,
  `after${what}`,
]);
const siteHooks = Object.fromEntries(
  ["Recipes", "Letters", "Circle"].map((id) => [
    id,
    Object.fromEntries(
      names.map((name) => [
        name,
        (value: unknown, context: unknown) =>
          (current[id] as Record<string, ((value: unknown, context: unknown) => unknown) | undefined>)?.[name]?.(
            value,
            context,
          ),
      ]),
    ),
  ]),
) as SiteHooks;

const server = await createTestServer({ rateLimits: false, siteHooks });
const callers = await createCallers(server);
const open = { read: "ANYONE", insert: "ANYONE", update: "SITE_MEMBER_AUTHOR", remove: "SITE_MEMBER_AUTHOR" } as const;
await putCollection(server, callers, "Recipes", open);
await putCollection(server, callers, "Circle", open);
await putCollection(server, callers, "Letters", {
  read: "PRIVILEGED",
  insert: "PRIVILEGED",
  update: "PRIVILEGED",
  remove: "PRIVILEGED",
});

const call = (caller: CallerName, path: string, body: object, dataCollectionId = "Recipes") =>
  callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
const insert = (caller: CallerName, data: object, more: object = {}) =>
  call(caller, "/items", { dataItem: { data }, ...more });
const get = (caller: CallerName, id: string) =>
  callers.call(caller, `/wix-data/v2/items/${id}?dataCollectionId=Recipes&suppressHooks=true`, {}, "GET");
const dataOf = ({ body }: TestAnswer) => body.dataItem.data;
const errorOf = ({ status, body }: TestAnswer) => ({ status, ...body.details?.applicationError });

beforeEach(() => {
  for (const id of Object.keys(current)) delete current[id];
});

describe("functions before and after an insert", () => {
  it("change what is kept, and what is answered", async () => {
    const seen: unknown[] = [];
    current["Recipes"] = {
      beforeInsert: (item, { userId, userRole, collectionName, hook, requestId }) => {
        seen.push({ userId, userRole, collectionName, hook }, typeof requestId, item["on"]);
        return { ...item, title: item["title"].toUpperCase(), at: new Date(0) };
      },
      afterInsert: async (item) => ({ ...item, greeting: `hello ${item["title"]}`, _id: "another" }),
    };
    const answer = await insert("ada", { _id: "tea", title: "tea", on: { $date: "2024-05-06T07:08:09.000Z" } });
    expect(dataOf(answer)).toMatchObject({
      _id: "tea",
      title: "TEA",
      greeting: "hello TEA",
      at: { $date: "1970-01-01T00:00:00.000Z" },
    });
    expect(seen).toEqual([
      { userId: callers.ownerIds.ada, userRole: "member", collectionName: "Recipes", hook: "beforeInsert" },
      "string",
      new Date("2024-05-06T07:08:09.000Z"),
    ]);
    const kept = dataOf(await get("owner", "tea"));
    expect(kept).toMatchObject({
      title: "TEA",
      _owner: callers.ownerIds.ada,
      on: { $date: "2024-05-06T07:08:09.000Z" },
    });
    expect(kept).not.toHaveProperty("greeting");
  });

  it("may refuse, with an error or anything else, and nothing is kept", async () => {
    class TooSweet extends Error {
      override readonly name = "TooSweet";
      readonly code = "SWEET";
    }
    current["Recipes"] = {
      beforeInsert: () => {
        throw new TooSweet("less sugar");
      },
    };
    expect(errorOf(await insert("ada", { _id: "fudge" }))).toMatchObject({
      status: 400,
      code: "WDE0078",
      data: { jsErrorValue: { name: "TooSweet", message: "less sugar", code: "SWEET" } },
    });
    for (const [thrown, value] of [
      ["no", "no"],
      [{ why: 1 }, { why: 1 }],
      [undefined, null],
      [7n, null],
      [Symbol("x"), null],
    ]) {
      current["Recipes"] = { beforeInsert: () => Promise.reject(thrown) };
      expect(errorOf(await insert("ada", { _id: "fudge" }))).toMatchObject({
        status: 400,
        code: "WDE0078",
        data: { value },
      });
    }
    expect(codeIn(await get("owner", "fudge"))).toBe("WDE0073");
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
    ["a text", "item"],
    ["a list", [{ title: "other" }]],
  ])("that return %s leave the item as it was", async (_what, returned) => {
    current["Recipes"] = { beforeInsert: () => returned as never, afterInsert: () => returned as never };
    expect(dataOf(await insert("ada", { title: "as it was" }))).toMatchObject({ title: "as it was" });
  });

  it("are held to what any item is held to", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const deep = JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`);
    const returned: [value: object, status: number, code: string][] = [
      [{ text: "x".repeat(513 * 1024) }, 413, "WDE0109"],
      [{ text: "x".repeat(2 * 1024 * 1024) }, 400, "WDE0078"],
      [circle, 400, "WDE0078"],
      [{ big: 7n }, 400, "WDE0078"],
      [{ deep }, 400, "WDE0078"],
      [{ nul: "\0" }, 400, "WDE0078"],
      [{ half: "\ud800" }, 400, "WDE0078"],
      [JSON.parse('{"__proto__": {"a": 1}}'), 400, "WDE0078"],
      [{ when: { $date: "tomorrow" } }, 400, "ITEM_INVALID"],
      [{ _id: 7 }, 400, "WDE0007"],
      [
        {
          get trap() {
            throw new Error("trap");
          },
        },
        400,
        "WDE0078",
      ],
    ];
    for (const [value, status, code] of returned) {
      current["Recipes"] = { beforeInsert: () => value };
      const answer = await insert("ada", { title: "fine" });
      expect([answer.status, codeIn(answer)]).toEqual([status, code]);
    }
    current["Recipes"] = {
      beforeInsert: (item) => ({ ...item, _id: "chosen", _owner: "somebody", _createdDate: new Date(0) }),
    };
    const { _id, _owner, _createdDate } = dataOf(await insert("ada", {}));
    expect([_id, _owner]).toEqual(["chosen", callers.ownerIds.ada]);
    expect(_createdDate.$date).not.toContain("1970");
  });

  it("that hang are given up on, and give their turn back", { timeout: 30_000 }, async () => {
    let aborted = 0;
    current["Recipes"] = {
      beforeInsert: (_item, { signal }) => {
        signal.addEventListener("abort", () => aborted++);
        return new Promise(() => undefined);
      },
    };
    const answers = await Promise.all(Array.from({ length: 70 }, () => insert("visitor", { title: "never" })));
    expect(new Set(answers.map((answer) => `${answer.status} ${codeIn(answer)}`))).toEqual(new Set(["400 WDE0078"]));
    expect(errorOf(answers[0]!).data.jsErrorValue).toEqual({ name: "HookError", message: "The hook took too long." });
    expect(aborted).toBeGreaterThan(0);
    current["Recipes"] = { beforeInsert: (item) => ({ ...item, quick: true }) };
    expect(dataOf(await insert("visitor", {}))).toMatchObject({ quick: true });
  });

  it("that fail after a write leave it, and the answer", async () => {
    current["Recipes"] = {
      afterInsert: () => Promise.reject(new Error("mail is down")),
    };
    const answer = await insert("ada", { _id: "kept", title: "kept" });
    expect([answer.status, dataOf(answer).title]).toEqual([200, "kept"]);
    expect((await get("owner", "kept")).status).toBe(200);
  });

  it("are left out only for programs that ask for it", async () => {
    current["Recipes"] = { beforeInsert: () => Promise.reject(new Error("no")) };
    const suppressHooks = { suppressHooks: true };
    for (const caller of ["visitor", "ada"] as const)
      expect(codeIn(await insert(caller, {}, suppressHooks))).toBe("WDE0078");
    for (const caller of ["editor", "owner"] as const) {
      expect((await insert(caller, {}, suppressHooks)).status).toBe(200);
      expect(codeIn(await insert(caller, {}))).toBe("WDE0078");
    }
  });

  it("are called for nobody who may not", async () => {
    let called = 0;
    const note = () => void called++;
    current["Letters"] = Object.fromEntries(names.map((name) => [name, note]));
    await insert("owner", { _id: "one" });
    await call("owner", "/items", { dataItem: { data: { _id: "secret" } } }, "Letters");
    called = 0;
    const bodies: [path: string, body: object][] = [
      ["/items", { dataItem: { data: {} } }],
      ["/items/save", { dataItem: { data: {} } }],
      ["/items/save", { dataItem: { id: "secret", data: {} } }],
      ["/items/update", { dataItem: { id: "secret", data: {} } }],
      ["/items/patch", { patch: { dataItemId: "secret", fieldModifications: [] } }],
      ["/items/remove", { dataItemId: "secret" }],
      ["/items/query", { query: {} }],
      ["/items/search", { search: { search: { expression: "x" } } }],
      ["/items/count", {}],
      ["/bulk/items/insert", { dataItems: [{ data: {} }] }],
      ["/bulk/items/save", { dataItems: [{ data: {} }] }],
      ["/bulk/items/update", { dataItems: [{ id: "secret", data: {} }] }],
      ["/bulk/items/patch", { patches: [{ dataItemId: "secret", fieldModifications: [] }] }],
      ["/bulk/items/remove", { dataItemIds: ["secret"] }],
    ];
    for (const [path, body] of bodies) {
      for (const caller of ["visitor", "ada"] as const)
        expect([path, codeIn(await call(caller, path, body, "Letters"))]).toEqual([path, "WDE0027"]);
    }
    // Items of others, in a collection whose own may be changed.
    const others: CollectionHooks = { beforeUpdate: note, beforeRemove: note };
    current["Recipes"] = others;
    expect(codeIn(await call("bob", "/items/update", { dataItem: { id: "one", data: {} } }))).toBe("WDE0027");
    expect(codeIn(await call("bob", "/items/remove", { dataItemId: "one" }))).toBe("WDE0027");
    expect(codeIn(await call("bob", "/items/remove", { dataItemId: "none" }))).toBe("WDE0073");
    expect(called).toBe(0);
  });
});

describe("functions before and after a change", () => {
  it("are told what the item was, for updates, patches and saves", async () => {
    await insert("ada", { _id: "cake", title: "Cake", minutes: 10 });
    const seen: unknown[] = [];
    current["Recipes"] = {
      beforeUpdate: (item, { currentItem }) => {
        seen.push([currentItem["minutes"], item["minutes"], item._id]);
        return { ...item, minutes: item["minutes"] + 1 };
      },
      afterUpdate: (item, { currentItem }) => ({ ...item, grown: item["minutes"] - currentItem["minutes"] }),
    };
    const dataItem = { id: "cake", data: { title: "Cake", minutes: 20 } };
    expect(dataOf(await call("ada", "/items/update", { dataItem }))).toMatchObject({ minutes: 21, grown: 11 });
    const saved = await call("ada", "/items/save", { dataItem: { ...dataItem, data: { minutes: 30 } } });
    expect([saved.body.action, dataOf(saved).minutes]).toEqual(["UPDATED", 31]);
    const patch = {
      dataItemId: "cake",
      fieldModifications: [{ action: "INCREMENT_FIELD", fieldPath: "minutes", incrementFieldOptions: { value: 9 } }],
    };
    expect(dataOf(await call("ada", "/items/patch", { patch }))).toMatchObject({ minutes: 41, grown: 10 });
    expect(seen).toEqual([
      [10, 20, "cake"],
      [21, 30, "cake"],
      [31, 40, "cake"],
    ]);
  });

  it("may not turn an update to another item", async () => {
    await insert("ada", { _id: "mine" });
    await insert("ada", { _id: "other", n: 1 });
    current["Recipes"] = { beforeUpdate: (item) => ({ ...item, _id: "other" }) };
    const answer = await call("ada", "/items/update", { dataItem: { id: "mine", data: { n: 2 } } });
    expect(errorOf(answer).data.jsErrorValue.message).toBe("The hook returned an item with another _id.");
    expect(dataOf(await get("owner", "other")).n).toBe(1);
  });

  it("lose no patch of two at once", async () => {
    await insert("ada", { _id: "counter", n: 0 });
    current["Recipes"] = { beforeUpdate: async (item) => ({ ...item, hooked: true }) };
    const patch = {
      dataItemId: "counter",
      fieldModifications: [{ action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 1 } }],
    };
    const answers = await Promise.all(Array.from({ length: 4 }, () => call("ada", "/items/patch", { patch })));
    const done = answers.filter(({ status }) => status === 200).length;
    expect(answers.every((answer) => answer.status === 200 || codeIn(answer) === "CONDITION_NOT_MET")).toBe(true);
    expect(dataOf(await get("owner", "counter"))).toMatchObject({ n: done, hooked: true });
  });

  it("choose another item to remove or get, with the caller's own rights", async () => {
    await insert("ada", { _id: "hers" });
    await insert("bob", { _id: "his" });
    current["Recipes"] = {
      beforeRemove: () => "his",
      beforeGet: () => "his",
      afterGet: (item) => ({ ...item, read: true }),
      afterRemove: (item) => ({ ...item, gone: true }),
    };
    expect(codeIn(await call("ada", "/items/remove", { dataItemId: "hers" }))).toBe("WDE0027");
    const read = await callers.call("ada", "/wix-data/v2/items/hers?dataCollectionId=Recipes", {}, "GET");
    expect(dataOf(read)).toMatchObject({ _id: "his", read: true });
    expect(dataOf(await call("owner", "/items/remove", { dataItemId: "hers" }))).toMatchObject({
      _id: "his",
      gone: true,
    });
    expect((await get("owner", "hers")).status).toBe(200);
  });

  it("meet each item of a bulk request, and refuse it alone", async () => {
    const called: string[] = [];
    current["Recipes"] = {
      beforeInsert: (item) => {
        called.push(item._id!);
        if (item["bad"]) throw new Error("bad");
        return { ...item, checked: true };
      },
      afterInsert: (item) => ({ ...item, told: true }),
      beforeUpdate: (item) => ({ ...item, n: (item["n"] ?? 0) * 2 }),
      beforeRemove: (id) => (id === "b1" ? Promise.reject("stays") : undefined),
    };
    const dataItems = Array.from({ length: 20 }, (_, n) => ({
      id: `b${n}`,
      data: { n, ...(n === 3 && { bad: true }) },
    }));
    const { body } = await call("ada", "/bulk/items/insert", { dataItems, returnEntity: true });
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 19, totalFailures: 1, undetailedFailures: 0 });
    expect(body.results[3]).toMatchObject({
      itemMetadata: { id: "b3", originalIndex: 3, success: false, error: { code: "WDE0078" } },
    });
    expect(body.results[4]).toMatchObject({
      action: "INSERT",
      dataItem: { id: "b4", data: { checked: true, told: true } },
    });
    expect(called.length).toBe(20);
    const patches = [1, 2].map((value) => ({
      dataItemId: "b5",
      fieldModifications: [{ action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value } }],
    }));
    expect((await call("ada", "/bulk/items/patch", { patches })).body.bulkActionMetadata.totalSuccesses).toBe(2);
    expect(dataOf(await get("owner", "b5")).n).toBe(((5 + 1) * 2 + 2) * 2);
    const saved = await call("ada", "/bulk/items/save", {
      dataItems: [
        { id: "b6", data: { n: 1 } },
        { id: "new", data: {} },
      ],
    });
    expect(saved.body.results.map(({ action }: { action: string }) => action)).toEqual(["UPDATE", "INSERT"]);
    const removed = await call("ada", "/bulk/items/remove", { dataItemIds: ["b0", "b1", "none"] });
    expect(
      removed.body.results.map(
        ({ itemMetadata }: { itemMetadata: { error?: { code: string } } }) => itemMetadata.error?.code,
      ),
    ).toEqual([undefined, "WDE0078", "WDE0073"]);
    expect((await get("owner", "b1")).status).toBe(200);
  });

  it("meet each item of a job, once", { timeout: 30_000 }, async () => {
    const dataItems = Array.from({ length: 25 }, (_, n) => ({
      id: `j${String(n).padStart(2, "0")}`,
      data: { n, job: true },
    }));
    await call("ada", "/bulk/items/insert", { dataItems });
    const seen: string[] = [];
    current["Recipes"] = {
      beforeUpdate: (item) => {
        seen.push(item._id!);
        return item["n"] === 107 ? Promise.reject(new Error("no")) : { ...item, hooked: true };
      },
      beforeRemove: (id) => (id === "j00" ? Promise.reject(new Error("no")) : undefined),
    };
    const fieldModifications = [{ action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 100 } }];
    const ended = async ({ body }: TestAnswer) => {
      const status = async () =>
        (await callers.call("ada", `/wix-data/v2/async-jobs/${body.jobId}/status`, {}, "GET")).body;
      await expect
        .poll(
          async () => {
            await runDataJobs(server.deps);
            return (await status()).status;
          },
          { timeout: 20_000 },
        )
        .toMatch(/SUCCEEDED|FAILED/);
      return status();
    };
    const filter = { job: true };
    const patched = await call("ada", "/bulk/items/async-patch-by-filter", { filter, fieldModifications });
    expect(await ended(patched)).toEqual({ status: "SUCCEEDED", successCount: 24 });
    expect([...new Set(seen)].length).toBe(25);
    const count = async (more: object) =>
      (await call("owner", "/items/count", { filter: { ...filter, ...more }, suppressHooks: true })).body.totalCount;
    expect([await count({ hooked: true }), await count({ n: { $gte: 200 } }), await count({ n: 7 })]).toEqual([
      24, 0, 1,
    ]);
    const removed = await call("ada", "/bulk/items/async-remove-by-filter", { filter });
    expect(await ended(removed)).toEqual({ status: "SUCCEEDED", successCount: 24 });
    expect(await count({})).toBe(1);
    const rest = await call("ada", "/bulk/items/async-remove-by-filter", { filter, suppressHooks: true });
    expect(await ended(rest)).toMatchObject({ successCount: 0 });
    const whole = await call("owner", "/bulk/items/async-remove-by-filter", { filter, suppressHooks: true });
    await expect
      .poll(async () => {
        await runDataJobs(server.deps);
        return count({});
      })
      .toBe(0);
    expect(whole.status).toBe(200);
  });
});

describe("functions before and after a read", () => {
  it("change the query within the caller's rights, and what is told", async () => {
    for (const n of [1, 2, 3]) await insert("bob", { _id: `q${n}`, kind: "query", n, secret: "x" });
    current["Recipes"] = {
      beforeQuery: (query) => ({
        ...query,
        filter: { ...query.filter, n: { $gt: 1 } },
        sort: [{ fieldName: "n", order: "DESC" }],
      }),
      afterQuery: ({ secret: _secret, ...item }) => ({ ...item, seen: true }),
      beforeCount: ({ filter }) => ({ filter: { ...filter, n: 1 } }),
      afterCount: (count) => count + 40,
    };
    const query = { filter: { kind: "query" }, cursorPaging: { limit: 1 } };
    const first = await call("visitor", "/items/query", { query });
    expect(first.body.dataItems[0].data).toMatchObject({ n: 3, seen: true });
    expect(first.body.dataItems[0].data).not.toHaveProperty("secret");
    const cursorPaging = { limit: 5, cursor: first.body.pagingMetadata.cursors.next };
    const second = await call("visitor", "/items/query", { query: { cursorPaging } });
    expect(second.body.dataItems.map(({ data }: { data: { n: number } }) => data.n)).toEqual([2]);
    const search = { filter: { kind: "query" }, search: { expression: "x" } };
    const found = await call("visitor", "/items/search", { search });
    expect(found.body.dataItems.map(({ data }: { data: { n: number } }) => data.n)).toEqual([3, 2]);
    expect((await call("visitor", "/items/count", { filter: { kind: "query" } })).body.totalCount).toBe(41);
  });

  it("refuse what they fail at, and what they make of a query that is none", async () => {
    await insert("bob", { _id: "shown" });
    const failing: [hooks: CollectionHooks, path: string, body: object][] = [
      [{ afterQuery: () => Promise.reject(new Error("no")) }, "/items/query", { query: {} }],
      [{ beforeQuery: () => ({ filter: 7 }) as never }, "/items/query", { query: {} }],
      [{ beforeQuery: () => ({ paging: { limit: -1 } }) }, "/items/query", { query: {} }],
      [{ beforeCount: () => ({ filter: [] }) as never }, "/items/count", {}],
      [{ afterCount: () => Promise.reject(new Error("no")) }, "/items/count", {}],
    ];
    for (const [hooks, path, body] of failing) {
      current["Recipes"] = hooks;
      expect(codeIn(await call("visitor", path, body))).toBe("WDE0078");
    }
    current["Recipes"] = { afterCount: () => -1, beforeQuery: () => ({ filter: { "a b": 1 } }) };
    expect((await call("visitor", "/items/count", {})).status).toBe(200);
    expect(codeIn(await call("visitor", "/items/query", { query: {} }))).toBe("WDE0048");
  });
});

describe("functions that use items themselves", () => {
  it("do so with the rights of who asks, or with the owner's", async () => {
    const outcomes: unknown[] = [];
    current["Recipes"] = {
      beforeInsert: async (item, { items, asOwner }) => {
        await items.insert("Letters", { of: item._id }).catch(({ code }) => outcomes.push(code));
        const made = await asOwner.insert("Letters", { of: item._id, on: new Date(5) });
        outcomes.push(made["on"], await asOwner.count("Letters", { of: item._id }));
        const kept = await asOwner.update("Letters", { ...made, n: 1 } as never);
        outcomes.push((await asOwner.query("Letters", { filter: { of: item._id } })).length, kept["n"]);
        outcomes.push(
          await asOwner.get("Letters", "nowhere"),
          (await asOwner.remove("Letters", made._id!))?._id === made._id,
        );
        await asOwner.query("Letters", { filter: { "a b": 1 } }).catch(({ code }) => outcomes.push(code));
      },
    };
    expect((await insert("ada", { _id: "nested" })).status).toBe(200);
    expect(outcomes).toEqual(["WDE0027", new Date(5), 1, 1, 1, undefined, true, "WDE0048"]);
  });

  it("in a circle come to an end", async () => {
    let called = 0;
    current["Circle"] = {
      beforeInsert: async (_item, { items }) => {
        called++;
        await items.insert("Circle", {});
      },
    };
    const answer = await call("ada", "/items", { dataItem: { data: {} } }, "Circle");
    expect(errorOf(answer)).toMatchObject({ status: 400, code: "WDE0078" });
    expect(called).toBe(5);
    expect((await call("ada", "/items/count", {}, "Circle")).body.totalCount).toBe(0);
  });
});
