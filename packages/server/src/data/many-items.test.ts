import { describe, expect, it } from "vitest";
import { codeIn, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const fields = [{ key: "slug", type: "SLUG", unique: true } as const, { key: "n", type: "NUMBER" } as const];
await putCollection(server, callers, "Books", publicLevels, { fields });
const dataCollectionId = "Books";
const call = (path: string, body: object) => callers.call("ada", `/wix-data/v2${path}`, { dataCollectionId, ...body });
const itemsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ data: { n: index } }));
const codesIn = (response: Awaited<ReturnType<typeof call>>) =>
  response.body.results.map(
    ({ itemMetadata }: { itemMetadata: { error?: { code: string } } }) => itemMetadata.error?.code,
  );

describe("writes that name the sandbox environment", () => {
  it("are rejected instead of changing live items", async () => {
    await putCollection(server, callers, "Live", publicLevels);
    const at = (caller: "owner" | "ada", path: string, body: object = {}) =>
      callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: "Live", environment: "SANDBOX", ...body });
    expect((await at("ada", "/items", { dataItem: { id: "kept", data: {} } })).status).toBe(200);
    for (const [path, body] of [
      ["/items/truncate", {}],
      ["/items", { dataItem: { data: {} } }],
      ["/bulk/items/remove", { dataItemIds: ["kept"] }],
      ["/bulk/items/async-remove-by-filter", { filter: {} }],
    ] as const)
      expect([path, codeIn(await at("owner", path, body))]).toEqual([path, "ENVIRONMENT_NOT_SERVED"]);
    expect((await at("owner", "/items/count")).body).toEqual({ totalCount: 1 });
    expect((await at("owner", "/items/truncate", { environment: "LIVE" })).status).toBe(200);
  });
});

describe("bulk requests", () => {
  it("accept up to 1,000 parts", async () => {
    const full = await call("/bulk/items/insert", { dataItems: itemsOf(1000) });
    expect(full.body.bulkActionMetadata).toEqual({ totalSuccesses: 1000, totalFailures: 0, undetailedFailures: 0 });
    for (const path of ["insert", "save", "update"])
      expect(codeIn(await call(`/bulk/items/${path}`, { dataItems: itemsOf(1001) }))).toBe("WDE0006");
    const ids = Array.from({ length: 1001 }, String);
    expect(codeIn(await call("/bulk/items/remove", { dataItemIds: ids }))).toBe("WDE0069");
    const patches = ids.map((dataItemId) => ({ dataItemId, fieldModifications: [] }));
    expect(codeIn(await call("/bulk/items/patch", { patches }))).toBe("WDE0006");
    expect((await call("/items/count", {})).body).toEqual({ totalCount: 1000 });
  });

  it.each<[string, object, string]>([
    ["insert", { dataItems: {} }, "WDE0005"],
    ["insert", { dataItems: [1] }, "WDE0005"],
    ["save", { dataItems: [{ data: 1 }] }, "WDE0005"],
    ["update", { dataItems: [{ id: 1, data: {} }] }, "WDE0005"],
    ["remove", { dataItemIds: "1" }, "WDE0068"],
    ["remove", { dataItemIds: [1] }, "WDE0068"],
    ["patch", { patches: {} }, "WDE0005"],
  ])("to %s with %j are rejected with %s", async (path, body, code) => {
    const response = await call(`/bulk/items/${path}`, body);
    expect([response.status, codeIn(response)]).toEqual([400, code]);
  });

  it("are rejected above 4 MiB, and single parts above 512 KiB", async () => {
    const text = "x".repeat(513 * 1024);
    const parts = await call("/bulk/items/insert", { dataItems: [{ data: { text } }, { id: "fits", data: {} }] });
    expect(codesIn(parts)).toEqual(["WDE0109", undefined]);
    const whole = await call("/bulk/items/insert", { dataItems: Array(9).fill({ data: { text } }) });
    expect([whole.status, codeIn(whole)]).toEqual([413, "WDE0109"]);
  });

  it("reject only the part with a taken unique value", async () => {
    const slugs = (...values: [string, string][]) => values.map(([id, slug]) => ({ id, data: { slug } }));
    const created = await call("/bulk/items/insert", { dataItems: slugs(["a", "one"], ["b", "two"], ["c", "one"]) });
    expect(codesIn(created)).toEqual([undefined, undefined, "VALUE_TAKEN"]);
    const saved = await call("/bulk/items/save", { dataItems: slugs(["a", "two"], ["b", "three"], ["d", "four"]) });
    expect(codesIn(saved)).toEqual(["VALUE_TAKEN", undefined, undefined]);
    const update = await call("/items/update", { dataItem: { id: "d", data: { slug: "one" } } });
    expect(update.body.details.applicationError).toMatchObject({ code: "VALUE_TAKEN", data: { fieldKey: "slug" } });
    expect(codeIn(await call("/items", { dataItem: { data: { slug: "one" } } }))).toBe("VALUE_TAKEN");
    expect((await call("/items", { dataItem: { data: { slug: null } } })).status).toBe(200);
    expect((await call("/items", { dataItem: { data: { slug: null } } })).status).toBe(200);
    const [same, beginning] = ["x".repeat(300), "x".repeat(200)];
    expect((await call("/items", { dataItem: { data: { slug: same } } })).status).toBe(200);
    expect((await call("/items", { dataItem: { data: { slug: `${beginning}y` } } })).status).toBe(200);
    expect(codeIn(await call("/items", { dataItem: { data: { slug: same } } }))).toBe("VALUE_TAKEN");
  });

  it("prevent a field from becoming unique if values are equal", async () => {
    await callers.call("owner", "/wix-data/v2/bulk/items/insert", {
      dataCollectionId,
      dataItems: [{ data: { shelf: 1 } }, { data: { shelf: 1 } }],
    });
    const field = { key: "shelf", type: "NUMBER", unique: true };
    const response = await callers.call("owner", "/wix-data/v2/collections/create-field", { dataCollectionId, field });
    expect([response.status, codeIn(response)]).toEqual([409, "VALUE_TAKEN"]);
    expect((await call("/items", { dataItem: { data: { shelf: 1 } } })).status).toBe(200);
  });
});

