import { describe, expect, it } from "vitest";
import { codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Books", publicLevels);
const dataCollectionId = "Books";
const call = (path: string, body: object) => callers.call("visitor", `/wix-data/v2${path}`, body);
const insert = (data: object, id?: string) => call("/items", { dataCollectionId, dataItem: { id, data } });
const query = (query: object, more = {}) => call("/items/query", { dataCollectionId, query, ...more });
await insert({ title: "Emma", pages: 474, n: { a: 1 } }, "emma");

const nested = (levels: number, leaf: object = { pages: 474 }): object =>
  levels === 1 ? leaf : { $and: [nested(levels - 1, leaf)] };
const list = (length: number) => Array.from({ length }, (_, index) => index);

describe("invalid filters", () => {
  it.each<[unknown, string]>([
    [[], "WDE0056"],
    ["pages = 1", "WDE0056"],
    [{ $and: [1] }, "WDE0056"],
    [{ $and: { pages: 1 } }, "WDE0057"],
    [{ $or: "x" }, "WDE0057"],
    [{ $not: { pages: 1 } }, "WDE0057"],
    [{ $not: [] }, "WDE0057"],
    [{ $not: [{}, {}] }, "WDE0057"],
    [{ pages: { $in: 1 } }, "WDE0057"],
    [{ pages: { $hasSome: { a: 1 } } }, "WDE0057"],
    [{ pages: { $gt: null } }, "WDE0058"],
    [{ pages: { $lte: [1] } }, "WDE0058"],
    [{ pages: { $gt: { $date: "yesterday" } } }, "WDE0058"],
    [{ title: { $startsWith: 1 } }, "WDE0059"],
    [{ title: { $contains: null } }, "WDE0059"],
    [{ title: { $in: [null] } }, "WDE0060"],
    [{ title: { $hasAll: [{}] } }, "WDE0060"],
    [{ title: { $in: list(1001) } }, "WDE0060"],
    [{ title: { $matches: {} } }, "WDE0062"],
    [{ title: { $matches: { ignoreCase: false, spec: [] } } }, "WDE0063"],
    [{ title: { $matches: { ignoreCase: true, spec: ["x"] } } }, "WDE0064"],
    [{ title: { $regex: ".*" } }, "WDE0070"],
    [{ $regex: ".*" }, "WDE0070"],
    [{ title: ["Emma"] }, "WDE0045"],
    [{ title: { $eq: { $gt: "" } } }, "WDE0045"],
    [{ title: {} }, "WDE0061"],
    [{ title: { toString: 1 } }, "WDE0061"],
    [{ title: { $where: "1" } }, "WDE0061"],
    [{ $where: "sleep(1)" }, "WDE0061"],
    [{ $expr: {} }, "WDE0061"],
    [{ title: { $exists: "yes" } }, "WDE0061"],
    [{ title: { $contains: "é".repeat(2049) } }, "WDE0061"],
    [nested(11), "WDE0061"],
    [{ $or: Array(100).fill({ pages: 1 }) }, "WDE0061"],
    [{ "a.b.c.d.e.f": 1 }, "WDE0048"],
    [{ "title') or true --": 1 }, "WDE0048"],
    [{ 'a"b': 1 }, "WDE0048"],
    [{ "🦄": 1 }, "WDE0048"],
    [{ "": 1 }, "WDE0048"],
    [{ "a..b": 1 }, "WDE0048"],
  ])("such as %j are rejected with %s", async (filter, code) => {
    for (const response of [await query({ filter }), await call("/items/count", { dataCollectionId, filter })]) {
      expect([response.status, codeIn(response)]).toEqual([400, code]);
      expect(response.body.message.startsWith(`${code}: `)).toBe(true);
    }
    const condition = { filter };
    const patch = { dataItemId: "emma", fieldModifications: [] };
    expect(codeIn(await call("/items/patch", { dataCollectionId, patch, condition }))).toBe(code);
  });

  it.each([
    [nested(10), 1],
    [{ $or: Array(99).fill({ pages: 474 }) }, 1],
    [{ title: { $in: list(1000) } }, 0],
    [{ toString: 1 }, 0],
    [{ hasOwnProperty: null }, 1],
    [{ title: { $contains: "é".repeat(2048) } }, 0],
    [{ "n.a": 1 }, 1],
    [{ "title.length": 4 }, 0],
    [
      {
        title: {
          $matches: {
            ignoreCase: true,
            spec: [
              { type: "literal", value: "em" },
              { type: "anyOf", value: ["x", "ma"] },
            ],
          },
        },
      },
      1,
    ],
    [{ title: { $matches: { ignoreCase: true, spec: [{ type: "literal", value: ".*" }] } } }, 0],
  ])("do not include %j", async (filter, found) => {
    const { status, body } = await query({ filter });
    expect([status, body.dataItems?.length]).toEqual([200, found]);
  });
});

describe("queries at the limits of PostgreSQL", () => {
  const literal = (count: number, length: number) => ({
    title: { $matches: { ignoreCase: true, spec: Array(count).fill({ type: "literal", value: "a".repeat(length) }) } },
  });
  const anyOf = (length: number) => ({
    title: { $matches: { ignoreCase: true, spec: [{ type: "anyOf", value: Array(100).fill("x".repeat(length)) }] } },
  });
  it.each([
    [literal(100, 4000), 400],
    [anyOf(4000), 400],
    [literal(5, 4000), 200],
    [anyOf(200), 200],
  ])("with long patterns are rejected or answered (%#)", async (filter, status) => {
    const responses = [
      await query({ filter }),
      await call("/bulk/items/async-remove-by-filter", { dataCollectionId, filter }),
    ];
    for (const response of responses)
      expect([response.status, codeIn(response)]).toEqual([status, status === 400 ? "WDE0061" : undefined]);
  });

  it.each([
    ["beyond what numbers are", [1.7e308, 1.7e308, 1e308], 1],
    ["below it", [-1.7e308, -1.7e308], -1],
    ["next to nothing", [4.4e-323, -2e-323, -2.5e-323], 0],
  ])("sort sums %s among others", async (name, numbers, sign) => {
    for (const n of numbers) await insert({ of: name, n });
    await insert({ of: name, kind: "middle", n: 0.5 * sign });
    const sum = { resultFieldName: "s", sum: { itemFieldName: "n" } };
    const question = {
      dataCollectionId,
      initialFilter: { of: name },
      aggregation: { groupingFields: ["kind"], operations: [sum] },
    };
    const kinds = async (more: object) => {
      const { status, body } = await call("/items/aggregate", { ...question, ...more });
      expect(status).toBe(200);
      return body.results.map(({ _id }: { _id: { kind: string | null } }) => _id.kind);
    };
    if (sign !== 0)
      expect(await kinds({ sort: [{ fieldName: "s", order: "ASC" }] })).toEqual(
        sign > 0 ? ["middle", null] : [null, "middle"],
      );
    expect(await kinds({ finalFilter: { s: { $gte: -1e308 } }, sort: [{ fieldName: "s" }] })).toHaveLength(
      sign < 0 ? 1 : 2,
    );
    const stages = [
      { filter: { of: name } },
      { group: { groupingFields: ["kind"], operations: [sum] } },
      { group: { operations: [{ resultFieldName: "most", max: { itemFieldName: "s" } }] } },
    ];
    const { status, body } = await call("/items/aggregate-pipeline", { dataCollectionId, pipeline: { stages } });
    expect([status, body.results.length]).toEqual([200, 1]);
  });

  it("support pipelines of many filters and sorts", async () => {
    const stages = (count: number, stage: object) => ({
      dataCollectionId,
      pipeline: { stages: Array(count).fill(stage) },
    });
    const filter = { $and: Array(90).fill({ title: { $gt: "A" } }) };
    const sort = ["a", "b", "c", "d", "e"].map((fieldName) => ({ fieldName, order: "DESC" }));
    expect((await call("/items/aggregate-pipeline", stages(2, { filter }))).status).toBe(200);
    expect((await call("/items/aggregate-pipeline", stages(4, { sort }))).status).toBe(200);
    expect(codeIn(await call("/items/aggregate-pipeline", stages(3, { filter })))).toBe("WDE0061");
    expect(codeIn(await call("/items/aggregate-pipeline", stages(5, { sort })))).toBe("WDE0051");
  });
});

describe("item requests", () => {
  it.each<[string, object, string]>([
    ["/items", { dataCollectionId: 1, dataItem: { data: {} } }, "WDE0001"],
    ["/items", { dataItem: { data: {} } }, "WDE0001"],
    ["/items", { dataCollectionId: "Nobody", dataItem: { data: {} } }, "WDE0025"],
    ["/items", { dataCollectionId, dataItem: 1 }, "WDE0004"],
    ["/items", { dataCollectionId, dataItem: { data: [] } }, "WDE0004"],
    ["/items", { dataCollectionId, dataItem: { id: 1, data: {} } }, "WDE0007"],
    ["/items", { dataCollectionId, dataItem: { data: { _id: 1 } } }, "WDE0007"],
    ["/items", { dataCollectionId, dataItem: { data: { _id: "" } } }, "WDE0007"],
    ["/items", { dataCollectionId, dataItem: { id: "emma", data: {} } }, "WDE0074"],
    ["/items", { dataCollectionId, dataItem: { data: {} }, suppressHooks: "yes" }, "WDE0018"],
    ["/items", { dataCollectionId, dataItem: { data: { when: { $date: "soon" } } } }, "ITEM_INVALID"],
    ["/items", { dataCollectionId, dataItem: { data: { when: { $date: "2024-01-01", x: 1 } } } }, "ITEM_INVALID"],
    [
      "/items",
      { dataCollectionId, dataItem: { data: { when: { $date: "+012024-01-01T00:00:00Z" } } } },
      "ITEM_INVALID",
    ],
    ["/items/update", { dataCollectionId, dataItem: { data: {} } }, "WDE0007"],
    ["/items/update", { dataCollectionId, dataItem: { id: "none", data: {} } }, "WDE0073"],
    ["/items/remove", { dataCollectionId, dataItemId: 1 }, "WDE0002"],
    ["/items/remove", { dataCollectionId }, "WDE0002"],
    ["/items/count", { dataCollectionId, filter: 1 }, "WDE0056"],
    ["/items/query", { dataCollectionId, query: { paging: { limit: "x" } } }, "WDE0032"],
    ["/items/query", { dataCollectionId, query: { paging: { limit: 0 } } }, "WDE0033"],
    ["/items/query", { dataCollectionId, query: { paging: { offset: -1 } } }, "WDE0034"],
    ["/items/query", { dataCollectionId, query: { paging: { limit: 1.5 } } }, "WDE0035"],
    ["/items/query", { dataCollectionId, query: { paging: { limit: 1001 } } }, "WDE0036"],
    ["/items/query", { dataCollectionId, query: { paging: { offset: 100_001 } } }, "WDE0036"],
    ["/items/query", { dataCollectionId, query: { paging: { offset: 1 }, cursorPaging: {} } }, "WDE0080"],
    ["/items/query", { dataCollectionId, query: { sort: "title" } }, "WDE0065"],
    ["/items/query", { dataCollectionId, query: { sort: ["title"] } }, "WDE0066"],
    ["/items/query", { dataCollectionId, query: { sort: [{ fieldName: 1 }] } }, "WDE0051"],
    ["/items/query", { dataCollectionId, query: { sort: Array(6).fill({ fieldName: "a" }) } }, "WDE0051"],
    ["/items/query", { dataCollectionId, query: { sort: [{ fieldName: "a", order: "UP" }] } }, "WDE0067"],
    ["/items/query", { dataCollectionId, query: { sort: [{ fieldName: "a; drop" }] } }, "WDE0048"],
    ["/items/query", { dataCollectionId, query: { cursorPaging: { cursor: "CUR" } } }, "CURSOR_INVALID"],
    ["/items/query", { dataCollectionId, query: { cursorPaging: { cursor: "e30.e30" } } }, "CURSOR_INVALID"],
    [
      "/items/patch",
      {
        dataCollectionId,
        patch: {
          dataItemId: "emma",
          fieldModifications: [{ action: "SET_FIELD", fieldPath: "a b", setFieldOptions: { value: 1 } }],
        },
      },
      "WDE0048",
    ],
    [
      "/items/patch",
      {
        dataCollectionId,
        patch: { dataItemId: "emma", fieldModifications: [{ action: "SET_FIELD", fieldPath: "a" }] },
      },
      "ITEM_INVALID",
    ],
    [
      "/items/patch",
      {
        dataCollectionId,
        patch: {
          dataItemId: "emma",
          fieldModifications: [{ action: "SET_FIELD", fieldPath: "_owner", setFieldOptions: { value: "x" } }],
        },
      },
      "ITEM_INVALID",
    ],
    [
      "/items/patch",
      {
        dataCollectionId,
        patch: {
          dataItemId: "emma",
          fieldModifications: [{ action: "INCREMENT_FIELD", fieldPath: "title", incrementFieldOptions: { value: 1 } }],
        },
      },
      "ITEM_INVALID",
    ],
    [
      "/items/patch",
      {
        dataCollectionId,
        patch: {
          dataItemId: "emma",
          fieldModifications: [{ action: "APPEND_TO_ARRAY", fieldPath: "title", appendToArrayOptions: { value: 1 } }],
        },
      },
      "ITEM_INVALID",
    ],
    [
      "/items/patch",
      {
        dataCollectionId,
        patch: {
          dataItemId: "emma",
          fieldModifications: [{ action: "SET_FIELD", fieldPath: "title.x", setFieldOptions: { value: 1 } }],
        },
      },
      "ITEM_INVALID",
    ],
  ])("to %s with %j are rejected with %s", async (path, body, code) => {
    const response = await call(path, body);
    expect([codeIn(response), response.status < 500]).toEqual([code, true]);
  });

  it.each([
    [{ limit: "many" }, "WDE0032: limit takes a positive number, not [string]."],
    [{ offset: true }, "WDE0032: skip takes a non-negative number, not [boolean]."],
    [{ limit: 0 }, "WDE0033: limit takes a number that is positive, not [0]."],
    [{ offset: -1 }, "WDE0034: skip takes a number that is non-negative, not [-1]."],
    [{ limit: 1.5 }, "WDE0035: limit takes a number that is whole, not [1.5]."],
    [{ limit: 5000 }, "WDE0036: limit [5000] is above the maximum of 1000."],
    [{ offset: 200_000 }, "WDE0036: skip [200000] is above the maximum of 100000."],
  ])("with the paging %j explain the error", async (paging, sentence) => {
    const { body } = await query({ paging });
    expect(body.details.applicationError.description).toBe(sentence);
  });

  it("accept items up to 512 KiB", async () => {
    const room = 512 * 1024 - '{"text":""}'.length;
    expect((await insert({ text: "x".repeat(room) }, "full")).status).toBe(200);
    const beyond = await insert({ text: "x".repeat(room + 1) });
    expect([beyond.status, codeIn(beyond)]).toEqual([413, "WDE0109"]);
    const patch = {
      dataItemId: "full",
      fieldModifications: [{ action: "SET_FIELD", fieldPath: "more", setFieldOptions: { value: 1 } }],
    };
    expect(codeIn(await call("/items/patch", { dataCollectionId, patch }))).toBe("WDE0109");
    const huge = await insert({ text: "x".repeat(1024 * 1024) });
    expect([huge.status, codeIn(huge)]).toEqual([413, "WDE0109"]);
  });

  it("accept all field names except those that reach into prototypes", async () => {
    const data = {
      "a.b": 1,
      "a b": 2,
      'q"q': 3,
      "'": 4,
      $x: 5,
      "🦄": 6,
      "": 7,
      "\\": 8,
      toString: 9,
      "a\u2028": [{ "": 0 }],
    };
    const { status, body } = await insert(data, "names");
    expect(status).toBe(200);
    expect(body.dataItem.data).toMatchObject(data);
    const again = await callers.call("visitor", "/wix-data/v2/items/names?dataCollectionId=Books", {}, "GET");
    expect(again.body).toEqual(body);
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const response = await server.call("POST", "/wix-data/v2/items", {
        token: await server.visitorToken(),
        body: `{"dataCollectionId":"Books","dataItem":{"data":{"${key}":{"a":1}}}}`,
      });
      expect([response.status, codeIn(response)]).toEqual([400, "MALFORMED_REQUEST"]);
    }
  });

  it("cannot override system fields", async () => {
    const data = { _owner: "x", _createdDate: 1, _updatedDate: { $date: "soon" }, title: "Mine" };
    const { body } = await insert(data, "mine");
    expect(body.dataItem.data).toMatchObject({ _id: "mine", title: "Mine", _owner: callers.ownerIds.visitor });
    expect(Date.parse(body.dataItem.data._createdDate.$date)).not.toBeNaN();
    const updated = await call("/items/update", {
      dataCollectionId,
      dataItem: { id: "mine", data: { ...data, n: 1 } },
    });
    const { _createdDate, _updatedDate } = updated.body.dataItem.data;
    expect(_createdDate).toEqual(body.dataItem.data._createdDate);
    expect(_updatedDate.$date > body.dataItem.data._updatedDate.$date).toBe(true);
  });

  it("are rejected with names that reach into prototypes, in all positions", async () => {
    const token = await server.visitorToken();
    const at = async (path: string, part: string) => {
      const body = `{"dataCollectionId":"Books",${part}}`;
      const response = await server.call("POST", path, { token, body });
      return [response.status, codeIn(response)];
    };
    for (const name of ["__proto__", "constructor", "prototype"])
      for (const [path, part] of [
        ["/wix-data/v2/items/query", `"query":{"filter":{"${name}":1}}`],
        ["/wix-data/v2/items/count", `"filter":{"$or":[{"a":1},{"${name}":{"$gt":1}}]}`],
        ["/_api/porchlight/v1/data/items/live", `"filter":{"${name}":1}`],
        ["/wix-data/v2/items/save", `"dataItem":{"id":"x","data":{"a":[{"${name}":1}]}}`],
      ] as const)
        expect([path, ...(await at(path, part))]).toEqual([path, 400, "MALFORMED_REQUEST"]);
    for (const name of ["__proto__.x", "constructor.name", "hasOwnProperty", "valueOf.x"])
      expect(await query({ filter: { [name]: 1 }, sort: [{ fieldName: name }] })).toMatchObject({
        body: { dataItems: [] },
      });
  });

  it("are rejected with a cursor of another server", async () => {
    const other = await createTestServer({ rateLimits: false, secretKey: Buffer.alloc(32, 9) });
    const others = await createCallers(other);
    await putCollection(other, others, "Books", publicLevels);
    for (const id of ["1", "2"])
      await others.call("owner", "/wix-data/v2/items", { dataCollectionId, dataItem: { id, data: {} } });
    const first = { dataCollectionId, query: { cursorPaging: { limit: 1 } } };
    const { body } = await others.call("owner", "/wix-data/v2/items/query", first);
    const cursor = body.pagingMetadata.cursors.next;
    const response = await callers.call("owner", "/wix-data/v2/items/query", {
      dataCollectionId,
      query: { cursorPaging: { cursor } },
    });
    expect([response.status, codeIn(response)]).toEqual([400, "CURSOR_INVALID"]);
  });

  it("accept a cursor only with the query that it was issued for", async () => {
    await putCollection(server, callers, "Others", publicLevels);
    const { body } = await query({ sort: [{ fieldName: "title" }], cursorPaging: { limit: 1 } });
    const cursor = body.pagingMetadata.cursors.next;
    const at = (caller: "visitor" | "ada", id: string, text: string) =>
      callers.call(caller, "/wix-data/v2/items/query", {
        dataCollectionId: id,
        query: { cursorPaging: { cursor: text } },
      });
    expect((await at("visitor", "Books", cursor)).status).toBe(200);
    const [payload = "", mac] = cursor.split(".");
    const forged = JSON.parse(Buffer.from(payload, "base64url").toString());
    const changed = `${Buffer.from(JSON.stringify({ ...forged, limit: 999 })).toString("base64url")}.${mac}`;
    for (const response of [
      await at("ada", "Books", cursor),
      await at("visitor", "Others", cursor),
      await at("visitor", "Books", changed),
    ]) {
      expect(codeIn(response)).toBe("CURSOR_INVALID");
    }
    const owned = (
      await callers.call("owner", "/wix-data/v2/items/query", {
        dataCollectionId,
        query: { cursorPaging: { limit: 1 } },
      })
    ).body;
    const later = () =>
      callers.call("owner", "/wix-data/v2/items/query", {
        dataCollectionId,
        query: { cursorPaging: { cursor: owned.pagingMetadata.cursors.next } },
      });
    expect((await later()).status).toBe(200);
    server.advance(25 * 60 * 60_000);
    const late = await later();
    expect(codeIn(late)).toBe("CURSOR_INVALID");
  });
});

describe("names of `Object.prototype`", () => {
  it("are ordinary fields or rejected", async () => {
    const asOwner = (path: string, body: object) =>
      callers.call("owner", `/wix-data/v2${path}`, { dataCollectionId, ...body });
    await asOwner("/items", { dataItem: { id: "bare", data: {} } });
    const fieldModifications = [
      { action: "INCREMENT_FIELD", fieldPath: "toString", incrementFieldOptions: { value: 2 } },
      { action: "APPEND_TO_ARRAY", fieldPath: "valueOf", appendToArrayOptions: { value: "a" } },
      { action: "REMOVE_FROM_ARRAY", fieldPath: "hasOwnProperty", removeFromArrayOptions: { value: "a" } },
    ];
    const patch = { dataItemId: "bare", fieldModifications };
    const patched = await asOwner("/items/patch", { patch });
    expect(Object.entries(patched.body.dataItem.data)).toEqual(
      expect.arrayContaining([
        ["toString", 2],
        ["valueOf", ["a"]],
      ]),
    );
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const field = { key, type: "TEXT" };
      const rejected = await asOwner("/collections/create-field", { field });
      expect([key, rejected.status]).toEqual([key, 400]);
    }
  });
});
