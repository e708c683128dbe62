import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { putPost } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createPostViews, isBrowser } from "./post-views.ts";

const server = await createTestServer();
const { context } = server;
const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const hours = 3_600_000;

let addresses = 0;
const newAddress = () => `192.0.2.${++addresses}`;

const read = async (
  id: string,
  {
    from = newAddress(),
    token,
    userAgent = chrome,
    fieldset = "RICH_CONTENT",
  }: Partial<Record<"from" | "token" | "userAgent" | "fieldset", string>> = {},
) => {
  const { status } = await server.call("GET", `/v3/posts/${id}?fieldsets=${fieldset}`, {
    token: token ?? (await server.visitorToken()),
    from,
    headers: { "user-agent": userAgent },
  });
  expect(status).toBe(200);
};
const viewsOf = async (id: string) => {
  await context.views.flush();
  const { status, body } = await server.call("GET", `/v3/posts/${id}?fieldsets=METRICS`, {
    token: await server.visitorToken(),
  });
  expect(status).toBe(200);
  return body.post.metrics.views;
};

describe("post views", () => {
  it("counts one view per visitor and post within 24 hours", async () => {
    const [post, other] = [await putPost(context, { slug: "seen" }), await putPost(context, {})];
    const from = newAddress();
    await read(post, { from });
    await read(post, { from });
    await read(other, { from });
    await server.call("GET", "/v3/posts/slugs/seen?fieldsets=RICH_CONTENT", {
      token: await server.visitorToken(),
      from,
      headers: { "user-agent": chrome },
    });
    expect([await viewsOf(post), await viewsOf(other)]).toEqual([1, 1]);
    await read(post, { from, userAgent: firefox });
    await read(post);
    expect(await viewsOf(post)).toBe(3);
  });

  it("counts another view after 24 hours, even if the server keeps running", async () => {
    const post = await putPost(context, {});
    const from = newAddress();
    const reader = {
      caller: { kind: "visitor", appId: "", sessionId: "", visitorId: "" },
      ip: from,
      userAgent: chrome,
    } as const;
    // A restarted server has no cached viewers; the database decides.
    const readAtAnother = async () => {
      const views = createPostViews(context);
      views.record(post, reader);
      await views.flush();
    };
    await read(post, { from });
    expect(await viewsOf(post)).toBe(1);
    server.advance(24 * hours - 60_000);
    await readAtAnother();
    expect(await viewsOf(post)).toBe(1);
    server.advance(120_000);
    await readAtAnother();
    expect(await viewsOf(post)).toBe(2);
  });

  it("counts a member once across devices", async () => {
    const post = await putPost(context, {});
    const { access_token: token } = await server.signIn();
    await read(post, { token });
    await read(post, { token, userAgent: firefox });
    expect(await viewsOf(post)).toBe(1);
  });

  it("counts correctly on several servers at once, with concurrent likes", async () => {
    const posts = await Promise.all(Array.from({ length: 6 }, () => putPost(context, {})));
    const servers = [createPostViews(context), createPostViews(context), context.views];
    for (let viewer = 0; viewer < 60; viewer += 1) {
      for (const post of posts) {
        // Each viewer reads on two servers.
        for (const views of [servers[viewer % 3]!, servers[(viewer + 1) % 3]!]) {
          views.record(post, {
            caller: { kind: "visitor", appId: "", sessionId: "", visitorId: "" },
            ip: `198.51.100.${viewer}`,
            userAgent: chrome,
          });
        }
      }
    }
    const visitor = await server.visitorToken();
    const like = (entityId: string) =>
      server.call("POST", "/blog/v1/likes", { token: visitor, body: { like: { fqdn: "wix.blog.v3.post", entityId } } });
    await Promise.all([...servers.map((views) => views.flush()), ...posts.map(like)]);
    for (const post of posts) expect(await viewsOf(post)).toBe(60);
    const { body } = await server.call("GET", `/v3/posts/${posts[0]}/metrics`, { token: await server.visitorToken() });
    expect(body.metrics).toEqual({ comments: 0, likes: 1, views: 60 });
  });

  it("retains views while the database is unavailable", async () => {
    const post = await putPost(context, {});
    const views = createPostViews(context);
    views.record(post, {
      caller: { kind: "visitor", appId: "", sessionId: "", visitorId: "" },
      ip: newAddress(),
      userAgent: chrome,
    });
    await sql`alter table post_viewers rename to elsewhere`.execute(context.db);
    await expect(views.flush()).rejects.toThrow("does not exist");
    await sql`alter table elsewhere rename to post_viewers`.execute(context.db);
    await views.flush();
    expect(await viewsOf(post)).toBe(1);
  });

  it("stores no IP address and no value that links two posts", async () => {
    const [one, two] = [await putPost(context, {}), await putPost(context, {})];
    const from = newAddress();
    await read(one, { from });
    await read(two, { from });
    await context.views.flush();
    const { rows } = await sql<{ post_id: string; viewer: Buffer }>`select post_id, viewer from post_viewers`.execute(
      context.db,
    );
    const [first, second] = [one, two].map((id) => rows.find(({ post_id }) => post_id === id)?.viewer.toString("hex"));
    expect(first).toHaveLength(32);
    expect(first).not.toBe(second);
    expect(JSON.stringify(rows)).not.toContain(from);
  });

  it("counts neither lists nor deleted posts", async () => {
    const post = await putPost(context, {});
    await read(post, { fieldset: "METRICS" });
    expect(await viewsOf(post)).toBe(0);
    const gone = await putPost(context, {});
    await read(gone);
    await context.db.deleteFrom("posts").where("id", "=", gone).execute();
    await context.views.flush();
  });

  it.each([
    [chrome, true],
    [firefox, true],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      true,
    ],
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", false],
    [
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36",
      false,
    ],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
      false,
    ],
    ["curl/8.5.0", false],
    ["node", false],
    ["", false],
    [undefined, false],
  ])("isBrowser of %s is %s", (userAgent, expected) => {
    expect(isBrowser(userAgent)).toBe(expected);
  });
});
