import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { putPost } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { type Db, openDatabase } from "../../platform/db/database.ts";
import { createPageRevision } from "./page-revision.ts";

const server = await createTestServer();
const { context } = server;

const others: Db[] = [];
afterAll(() => Promise.all(others.map((db) => db.destroy())));

function otherDatabase(): Db {
  const db = openDatabase(context.config.connection, () => undefined);
  others.push(db);
  return db;
}

/** A node with its own clock and an up-to-date revision, which does not notice writes of this process immediately. */
async function createNode(db = otherDatabase()) {
  let elapsed = 0;
  const revision = createPageRevision({ ...context, db }, () => elapsed);
  const node = {
    revision,
    read: () => revision.read(),
    async later(milliseconds = 501) {
      elapsed += milliseconds;
      return revision.read();
    },
  };
  await node.read();
  return node;
}

describe("the page revision", () => {
  it("does not change without changes and queries the database at most twice a second", async () => {
    const node = await createNode();
    const before = await node.read();
    expect(await node.later()).toBe(before);
    await putPost(context, {});
    expect(await node.later(499)).toBe(before);
    expect(await node.later(2)).toBe(before + 1);
    expect(await node.later()).toBe(before + 1);
  });

  it("increases immediately after writes of the same node", async () => {
    const node = await createNode(context.db);
    const before = await node.read();
    await putPost(context, {});
    expect(await node.read()).toBe(before + 1);
    await context.db.transaction().execute(async (tx) => {
      await sql`update posts set title = 'In a transaction'`.execute(tx);
      expect(await node.read()).toBe(before + 1);
    });
    expect(await node.read()).toBe(before + 2);
  });

  it("increases on every node for every kind of change", async () => {
    const id = await putPost(context, {});
    const nodes = [await createNode(), await createNode()];
    const changes = [
      sql`update posts set title = 'Another' where id = ${id}`,
      sql`update posts set like_count = like_count + 1 where id = ${id}`,
      sql`insert into categories (site_id, id, label, slug, language, display_position, created_at, updated_at)
        values (${context.site.id}, ${id}, 'News', 'news', 'en', 0, now(), now())`,
      sql`insert into post_categories (site_id, post_id, category_id) values (${context.site.id}, ${id}, ${id})`,
      sql`delete from post_categories`,
      sql`update categories set label = 'Old news'`,
      sql`delete from posts where id = ${id}`,
    ];
    for (const change of changes) {
      const before = await Promise.all(nodes.map((node) => node.read()));
      await change.execute(context.db);
      expect(await Promise.all(nodes.map((node) => node.later()))).toEqual(before.map((number) => number + 1));
    }
  });

  it("increases for views after 30 seconds, once for all of them, and immediately with other changes", async () => {
    const id = await putPost(context, {});
    const node = await createNode();
    const before = await node.read();
    const see = (db: typeof context.db = context.db) =>
      sql`update posts set view_count = view_count + 1 where id = ${id}`.execute(db);
    await see();
    expect(await node.later(20_000)).toBe(before);
    await see();
    expect(await node.later(9_000)).toBe(before);
    expect(await node.later(1_000)).toBe(before + 1);
    expect(await node.later(60_000)).toBe(before + 1);
    await see();
    expect(await node.later()).toBe(before + 2);
    await see();
    expect(await node.later()).toBe(before + 2);
    await context.db.transaction().execute(async (tx) => {
      await see(tx);
      await sql`update posts set title = 'Seen and changed' where id = ${id}`.execute(tx);
    });
    expect(await node.later()).toBe(before + 3);
    await context.db.transaction().execute(async (tx) => {
      await sql`update posts set title = 'Changed and seen' where id = ${id}`.execute(tx);
      await see(tx);
    });
    expect(await node.later()).toBe(before + 4);
    expect(await node.later(60_000)).toBe(before + 4);
  });

  it("does not increase for a statement that changes nothing", async () => {
    const node = await createNode();
    const before = await node.read();
    await sql`update posts set title = 'Nobody' where false`.execute(context.db);
    expect(await node.later()).toBe(before);
  });

  it("does not miss a transaction that started earlier and ended later", async () => {
    const node = await createNode();
    const before = await node.read();
    const id = await putPost(context, {});
    await context.db.transaction().execute(async (tx) => {
      await sql`update posts set title = 'Slow' where id = ${id}`.execute(tx);
      await putPost(context, {});
      expect(await node.later()).toBe(before + 1);
      expect(await node.later()).toBe(before + 1);
    });
    expect(await node.later()).toBe(before + 2);
    expect(await node.later()).toBe(before + 2);
  });

  it("increases when a post with a future date becomes visible", async () => {
    await putPost(context, { firstPublishedAt: new Date(context.now().getTime() + 60_000) });
    const node = await createNode();
    const before = await node.read();
    server.advance(59_000);
    expect(await node.later()).toBe(before);
    server.advance(2_000);
    expect(await node.later()).toBe(before + 1);
  });
});
