import { describe, expect, it } from "vitest";
import { codeIn, createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { purgeCollection, purgeCollections } from "./purge-collections.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const levels = { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER_AUTHOR", remove: "PRIVILEGED" } as const;
const path = "/wix-data/v2/collections";
const remove = (id: string) => callers.call("owner", `${path}/${id}`, {}, "DELETE");
const restore = (id: string, caller: "owner" | "editor" = "owner") => callers.call(caller, `${path}/restore/${id}`, {});
const read = (id: string) => callers.call("visitor", "/wix-data/v2/items/query", { dataCollectionId: id, query: {} });
const day = 24 * 60 * 60_000;

async function put(id: string) {
  const fields = [{ key: "n", type: "NUMBER", unique: true }] as const;
  await putCollection(server, callers, id, levels, { fields: [...fields] });
  const dataItems = Array.from({ length: 1_000 }, (_, n) => ({ data: { n } }));
  const { body } = await callers.call("ada", "/wix-data/v2/bulk/items/insert", { dataCollectionId: id, dataItems });
  expect(body.bulkActionMetadata.totalSuccesses).toBe(1_000);
}
const rowsOf = async (id: string) =>
  (await server.context.db.selectFrom("data_items").select("id").where("collection_id", "=", id).execute()).length;

describe("a deleted collection", () => {
  it("is hidden from all callers and can be restored completely", async () => {
    await put("Books");
    expect((await read("Books")).body.dataItems.length).toBe(50);
    expect((await remove("Books")).status).toBe(200);
    for (const caller of ["visitor", "ada", "owner"] as const) {
      const calls: [path: string, body: object][] = [
        ["/wix-data/v2/items/query", { query: {} }],
        ["/wix-data/v2/items/count", {}],
        ["/wix-data/v2/items", { dataItem: { data: {} } }],
        ["/wix-data/v2/bulk/items/insert", { dataItems: [{ data: {} }] }],
        ["/wix-data/v2/items/truncate", {}],
      ];
      for (const [to, body] of calls)
        expect([to, codeIn(await callers.call(caller, to, { dataCollectionId: "Books", ...body }))]).toEqual([
          to,
          "WDE0025",
        ]);
    }
    const listed = await callers.call("owner", path, {}, "GET");
    expect(listed.body.collections).toEqual([]);
    expect(codeIn(await callers.call("owner", `${path}/Books`, {}, "GET"))).toBe("WDE0025");
    expect(codeIn(await remove("Books"))).toBe("WDE0025");
    expect(
      codeIn(await callers.call("owner", `${path}/Books`, { dataCollection: { displayName: "B" } }, "PATCH")),
    ).toBe("WDE0025");
    expect(codeIn(await restore("Books", "editor"))).toBe("WDE0027");

    const back = await restore("Books");
    expect(back.body.collection).toMatchObject({
      id: "Books",
      permissions: { read: "ANYONE", insert: "SITE_MEMBER", remove: "ADMIN" },
    });
    expect((await read("Books")).body.dataItems.length).toBe(50);
    const twice = await callers.call("ada", "/wix-data/v2/items", {
      dataCollectionId: "Books",
      dataItem: { data: { n: 7 } },
    });
    expect(codeIn(twice)).toBe("VALUE_TAKEN");
    const once = await callers.call("ada", "/wix-data/v2/items", {
      dataCollectionId: "Books",
      dataItem: { data: { n: 7_000 } },
    });
    expect(once.status).toBe(200);
    expect(codeIn(await restore("Books"))).toBe("WDE0025");
    expect(codeIn(await restore("Nothing"))).toBe("WDE0025");
  });

  it("can be replaced by a new one with the same ID and none of its data", async () => {
    await put("Films");
    await remove("Films");
    await putCollection(server, callers, "Films", levels);
    expect(await rowsOf("Films")).toBe(0);
    expect((await read("Films")).body.dataItems).toEqual([]);
    expect(codeIn(await restore("Films"))).toBe("WDE0025");
    // Purging the old collection leaves the new one untouched.
    await callers.call("ada", "/wix-data/v2/items", { dataCollectionId: "Films", dataItem: { data: {} } });
    await purgeCollection(server.context, "Films");
    await remove("Films");
    await purgeCollection(server.context, "Films");
    expect(await rowsOf("Films")).toBe(1);
    await restore("Films");
    expect((await read("Films")).status).toBe(200);
  });

  it("is permanently deleted after 30 days", async () => {
    await put("Songs");
    await remove("Songs");
    server.advance(29 * day);
    await purgeCollections(server.context);
    expect(await rowsOf("Songs")).toBe(1_000);
    server.advance(2 * day);
    expect(codeIn(await callers.call("owner", `${path}/restore/Songs`, {}))).toBe("WDE0025");
    await purgeCollections(server.context);
    expect(await rowsOf("Songs")).toBe(0);
    const left = await server.context.db
      .selectFrom("data_collections")
      .select("id")
      .where("id", "=", "Songs")
      .execute();
    expect(left).toEqual([]);
  });
});
