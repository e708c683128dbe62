import { describe, expect, it } from "vitest";
import { codeIn } from "../../../test/data/collections.ts";
import { createHookedServer, names } from "../../../test/data/site-functions.ts";
import type { CollectionHooks } from "./site-hooks.ts";

const { callers, current, call, insert, get, dataOf, errorOf } = await createHookedServer();

function trapped(value: unknown): never {
  throw value;
}

describe("hook functions of inserts", () => {
  it("change the stored item and the response", async () => {
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
    const stored = dataOf(await get("owner", "tea"));
    expect(stored).toMatchObject({
      title: "TEA",
      _owner: callers.ownerIds.ada,
      on: { $date: "2024-05-06T07:08:09.000Z" },
    });
    expect(stored).not.toHaveProperty("greeting");
  });

  it("reject the insert by throwing an error or any value", async () => {
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

  it("reject the insert by throwing an unreadable value", async () => {
    const trap = () => {
      throw new Error("trap");
    };
    const traps = { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap, getOwnPropertyDescriptor: trap };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const thrown: unknown[] = [
      new Proxy({}, traps),
      new Proxy(new Error("hidden"), traps),
      Object.create(new Proxy({}, traps)),
      revoked.proxy,
      Object.defineProperty(new Error("x"), "message", { get: trap }),
      Object.assign(new Error("x"), { name: { toString: trap } }),
      { toJSON: trap },
      Array.from({ length: 100_000 }, (_, n) => ({ n })),
      Object.assign(new Error("y".repeat(5_000_000)), { code: "z".repeat(5_000_000) }),
      () => undefined,
    ];
    for (const value of thrown) {
      for (const beforeInsert of [() => Promise.reject(value), () => trapped(value)]) {
        current["Recipes"] = { beforeInsert };
        const answer = await insert("ada", { _id: "trapped" });
        expect([answer.status, codeIn(answer)]).toEqual([400, "WDE0078"]);
        expect(JSON.stringify(answer.body).length).toBeLessThan(20_000);
      }
    }
    current["Recipes"] = { afterInsert: () => Promise.reject(thrown[0]) };
    expect((await insert("ada", { _id: "trapped" })).status).toBe(200);
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
    ["a text", "item"],
    ["a list", [{ title: "other" }]],
  ])("that return %s leave the item unchanged", async (_what, returned) => {
    current["Recipes"] = { beforeInsert: () => returned as never, afterInsert: () => returned as never };
    expect(dataOf(await insert("ada", { title: "as it was" }))).toMatchObject({ title: "as it was" });
  });

  it("must return a valid item", async () => {
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
      beforeInsert: (item) => ({ ...item, _id: "chosen", _owner: "someone", _createdDate: new Date(0) }),
    };
    const { _id, _owner, _createdDate } = dataOf(await insert("ada", {}));
    expect([_id, _owner]).toEqual(["chosen", callers.ownerIds.ada]);
    expect(_createdDate.$date).not.toContain("1970");
  });

  it("time out, and release the semaphore", { timeout: 30_000 }, async () => {
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

  it("do not affect the write and the response when they fail after it", async () => {
    current["Recipes"] = {
      afterInsert: () => Promise.reject(new Error("mail is down")),
    };
    const answer = await insert("ada", { _id: "stored", title: "stored" });
    expect([answer.status, dataOf(answer).title]).toEqual([200, "stored"]);
    expect((await get("owner", "stored")).status).toBe(200);
  });

  it("are suppressed only for API keys that request it", async () => {
    current["Recipes"] = { beforeInsert: () => Promise.reject(new Error("no")) };
    const suppressHooks = { suppressHooks: true };
    for (const caller of ["visitor", "ada"] as const)
      expect(codeIn(await insert(caller, {}, suppressHooks))).toBe("WDE0078");
    for (const caller of ["editor", "owner"] as const) {
      expect((await insert(caller, {}, suppressHooks)).status).toBe(200);
      expect(codeIn(await insert(caller, {}))).toBe("WDE0078");
    }
  });

  it("do not run for callers without access", async () => {
    let called = 0;
    const countCall = () => void called++;
    current["Letters"] = Object.fromEntries(names.map((name) => [name, countCall]));
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
    // Items of other members, where only own items may be changed.
    const others: CollectionHooks = { beforeUpdate: countCall, beforeRemove: countCall };
    current["Recipes"] = others;
    expect(codeIn(await call("bob", "/items/update", { dataItem: { id: "one", data: {} } }))).toBe("WDE0027");
    expect(codeIn(await call("bob", "/items/remove", { dataItemId: "one" }))).toBe("WDE0027");
    expect(codeIn(await call("bob", "/items/remove", { dataItemId: "none" }))).toBe("WDE0073");
    expect(called).toBe(0);
  });
});

describe("hook functions of reads", () => {
  it("change the query within the caller's rights, and the returned items", async () => {
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

  it("reject the read when they fail or return an invalid query", async () => {
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

describe("hook functions that use items", () => {
  it("have the rights of the caller or the owner", async () => {
    const outcomes: unknown[] = [];
    current["Recipes"] = {
      beforeInsert: async (item, { items, asOwner }) => {
        await items.insert("Letters", { of: item._id }).catch(({ code }) => outcomes.push(code));
        const made = await asOwner.insert("Letters", { of: item._id, on: new Date(5) });
        outcomes.push(made["on"], await asOwner.count("Letters", { of: item._id }));
        const stored = await asOwner.update("Letters", { ...made, n: 1 } as never);
        outcomes.push((await asOwner.query("Letters", { filter: { of: item._id } })).length, stored["n"]);
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

  it("fail when they trigger each other in a cycle", async () => {
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

it("a read is rejected if hooks make the response too large", { timeout: 60_000 }, async () => {
  for (let n = 0; n < 80; n += 1) await insert("ada", { _id: `large${n}`, n, kind: "large" });
  current["Recipes"] = { afterQuery: (item) => ({ ...item, text: "x".repeat(900_000) }) };
  const question = { query: { filter: { kind: "large" }, paging: { limit: 100 } } };
  const answer = await call("ada", "/items/query", question);
  expect([answer.status, codeIn(answer)]).toEqual([400, "ANSWER_TOO_LARGE"]);
  current["Recipes"] = { afterQuery: (item) => ({ ...item, more: `${item["n"]}, [}"` }) };
  const { dataItems, pagingMetadata } = (await call("ada", "/items/query", question)).body;
  expect(dataItems.map(({ data }: { data: { more: string } }) => data.more)).toEqual(
    dataItems.map(({ data }: { data: { n: number } }) => `${data.n}, [}"`),
  );
  expect([dataItems.length, pagingMetadata.count]).toEqual([80, 80]);
});
