import { afterEach, expect, it } from "vitest";
import { type CallerName, createCallers, type Levels, putCollection } from "../../../test/data/collections.ts";
import { type Listening, listen } from "../../../test/data/live-subscribers.ts";
import { createRandom } from "../../../test/reference-model/random-items.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const publicLevels: Levels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" };
const authorsOwn: Levels = { ...publicLevels, read: "SITE_MEMBER_AUTHOR" };
const open: Listening[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ stop }) => stop()));
});

const filters: object[] = [
  { "author.n": { $gt: 1 } },
  { $not: [{ "author.n": 1 }] },
  { "author.friend.n": { $lt: 2 } },
  { tags: { $hasSome: ["t1", "t2"] } },
  { "tags.n": 2 },
  { $or: [{ "author.n": 0 }, { "tags.n": { $gte: 2 } }] },
  { "tags.n": { $exists: false }, n: { $gte: 1 } },
];

it.each([1, 2, 3])("live lists match queries after random changes, seed %i", { timeout: 120_000 }, async (seed) => {
  const random = createRandom(seed);
  const idOf = (name: string) => `${name}Far${seed}`;
  const field = (key: string, type: "REFERENCE" | "MULTI_REFERENCE", to: string) => ({
    key,
    type,
    typeMetadata: { [type === "REFERENCE" ? "reference" : "multiReference"]: { referencedCollectionId: idOf(to) } },
  });
  await putCollection(server, callers, idOf("Authors"), seed === 2 ? authorsOwn : publicLevels, {
    fields: [field("friend", "REFERENCE", "Authors")],
  });
  await putCollection(server, callers, idOf("Tags"), publicLevels);
  const fields = [field("author", "REFERENCE", "Authors"), field("tags", "MULTI_REFERENCE", "Tags")];
  await putCollection(server, callers, idOf("Books"), publicLevels, { fields });
  const call = (caller: CallerName, name: string, path: string, body: object) =>
    callers.call(caller, `/wix-data/v2${path}`, { dataCollectionId: idOf(name), ...body });

  const ids = { Books: ["b1", "b2", "b3", "b4"], Authors: ["a1", "a2", "a3"], Tags: ["t1", "t2", "t3"] } as const;
  const dataOf = {
    Books: () => ({ author: random.pick(ids.Authors), n: random.below(3) }),
    Authors: () => ({ n: random.below(4), friend: random.pick(ids.Authors) }),
    Tags: () => ({ n: random.below(4) }),
  };
  const change = async () => {
    const name = random.pick(["Books", "Authors", "Authors", "Tags"] as const);
    const caller = random.pick(["ada", "bob", "owner"] as const);
    if (random.chance(0.3)) {
      const newReferencedItemIds = ids.Tags.filter(() => random.chance(0.4));
      const referring = { referringItemFieldName: "tags", referringItemId: random.pick(ids.Books) };
      return call(caller, "Books", "/items/replace-references", { ...referring, newReferencedItemIds });
    }
    const id = random.pick(ids[name]);
    return random.chance(0.25)
      ? call(caller, name, "/items/remove", { dataItemId: id })
      : call(caller, name, "/items/save", { dataItem: { id, data: dataOf[name]() } });
  };

  for (let n = 0; n < 15; n += 1) await change();
  const subscribers: {
    what: string;
    list: Set<string>;
    applied: number;
    subscriber: Listening;
    query(): Promise<string[]>;
  }[] = [];
  for (const [index, filter] of filters.entries()) {
    const caller = (["ada", "bob", "visitor", "owner"] as const)[(index + seed) % 4]!;
    const subscriber = await listen(server.fetch, callers.tokens[caller], { dataCollectionId: idOf("Books"), filter });
    open.push(subscriber);
    // The start waits for transactions of all databases, including those of other tests.
    await expect.poll(() => subscriber.received, { timeout: 60_000 }).toEqual(["reset"]);
    const query = async () => {
      const { body } = await call(caller, "Books", "/items/query", { query: { filter } });
      return body.dataItems.map(({ id }: { id: string }) => id).sort() as string[];
    };
    subscribers.push({
      what: `${caller} ${JSON.stringify(filter)}`,
      list: new Set(await query()),
      applied: 1,
      subscriber,
      query,
    });
  }
  /** Applies events to the list: only missing items are inserted, and only present ones removed. */
  const follow = (current: (typeof subscribers)[number]) => {
    for (; current.applied < current.subscriber.received.length; current.applied += 1) {
      const message = current.subscriber.received[current.applied]!;
      const [event, id = ""] = message.split(" ");
      expect([current.what, message, current.list.has(id)]).toEqual([current.what, message, event !== "inserted"]);
      if (event === "removed") current.list.delete(id);
      else current.list.add(id);
    }
    return [...current.list].sort();
  };
  for (let round = 0; round < 12; round += 1) {
    for (let n = random.below(8); n >= 0; n -= 1) expect((await change()).status).toBeLessThan(500);
    for (const current of subscribers) {
      const expected = await current.query();
      await expect.poll(() => [current.what, follow(current)], { timeout: 5_000 }).toEqual([current.what, expected]);
    }
  }
});
