import { afterEach, describe, expect, it } from "vitest";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { type Listening, listen } from "../../../test/data/live-subscribers.ts";
import { createTestServer } from "../../../test/test-server.ts";
import type { SiteHooks } from "../hooks/site-hooks.ts";

let isSlow = false;
let release: () => void = () => undefined;
const requests = new Set<unknown>();
const siteHooks: SiteHooks = {
  Letters: {
    beforeQuery: (query) => ({ ...query, filter: { ...query.filter, sent: true } }),
    afterQuery: async (item, { requestId, userRole }) => {
      requests.add(requestId);
      if (item["text"] === "refused") throw new Error("Not this one.");
      if (isSlow) await new Promise<void>((resolve) => (release = resolve));
      const { secret: _, ...visible } = item;
      return { ...visible, _id: item["_id"], role: userRole };
    },
  },
};

const server = await createTestServer({ rateLimits: false, siteHooks });
const callers = await createCallers(server);
const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
for (const id of ["Letters", "Plain"]) await putCollection(server, callers, id, publicLevels);
const open: Listening[] = [];

async function subscribe(dataCollectionId: string, more: object = {}, caller: "visitor" | "owner" = "visitor") {
  const subscriber = await listen(server.fetch, callers.tokens[caller], { dataCollectionId, ...more });
  open.push(subscriber);
  await expect.poll(() => subscriber.received).toEqual(["reset"]);
  return subscriber;
}
const insert = async (dataCollectionId: string, id: string, data: object) => {
  const body = { dataCollectionId, dataItem: { id, data } };
  expect((await callers.call("owner", "/wix-data/v2/items", body)).status).toBe(200);
};

afterEach(async () => {
  isSlow = false;
  release();
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

describe("live query of a collection with hooks", () => {
  it("applies the beforeQuery and afterQuery hooks", async () => {
    const subscriber = await subscribe("Letters", { filter: { n: 1 } });
    await insert("Letters", "draft", { n: 1, sent: false, secret: "hush" });
    await insert("Letters", "other", { n: 2, sent: true, secret: "hush" });
    await insert("Letters", "sent", { n: 1, sent: true, secret: "hush" });
    await expect.poll(() => subscriber.received.slice(1)).toEqual(["inserted sent"]);
    expect(subscriber.items.get("sent")).toMatchObject({ _id: "sent", n: 1, role: "visitor" });
    expect(subscriber.text()).not.toContain("hush");
    expect([...requests]).toEqual([subscriber.response.headers.get("x-wix-request-id")]);
  });

  it("sends unchanged items to API keys that suppress hooks", async () => {
    const subscriber = await subscribe("Letters", { suppressHooks: true }, "owner");
    await insert("Letters", "all", { sent: false, secret: "hush" });
    await expect.poll(() => subscriber.items.get("all")).toMatchObject({ secret: "hush" });
  });

  it("ends without the item when a hook rejects it", async () => {
    const subscriber = await subscribe("Letters");
    await insert("Letters", "refused", { sent: true, text: "refused", secret: "hush" });
    await expect.poll(() => subscriber.isEnded()).toBe(true);
    expect(subscriber.received).toEqual(["reset"]);
  });

  it("does not delay other subscribers during slow hooks, and keeps the order of events", async () => {
    const [slow, plain] = [await subscribe("Letters"), await subscribe("Plain")];
    isSlow = true;
    await insert("Letters", "late", { sent: true });
    await insert("Plain", "quick", {});
    await expect.poll(() => plain.received.at(-1)).toBe("inserted quick");
    await insert("Letters", "later", { sent: true });
    expect(slow.received).toEqual(["reset"]);
    isSlow = false;
    await expect
      .poll(() => {
        release();
        return slow.received.slice(1);
      })
      .toEqual(["inserted late", "inserted later"]);
  });
});
