import { ApiKeyStrategy, type AuthStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import { collections, items } from "@porchlight/client/data";
import { createApiKey } from "@porchlight/server/operations";
import { beforeAll, describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

/** Effects of options that a member sends. */

const marked = (item: Record<string, unknown>) => ({ ...item, marked: true });
const server = await startServer({
  rateLimits: false,
  siteHooks: {
    Hooked: {
      beforeInsert: marked,
      beforeUpdate: marked,
      beforeRemove: () => Promise.reject(new Error("Nothing is removed here.")),
    },
  },
});
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Collections", role: "admin" });
const modules = { items, collections };
const connect = <Face>(auth: AuthStrategy<Face>) => createClient({ host: server.url, auth, modules });
const owner = connect(ApiKeyStrategy({ apiKey: key }));

async function member() {
  const { access_token, refresh_token } = await server.signIn();
  const tokens = {
    accessToken: { value: access_token, expiresAt: Math.floor(Date.now() / 1000) + 3_600 },
    refreshToken: { value: refresh_token, role: "member" as const },
  };
  return connect(OAuthStrategy({ clientId: server.clientId, tokens }));
}
const ada = await member();
const bob = await member();

beforeAll(async () => {
  const authors = {
    read: "ANYONE",
    insert: "SITE_MEMBER",
    update: "SITE_MEMBER_AUTHOR",
    remove: "SITE_MEMBER_AUTHOR",
  } as const;
  for (const _id of ["Notes", "Hooked"]) await owner.collections.createDataCollection({ _id, permissions: authors });
  await owner.collections.createDataCollection({ _id: "Box", permissions: { ...authors, update: "ADMIN" } });
});

describe("overrideExisting of a member", () => {
  it("replaces own items, inserts new ones, and leaves those of others unchanged", async () => {
    await ada.items.bulkInsert("Notes", [{ _id: "ada", text: "one", more: 1 }]);
    await bob.items.bulkInsert("Notes", [{ _id: "bob", text: "one" }]);
    const given = ["ada", "bob", "new"].map((_id) => ({ _id, text: "two" }));
    const result = await ada.items.bulkInsert("Notes", given, { overrideExisting: true });
    expect(result).toMatchObject({ inserted: 1, updated: 1, insertedItemIds: ["new"], updatedItemIds: ["ada"] });
    expect(result.errors).toMatchObject([{ originalIndex: 1, code: "WDE0027" }]);
    const { items: left } = await ada.items.query("Notes").ascending("_id").find();
    expect(left.map(({ _id, text, more }) => [_id, text, more])).toEqual([
      ["ada", "two", undefined],
      ["bob", "one", undefined],
      ["new", "two", undefined],
    ]);
  });

  it("replaces nothing without update permission", async () => {
    await ada.items.insert("Box", { _id: "letter", text: "one" });
    const result = await ada.items.bulkInsert("Box", [{ _id: "letter", text: "two" }], { overrideExisting: true });
    expect(result).toMatchObject({ inserted: 0, updated: 0 });
    expect((await ada.items.get("Box", "letter"))?.["text"]).toBe("one");
  });
});

describe("suppressHooks", () => {
  it("has no effect for members, in single calls and in bulk", async () => {
    const options = { suppressHooks: true };
    expect(await ada.items.insert("Hooked", { _id: "a" }, options)).toMatchObject({ marked: true });
    await ada.items.bulkInsert("Hooked", [{ _id: "b" }], options);
    await ada.items.bulkInsert("Hooked", [{ _id: "c" }], { ...options, overrideExisting: true });
    await ada.items.update("Hooked", { _id: "a", text: "two" }, options);
    const { items: found } = await ada.items.query("Hooked").ascending("_id").find();
    expect(found.map(({ _id, marked }) => [_id, marked])).toEqual([
      ["a", true],
      ["b", true],
      ["c", true],
    ]);
    await expect(ada.items.remove("Hooked", "a", options)).rejects.toMatchObject({ code: "WDE0078" });
  });

  it("has an effect for admin API keys", async () => {
    const options = { suppressHooks: true };
    const inserted = await owner.items.insert("Hooked", { _id: "owner" }, options);
    expect(inserted).not.toHaveProperty("marked");
    expect(await owner.items.remove("Hooked", "owner", options)).toMatchObject({ _id: "owner" });
  });
});
