import type { TestResponse, TestServer } from "../test-server.ts";
import { type CallerName, putCollection, type TestCallers } from "./collections.ts";

const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
export const outside = ["visitor", "ada"] as const;
export const inside = ["reader", "editor", "owner"] as const;
/** Values of the hidden fields of three items. */
export interface Secrets {
  note: unknown[];
  rank: unknown[];
  to: unknown[];
  many: string[][];
}

const meta = { referencedCollectionId: "Targets" };
export const fieldsOf = (hidden: boolean) => [
  { key: "title", type: "TEXT" },
  { key: "shelf", type: "NUMBER" },
  { key: "note", type: "ANY", hidden },
  { key: "rank", type: "NUMBER", hidden },
  { key: "to", type: "REFERENCE", typeMetadata: { reference: meta }, hidden },
  { key: "many", type: "MULTI_REFERENCE", typeMetadata: { multiReference: meta }, hidden },
];

const ids = ["a", "b", "c"];
let models = 0;

/** @returns A function that creates a collection with hidden values, and another one that refers to it. */
export async function createHiddenFieldFixtures(server: TestServer, callers: TestCallers) {
  const request = async (dataCollectionId: string, path: string, body: object) => {
    const response = await callers.call("owner", `/wix-data/v2${path}`, { dataCollectionId, ...body });
    if (response.status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(response.body)}`);
  };
  await putCollection(server, callers, "Targets", publicLevels, { fields: [{ key: "name", type: "TEXT" }] });
  for (const id of ["t1", "t2"])
    await request("Targets", "/items", { dataItem: { id, data: { name: `target of ${id}` } } });

  return (secrets: Secrets, more: object = {}) => createFixture({ server, callers, request: request }, secrets, more);
}

interface FixtureContext {
  server: TestServer;
  callers: TestCallers;
  request(dataCollectionId: string, path: string, body: object): Promise<void>;
}

async function createFixture({ server, callers, request }: FixtureContext, secrets: Secrets, more: object) {
  const dataCollectionId = `World${++models}`;
  const referring = `From${models}`;
  await putCollection(server, callers, dataCollectionId, publicLevels, {
    fields: fieldsOf(true) as never,
    displayField: "note",
    defaultDisplayOrder: { fieldName: "rank", direction: "DESC" },
    view: { fields: ["note", "title"], listFields: ["rank", "title"], searchFields: ["note"] },
    ...more,
  });
  const of = { referencedCollectionId: dataCollectionId };
  await putCollection(server, callers, referring, publicLevels, {
    fields: [
      { key: "of", type: "REFERENCE", typeMetadata: { reference: of } },
      { key: "all", type: "MULTI_REFERENCE", typeMetadata: { multiReference: of } },
    ],
  });
  const call = (caller: CallerName, path: string, body: object = {}) =>
    callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId, ...body });
  const from = (caller: CallerName, path: string, body: object = {}) =>
    call(caller, path, { ...body, dataCollectionId: referring });
  for (const [index, id] of ids.entries()) {
    const stored = { note: secrets.note[index], rank: secrets.rank[index], to: secrets.to[index] };
    const data = { title: `Title ${id}`, shelf: index % 2, ...stored };
    await request(dataCollectionId, "/items", { dataItem: { id, data } });
    const many = { referringItemFieldName: "many", referringItemId: id, newReferencedItemIds: secrets.many[index] };
    await request(dataCollectionId, "/items/replace-references", many);
    await request(referring, "/items", { dataItem: { id: `of-${id}`, data: { of: id } } });
  }
  const all = { referringItemFieldName: "all", referringItemId: "of-a", newReferencedItemIds: ids };
  await request(referring, "/items/replace-references", all);
  return { dataCollectionId, referring, call, from };
}
export type HiddenFieldFixture = Awaited<ReturnType<typeof createFixture>>;

export const one: Secrets = {
  note: ["xyzzy first", { deep: "xyzzy deep" }, ["xyzzy list"]],
  rank: [3, 2, 1],
  to: ["t1", "t2", "t1"],
  many: [["t1"], ["t2", "t1"], []],
};
export const other: Secrets = {
  note: [null, 17, undefined],
  rank: [1, 2, 3],
  to: ["t2", undefined, "t9"],
  many: [[], [], ["t2"]],
};

/** Serializes a response without times, cursors and collection names. */
export const toComparable = (
  { status, body }: TestResponse,
  { dataCollectionId, referring }: HiddenFieldFixture,
): string =>
  JSON.stringify([status, body], (name, value) =>
    ["next", "prev", "jobId", "downloadUrl"].includes(name) ? name : value,
  )
    .replaceAll(dataCollectionId, "World")
    .replaceAll(referring, "From")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "then")
    .replaceAll(/"revision":"\d+"/g, "");
