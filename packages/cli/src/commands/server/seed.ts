import { randomBytes } from "node:crypto";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { createProgressBar } from "../../runtime/progress-bar.ts";

interface SeedContentOptions extends CommonOptions {
  posts: number;
  members: number;
  items: number;
  password?: string;
}

/** `porchlight seed` */
export async function seedContent(io: Io, options: SeedContentOptions): Promise<void> {
  const { posts, members, items } = options;
  if (posts + members + items === 0) throw new Failure("Say how many: --posts 1000, --members 1000, --items 1000.");
  const password = options.password ?? randomBytes(9).toString("base64url");
  const seedAll = async (context: server.AppContext) => {
    const make = async (what: string, count: number, seed: (options: server.SeedOptions) => Promise<void>) => {
      if (count === 0) return;
      const bar = createProgressBar(io, "Making", count, what);
      await seed({ count, onProgress: bar.update }).finally(bar.end);
    };
    await make("posts", posts, (some) => server.seedPosts(context, owner, some));
    await make("members", members, (some) => server.seedMembers(context, owner, { ...some, password }));
    await make("items", items, (some) => server.seedItems(context, owner, some));
  };
  await withOperator(io, options, seedAll, { begins: true });
  const made = [
    [posts, "posts"],
    [members, "members (seed-1@example.com and so on)"],
    [items, `items in the collection ${server.seedCollectionId}`],
  ] as const;
  const lines = made.filter(([count]) => count > 0).map(([count, what]) => `Made ${count} ${what}.`);
  if (members > 0) lines.push(`All of these members have the password ${password}`);
  printResult(
    io,
    {
      posts,
      members,
      items,
      ...(members > 0 && { password }),
      ...(items > 0 && { collectionId: server.seedCollectionId }),
    },
    lines.join("\n"),
  );
}
