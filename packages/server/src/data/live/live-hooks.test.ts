import { afterEach, describe, expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { type Listening, listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";
import type { SiteHooks } from "../hooks/site-hooks.ts";

let isSlow = false;
let release: () => void = () => undefined;
const siteHooks: SiteHooks = {
  Letters: {
    beforeQuery: async (query, { userRole }) => {
      if (userRole === "member") throw new Error("Not for members.");
      if (isSlow) await new Promise<void>((resolve) => (release = resolve));
      return { ...query, filter: { ...query.filter, "sender.known": true } };
    },
  },
};

const server = await createTestServer({ rateLimits: false, siteHooks });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Senders", publicLevels);
const sender = {
  key: "sender",
  type: "REFERENCE",
  typeMetadata: { reference: { referencedCollectionId: "Senders" } },
} as const;
await putCollection(server, callers, "Letters", publicLevels, { fields: [sender] });
const open: Listening[] = [];

async function subscribe(caller: "visitor" | "ada" | "owner", dataCollectionId: string, more: object = {}) {
  const subscriber = await listen(server.fetch, callers.tokens[caller], { dataCollectionId, ...more });
  open.push(subscriber);
  return subscriber;
}
const insert = async (dataCollectionId: string) => {
  const body = { dataCollectionId, dataItem: { data: {} } };
  expect((await callers.call("owner", "/wix-data/v2/items", body)).status).toBe(200);
};

afterEach(async () => {
  isSlow = false;
  release();
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

describe("live query of a collection with hooks", () => {
  it("follows references in the filter of the beforeQuery hook", async () => {
    const subscriber = await subscribe("visitor", "Letters");
    const unhooked = await subscribe("owner", "Letters", { suppressHooks: true });
    for (const { count } of [subscriber, unhooked]) await expect.poll(count).toBe(1);
    await insert("Senders");
    await subscriber.next();
    expect(unhooked.count()).toBe(1);
  });

  it("is rejected when a hook rejects it", async () => {
    expect((await subscribe("ada", "Letters")).response.status).toBe(400);
  });

  it("does not delay other subscribers during slow hooks", async () => {
    const [slow, plain] = [await subscribe("visitor", "Letters"), await subscribe("visitor", "Senders")];
    for (const { count } of [slow, plain]) await expect.poll(count).toBe(1);
    isSlow = true;
    const dataPermissions = { id: "Letters", itemRead: "ANYONE", itemInsert: "SITE_MEMBER" };
    expect((await callers.call("owner", "/wix-data/v1/permissions", { dataPermissions })).status).toBe(200);
    await insert("Senders");
    await plain.next();
    expect(slow.count()).toBe(1);
    isSlow = false;
    release();
    await slow.next();
  });
});
