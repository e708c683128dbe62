import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { putPost } from "../../test/blog/posts.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createServer } from "../server.ts";

const server = await createTestServer();
const { context } = server;
const token = await server.visitorToken();
const other = await createServer(context.config);
afterAll(() => other.close());

const titles = async (fetch = server.fetch) => {
  const request = new Request("http://localhost:4000/v3/posts", { headers: { authorization: token } });
  const { posts } = (await (await fetch(request, { clientAddress: "10.1.1.1" })).json()) as {
    posts: { title: string }[];
  };
  return posts.map(({ title }) => title);
};

describe("cached reads of the blog", () => {
  it("show every write of the same server at once, and within a second on another", async () => {
    const id = await putPost(context, { title: "First" });
    expect([await titles(), await titles(other.fetch)]).toEqual([["First"], ["First"]]);
    for (const title of ["Second", "Third"]) {
      await sql`update posts set title = ${title} where id = ${id}`.execute(context.db);
      expect(await titles()).toEqual([title]);
      await expect.poll(() => titles(other.fetch), { timeout: 5_000 }).toEqual([title]);
    }
    await context.db.transaction().execute(async (tx) => {
      await sql`update posts set title = 'Uncommitted' where id = ${id}`.execute(tx);
      expect(await titles()).toEqual(["Third"]);
    });
    expect(await titles()).toEqual(["Uncommitted"]);
  });

  it("load once for concurrent and repeated reads", async () => {
    const loads: number[] = [];
    const read = () =>
      context.readCache.get(["test"], { showsViews: false, sizeOf: (value: number) => value }, async () =>
        loads.push(1),
      );
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    expect(await read()).toBe(1);
    await putPost(context, { title: "Another" });
    expect(await read()).toBe(2);
  });

  it("do not cache failures", async () => {
    const fail = () =>
      context.readCache.get(["failing"], { showsViews: false, sizeOf: () => 1 }, async () => {
        throw new Error("unavailable");
      });
    await expect(fail()).rejects.toThrow("unavailable");
    const options = { showsViews: false, sizeOf: () => 1 };
    expect(await context.readCache.get(["failing"], options, async () => "available")).toBe("available");
  });

  it("show the current number of views", async () => {
    const id = await putPost(context, { title: "Counted" });
    const views = async () =>
      (await server.call("GET", `/v3/posts/${id}?fieldsets=METRICS`, { token })).body.post.metrics.views;
    expect(await views()).toBe(0);
    await sql`update posts set view_count = 7 where id = ${id}`.execute(context.db);
    expect(await views()).toBe(7);
  });
});
