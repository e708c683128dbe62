import { expect, it } from "vitest";
import { createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const everyone = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
const references = Array.from({ length: 14 }, (_, index) => `ref${index}`);
await putCollection(server, callers, "Texts", everyone, { fields: [{ key: "text", type: "TEXT" }] });
await putCollection(server, callers, "Pages", everyone, {
  fields: references.map((key) => ({
    key,
    type: "REFERENCE",
    typeMetadata: { reference: { referencedCollectionId: "Texts" } },
  })),
});
const insert = (dataCollectionId: string, dataItems: object[]) =>
  callers.call("ada", "/wix-data/v2/bulk/items/insert", { dataCollectionId, dataItems });
for (let round = 0; round < 8; round += 1) await insert("Texts", [{ data: { text: "z".repeat(400_000) } }]);
await insert("Texts", [{ id: "long", data: { text: "x".repeat(400_000), note: { text: "y".repeat(50_000) } } }]);
await insert(
  "Pages",
  Array.from({ length: 100 }, () => ({ data: Object.fromEntries(references.map((key) => [key, "long"])) })),
);

const run = async (query: string) => callers.call("visitor", "/graphql/alpha", { query });

const texts = `items(collection: "Texts", first: 100) { nodes { ${Array.from({ length: 25 }, (_, n) => `a${n}: data`).join(" ")} } }`;

it.each([
  [
    "the same item",
    `{ data { Pages(first: 100) { nodes { ${references.map((key) => `${key} { text }`).join(" ")} } } } }`,
  ],
  ["the same value", `{ ${texts} }`],
])("rejects responses beyond the limit of REST, also if they repeat %s", async (_what, query) => {
  const { status, body } = await run(query);
  expect([status < 500, body.data ?? null, body.errors.length]).toEqual([true, null, 1]);
  expect(body.errors[0].extensions).toMatchObject({
    code: "ANSWER_TOO_LARGE",
    status: 400,
    details: { applicationError: { code: "ANSWER_TOO_LARGE" } },
  });
});

it("returns many small values of long items", async () => {
  const fields = references.map((key) => `${key} { _id }`).join(" ");
  const { body } = await run(`{ data { Pages(first: 100) { nodes { ${fields} } } } }`);
  expect(body.errors).toBeUndefined();
  expect(body.data.data.Pages.nodes[0].ref0).toEqual({ _id: "long" });
});
