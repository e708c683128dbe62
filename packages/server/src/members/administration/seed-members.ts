import type { Caller } from "../../platform/context/caller.ts";
import { newId } from "../../platform/db/ids.ts";
import { type SeedOptions, sampleWords, seedInBatches } from "../../platform/seed/sample-data.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findHighestSeed, insertMembers } from "../members-store.ts";

const firstNames = "Ana Ben Cleo Dmitri Esra Femi Greta Hiro Ines Jonas Kofi Lena Mina Noor Oskar Priya".split(" ");

/**
 * Creates active members `seed-1@example.com` and so on, for load tests. All share one password: hashing one per member
 * would take hours.
 *
 * @throws {Refusal} `NOT_ALLOWED` unless the caller is the owner.
 */
export async function seedMembers(
  context: ServerContext,
  caller: Caller,
  { password, ...options }: SeedOptions & { password: string },
): Promise<void> {
  const { db, site } = context;
  const at = context.now();
  const passwordHash = await context.passwords.hash(password);
  await seedInBatches(
    caller,
    options,
    () => findHighestSeed(db, site.id),
    async (numbers) => {
      const members = numbers.map((number) => {
        const firstName = firstNames[number % firstNames.length]!;
        const [lastName = ""] = sampleWords(number, 1).split(" ");
        const email = `seed-${number}@example.com`;
        return {
          siteId: site.id,
          id: newId(),
          email,
          emailKey: email,
          emailVerified: true,
          passwordHash,
          status: "ACTIVE" as const,
          pendingReasons: [],
          slug: `seed-${number}`,
          profile: {
            firstName,
            lastName: `${lastName[0]!.toUpperCase()}${lastName.slice(1)}`,
            privacyStatus: "PUBLIC" as const,
          },
          at,
        };
      });
      await insertMembers(db, members);
    },
  );
}
