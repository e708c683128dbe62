import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImportEntry } from "@porchlight/importers/import-entry";
import { openMarkdownFolder } from "@porchlight/importers/markdown/open-markdown-folder";
import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { createImageStore } from "../../../test/blog/image-store.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { importPosts } from "./store/import-posts.ts";

const { context } = await createTestServer();
const owner = { kind: "owner" } as const;
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  for (const table of ["posts", "categories", "tags"] as const) await context.db.deleteFrom(table).execute();
});

/** Posts `name0`, `name1` …, each with the tag of its number. */
async function open(name: string, numbers: readonly number[]): Promise<AsyncIterable<ImportEntry>> {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-import-"));
  folders.push(folder);
  for (const [place, number] of numbers.entries()) {
    const text = `---\ntitle: ${name} ${number}\ndate: 2024-01-01\ntags: [tag${number}]\n---\nText.\n`;
    await writeFile(join(folder, `${name}${String(place).padStart(3, "0")}.md`), text);
  }
  return (await openMarkdownFolder(folder)).entries(createImageStore(context.media));
}

const numbers = Array.from({ length: 200 }, (_, number) => number);

it("runs two imports that create the same tags in different orders", async () => {
  const outcomes = await Promise.all([
    importPosts(context, owner, await open("up", numbers)),
    importPosts(context, owner, await open("down", numbers.toReversed())),
  ]);
  expect(outcomes.map(({ counts }) => [counts.added, counts.skipped])).toEqual([
    [200, 0],
    [200, 0],
  ]);
  expect(outcomes[0].counts.tags + outcomes[1].counts.tags).toBe(200);
});

it("runs an import after a dry run of any duration", async () => {
  const rehearsed = Promise.withResolvers<void>();
  const isUnderWay = Promise.withResolvers<void>();
  async function* pausedEntries(entries: AsyncIterable<ImportEntry>) {
    yield* entries;
    isUnderWay.resolve();
    await rehearsed.promise;
  }
  const rehearsal = importPosts(context, owner, pausedEntries(await open("post", numbers)), { dryRun: true });
  await isUnderWay.promise;
  const entries = await open("post", numbers);
  await context.db.connection().execute(async (connection) => {
    await sql`set statement_timeout = '200ms'`.execute(connection);
    const real = importPosts({ ...context, db: connection }, owner, entries);
    await Promise.race([real, sql`select pg_sleep(1)`.execute(context.db)]);
    rehearsed.resolve();
    expect((await real).counts.added).toBe(200);
    await sql`reset statement_timeout`.execute(connection);
  });
  expect((await rehearsal).counts.added).toBe(200);
});