describe("concurrent writers", () => {
  it("lose no change", async () => {
    await call("/items", { dataItem: { id: "counter", data: { n: 0, list: [] } } });
    const patch = (index: number) => ({
      dataItemId: "counter",
      fieldModifications: [
        { action: "INCREMENT_FIELD", fieldPath: "n", incrementFieldOptions: { value: 1 } },
        { action: "APPEND_TO_ARRAY", fieldPath: "list", appendToArrayOptions: { value: index } },
      ],
    });
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        index % 2 === 0
          ? (await call("/items/patch", { patch: patch(index) })).status
          : (await call("/bulk/items/patch", { patches: [patch(index)] })).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { data } = (await call("/items/query", { query: { filter: { _id: "counter" } } })).body.dataItems[0];
    expect([data.n, data.list.sort((a: number, b: number) => a - b)]).toEqual([
      20,
      Array.from({ length: 20 }, (_, i) => i),
    ]);
  });

  it("replace only the version that they have read, on condition", async () => {
    const { data } = (await call("/items", { dataItem: { id: "page", data: { n: 0 } } })).body.dataItem;
    const condition = { filter: { _updatedDate: data._updatedDate } };
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => call("/items/update", { dataItem: { id: "page", data: { n } }, condition })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(responses.filter((response) => codeIn(response) === "CONDITION_NOT_MET")).toHaveLength(7);
  });

  it("insert an ID once", async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => call("/items", { dataItem: { id: "once", data: { n } } })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter((response) => codeIn(response) === "WDE0074")).toHaveLength(7);
  });
});

describe("strict collections", () => {
  it.each([
    ["IMAGE", 5, { src: "wix:image://v1/a.png/a.png", alt: "A" }],
    ["MEDIA_IMAGE", ["a.png"], "https://media.example/a.png"],
    ["DOCUMENT", true, { url: "https://media.example/a.pdf" }],
    ["VIDEO", 1, "https://media.example/a.mp4"],
    ["AUDIO", [], "https://media.example/a.mp3"],
    ["MEDIA_GALLERY", "a.png", [{ src: "a.png" }, "b.png"]],
    ["ARRAY_DOCUMENT", [1], ["a.pdf"]],
    ["RICH_CONTENT", "<p>", { nodes: [] }],
    ["PAGE_LINK", {}, "/recipes/soup"],
    ["ADDRESS", "Bath", { city: "Bath" }],
    ["EMAIL", "ada", "ada@example.com"],
    ["TIME", "noon", "14:30"],
  ] as const)("take no %s that is %j", async (type, wrong, right) => {
    const id = `Strict${type}`;
    await putCollection(server, callers, id, publicLevels, { strict: true, fields: [{ key: "f", type }] });
    const insert = (f: unknown) =>
      callers.call("ada", "/wix-data/v2/items", { dataCollectionId: id, dataItem: { data: { f } } });
    const rejected = await insert(wrong);
    expect([rejected.status, rejected.body.details.validationError?.fieldViolations[0].violatedRule]).toEqual([
      400,
      "VALIDATION",
    ]);
    expect((await insert(right)).status).toBe(200);
  });

  it("report the violation of each field", async () => {
    await putCollection(server, callers, "Strict", publicLevels, {
      strict: true,
      fields: [
        { key: "title", type: "TEXT", required: true, stringLengthRange: { minLength: 2, maxLength: 5 } },
        { key: "n", type: "NUMBER", numberRange: { gte: 1, lte: 5 } },
        { key: "tags", type: "ARRAY_STRING", arraySizeRange: { maxSize: 2 } },
        { key: "when", type: "DATETIME" },
      ],
    });
    const insert = (data: object) =>
      callers.call("ada", "/wix-data/v2/items", { dataCollectionId: "Strict", dataItem: { data } });
    const rules = async (data: object) =>
      (await insert(data)).body.details.validationError?.fieldViolations.map(
        ({ field, violatedRule }: { field: string; violatedRule: string }) =>
          `${field.split(".").at(-1)} ${violatedRule}`,
      );
    expect(await rules({})).toEqual(["title REQUIRED_FIELD"]);
    expect(await rules({ title: "x", n: 6, tags: ["a", "b", "c"], when: "soon", more: 1 })).toEqual([
      "title MIN_LENGTH",
      "n MAX",
      "tags MAX_SIZE",
      "when VALIDATION",
      "more FIELD_NOT_ALLOWED",
    ]);
    const { status, body } = await insert({ title: "Emma", n: 5, tags: [], when: { $date: "2024-05-06" } });
    expect(status).toBe(200);
    const patch = {
      dataItemId: body.dataItem.id,
      fieldModifications: [{ action: "REMOVE_FIELD", fieldPath: "title" }],
    };
    const patched = await callers.call("ada", "/wix-data/v2/items/patch", { dataCollectionId: "Strict", patch });
    expect(patched.status).toBe(400);
  });
});
