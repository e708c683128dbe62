import type { Caller } from "../../platform/context/caller.ts";
import { type SeedOptions, sampleSentence, sampleWords, seedInBatches } from "../../platform/seed/sample-data.ts";
import { insertCollection } from "../collections/collections-store.ts";
import type { DataContext } from "../data-context.ts";
import { ownerIdOf } from "../permissions/access.ts";
import { levelColumns } from "../permissions/role-levels.ts";
import { findHighestId, insertItems, type NewItem } from "./items-store.ts";

/** The id of the collection for sample items. */
export const seedCollectionId = "Seed";

const fields = [
  { key: "title", type: "TEXT" },
  { key: "minutes", type: "NUMBER" },
  { key: "shelf", type: "NUMBER" },
  { key: "done", type: "BOOLEAN" },
  { key: "tags", type: "ARRAY_STRING" },
  { key: "when", type: "DATETIME" },
  { key: "text", type: "TEXT" },
];
const day = 86_400_000;

/**
 * Inserts sample items of about 1 kB into the public collection `Seed` for load tests. Creates the collection if
 * needed.
 *
 * @throws {Refusal} `NOT_ALLOWED` for all but the owner.
 */
export async function seedItems(context: DataContext, caller: Caller, options: SeedOptions): Promise<void> {
  const { db, site } = context;
  const key = { siteId: site.id, collectionId: seedCollectionId, hidden: [] };
  const at = context.now();
  const ownerId = ownerIdOf(context, caller);
  await seedInBatches(
    caller,
    options,
    async () => {
      await insertCollection(db, {
        site_id: site.id,
        id: seedCollectionId,
        display_name: "Made-up items",
        display_field: "title",
        definition: JSON.stringify({ fields, plugins: [] }),
        ...levelColumns({
          read: "ANYONE",
          insert: "SITE_MEMBER",
          update: "SITE_MEMBER_AUTHOR",
          remove: "SITE_MEMBER_AUTHOR",
        }),
        created_at: at,
        updated_at: at,
      });
      return Number((await findHighestId(db, key, "seed-"))?.slice("seed-".length) ?? 0);
    },
    async (numbers) => {
      await insertItems(
        db,
        key,
        numbers.map((number) => sampleItem(number, ownerId, at)),
      );
    },
  );
}

function sampleItem(number: number, ownerId: string, at: Date): NewItem {
  const [first = "", second = ""] = sampleWords(number, 2).split(" ");
  return {
    id: `seed-${String(number).padStart(9, "0")}`,
    ownerId,
    at: new Date(at.getTime() - number * 1_000),
    published: true,
    fields: {
      title: sampleSentence(number, 4),
      minutes: (number * 7919) % 10_007,
      shelf: Math.floor(number / 20),
      done: number % 2 === 0,
      tags: [first, second],
      when: { $date: new Date(at.getTime() - (number % 3650) * day).toISOString() },
      text: sampleSentence(number + 1, 120),
    },
  };
}
