import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { putPost } from "../../../../test/blog/posts.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { createApiKey } from "../../../auth/api-keys.ts";
import { newId } from "../../../platform/db/ids.ts";

const server = await createTestServer();
const { context } = server;
const fqdn = "wix.blog.v3.post";
const guid = expect.stringMatching(/^[0-9a-f-]{36}$/);

const like = (token: string | undefined, entityId: string) =>
  server.call("POST", "/blog/v1/likes", { token, body: { like: { fqdn, entityId } } });
const unlike = (token: string, entityId: string) =>
  server.call("DELETE", `/blog/v1/likes/fqdn/${fqdn}/entity-id/${entityId}?fqdn=${fqdn}&entityId=${entityId}`, {
    token,
  });
const query = (token: string, body: object = {}) => server.call("POST", "/blog/v1/likes/query", { token, body });
const likesOf = async (postId: string) => {
  const { body } = await server.call("GET", `/v3/posts/${postId}/metrics`, { token: await server.visitorToken() });
  return body.metrics.likes;
};
const codeOf = ({ body }: { body: { details: { applicationError?: { code: string } } } }) =>
  body.details.applicationError?.code;

describe("likes", () => {
  it("count once per member and visitor", async () => {
    const post = await putPost(context, {});
    const { access_token: member, memberId } = await server.signIn();
    const visitor = await server.visitorToken();
    const first = await like(member, post);
    expect([first.status, first.body]).toEqual([
      200,
      { like: { id: guid, fqdn, entityId: post, createdDate: expect.stringMatching(/Z$/), memberId } },
    ]);
    expect((await like(member, post)).body).toEqual(first.body);
    expect((await like(visitor, post)).body.like).not.toHaveProperty("memberId");
    expect(await likesOf(post)).toBe(2);
  });

  it("count correctly when they are concurrent", async () => {
    const post = await putPost(context, {});
    const tokens = await Promise.all(Array.from({ length: 8 }, () => server.visitorToken()));
    const responses = await Promise.all([...tokens, ...tokens, ...tokens].map((token) => like(token, post)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await likesOf(post)).toBe(8);
    await Promise.all([...tokens.slice(0, 5), ...tokens.slice(0, 5)].map((token) => unlike(token, post)));
    expect(await likesOf(post)).toBe(3);
  });

  it("are removed by id and by post, idempotently", async () => {
    const post = await putPost(context, {});
    const token = await server.visitorToken();
    const { id } = (await like(token, post)).body.like;
    expect((await server.call("DELETE", `/blog/v1/likes/${id}?likeId=${id}`, { token })).body.like.id).toBe(id);
    expect(codeOf(await server.call("DELETE", `/blog/v1/likes/${id}`, { token }))).toBe("LIKE_NOT_FOUND");
    await like(token, post);
    expect((await unlike(token, post)).body.like.entityId).toBe(post);
    const again = await unlike(token, post);
    expect([again.status, again.body]).toEqual([200, {}]);
    expect(await likesOf(post)).toBe(0);
  });

  it("of others can be neither read nor removed", async () => {
    const post = await putPost(context, {});
    const { id } = (await like(await server.visitorToken(), post)).body.like;
    const { access_token: other } = await server.signIn();
    expect((await query(other, { query: { filter: { entityId: post } } })).body.likes).toEqual([]);
    expect(codeOf(await server.call("GET", `/blog/v1/likes/${id}`, { token: other }))).toBe("LIKE_NOT_FOUND");
    expect(codeOf(await server.call("DELETE", `/blog/v1/likes/${id}`, { token: other }))).toBe("LIKE_NOT_FOUND");
    expect((await unlike(other, post)).body).toEqual({});
    expect(await likesOf(post)).toBe(1);
  });

  it("are listed page by page for their author and for API keys of editors", async () => {
    const posts = [await putPost(context, {}), await putPost(context, {}), await putPost(context, {})];
    const token = await server.visitorToken();
    for (const post of posts) {
      await like(token, post);
      server.advance(5);
    }
    const first = (await query(token, { query: { cursorPaging: { limit: 2 } } })).body;
    expect(first.likes.map(({ entityId }: { entityId: string }) => entityId)).toEqual([posts[2], posts[1]]);
    expect(first.pagingMetadata).toMatchObject({ count: 2, hasNext: true });
    const cursor = first.pagingMetadata.cursors.next;
    const second = (await query(token, { query: { cursorPaging: { limit: 2, cursor } } })).body;
    expect(second.likes.map(({ entityId }: { entityId: string }) => entityId)).toEqual([posts[0]]);
    // The cursor does not reveal other authors' likes.
    const other = await server.visitorToken();
    expect((await query(other, { query: { cursorPaging: { cursor } } })).body.likes).toEqual([]);

    const { key } = await createApiKey(context, { kind: "owner" }, { name: "Editor", role: "editor" });
    const headers = { "wix-site-id": context.site.id };
    const all = await server.call("POST", "/blog/v1/likes/query", {
      token: key,
      headers,
      body: { query: { filter: { entityId: posts[0] } } },
    });
    expect(all.body.likes).toHaveLength(1);
    const refused = await server.call("POST", "/blog/v1/likes", {
      token: key,
      headers,
      body: { like: { fqdn, entityId: posts[0] } },
    });
    expect(codeOf(refused)).toBe("NOT_ALLOWED");
  });

  it("record one event of the like and one of the post, unless nothing changed", async () => {
    const post = await putPost(context, {});
    const { access_token: token, memberId } = await server.signIn();
    const { id } = (await like(token, post)).body.like;
    await like(token, post);
    await unlike(token, post);
    await unlike(token, post);
    const { rows } = await sql<{ type: string; entity_id: string; body: string; identity: { memberId: string } }>`
      select type, entity_id, body, identity::json as identity from events
      where entity_id in (${post}, ${id}) order by happened_at, id`.execute(context.db);
    const who = { actionEvent: { body: { postId: post, memberId } } };
    const events = rows.map(({ type, entity_id, body }) => [
      type,
      entity_id,
      typeof body === "string" ? JSON.parse(body) : body,
    ]);
    expect(events).toHaveLength(4);
    expect(events).toEqual(
      expect.arrayContaining([
        ["wix.blog.v3.post_liked", post, who],
        ["wix.blog.v1.like_created", id, { createdEvent: { entity: expect.objectContaining({ id, entityId: post }) } }],
        ["wix.blog.v3.post_unliked", post, who],
        ["wix.blog.v1.like_deleted", id, { deletedEvent: { deletedEntity: expect.objectContaining({ id }) } }],
      ]),
    );
    expect(rows.map(({ identity }) => identity.memberId)).toEqual(Array(4).fill(memberId));
  });

  it("are deleted with the member and with the post", async () => {
    const post = await putPost(context, {});
    const { access_token: token, memberId } = await server.signIn();
    await like(token, post);
    await context.db.deleteFrom("members").where("id", "=", memberId).execute();
    expect(await likesOf(post)).toBe(0);
    await like(await server.visitorToken(), post);
    await context.db.deleteFrom("posts").where("id", "=", post).execute();
  });

  it("require a visible post", async () => {
    const token = await server.visitorToken();
    const hidden = await putPost(context, { status: "UNPUBLISHED" });
    const tomorrow = await putPost(context, { firstPublishedAt: new Date(Date.now() + 86_400_000) });
    for (const id of [hidden, tomorrow, newId()]) expect(codeOf(await like(token, id))).toBe("POST_NOT_FOUND");
  });

  it.each([
    ["POST", "/blog/v1/likes", { like: { fqdn: "wix.blog.v3.category", entityId: newId() } }, 400],
    ["POST", "/blog/v1/likes", { like: { fqdn, entityId: "x" } }, 400],
    ["POST", "/blog/v1/likes", { like: null }, 400],
    ["POST", "/blog/v1/likes", {}, 400],
    ["GET", "/blog/v1/likes/nonsense", undefined, 404],
    ["GET", "/blog/v1/likes/%00", undefined, 404],
    ["DELETE", "/blog/v1/likes/nonsense", undefined, 404],
    ["DELETE", `/blog/v1/likes/fqdn/other/entity-id/${newId()}`, undefined, 400],
    ["DELETE", `/blog/v1/likes/fqdn/${fqdn}/entity-id/x`, undefined, 400],
    ["POST", "/blog/v1/likes/query", { query: { filter: { nonsense: 1 } } }, 400],
    ["POST", "/blog/v1/likes/query", { query: { cursorPaging: { cursor: "x" } } }, 400],
    ["POST", "/blog/v1/likes/query", { query: { sort: [{ fieldName: "x" }] } }, 400],
  ])("responds to %s %s of %j with %i", async (method, path, body, status) => {
    const token = await server.visitorToken();
    expect((await server.call(method, path, { token, ...(body ? { body } : {}) })).status).toBe(status);
  });

  it("require a token", async () => {
    expect((await like(undefined, newId())).status).toBe(401);
  });
});
