import { describe, expect, it } from "vitest";
import { changeSetting } from "../../../../test/auth/sign-in-steps.ts";
import { putPost } from "../../../../test/blog/posts.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { deleteMember } from "../../../auth/account/delete-member.ts";
import { createApiKey } from "../../../auth/api-keys.ts";

const server = await createTestServer();
const { context } = server;
const owner = { kind: "owner" } as const;
await changeSetting(server, "postRatings", "everyone");

const call = (method: string, token: string, postId: string, body?: object) =>
  server.call(method, `/_api/porchlight/v1/blog/posts/${postId}/rating`, { token, body });
const rate = (token: string, postId: string, stars: unknown) => call("PUT", token, postId, { stars });
const metricsOf = async (postId: string) =>
  (await server.call("GET", `/v3/posts/${postId}/metrics`, { token: await server.visitorToken() })).body.metrics;
const codeOf = ({ body }: { body: { details: { applicationError?: { code: string } } } }) =>
  body.details.applicationError?.code;

describe("ratings", () => {
  it("count once per member and visitor, with the last value, until removed", async () => {
    const post = await putPost(context, {});
    const { access_token: member } = await server.signIn();
    const [first, second] = [await server.visitorToken(), await server.visitorToken()];
    expect((await call("GET", first, post)).body).toEqual({ rating: { postId: post, ratings: 0, mayRate: true } });
    expect(await metricsOf(post)).not.toHaveProperty("ratings");
    await rate(member, post, 5);
    await rate(first, post, 1);
    await rate(first, post, 4);
    const result = await rate(second, post, 4);
    const all = { postId: post, ratings: 3, averageRating: 4.33, mayRate: true };
    expect([result.status, result.body]).toEqual([200, { rating: { ...all, stars: 4 } }]);
    expect(await metricsOf(post)).toMatchObject({ ratings: 3, averageRating: 4.33 });
    expect((await call("GET", member, post)).body.rating).toEqual({ ...all, stars: 5 });

    expect((await call("DELETE", member, post)).body.rating).toEqual({ ...all, ratings: 2, averageRating: 4 });
    expect((await call("DELETE", member, post)).body.rating.ratings).toBe(2);
    const list = await server.call("GET", `/v3/posts/${post}?fieldsets=METRICS`, { token: member });
    expect(list.body.post.metrics).toMatchObject({ ratings: 2, averageRating: 4 });
  });

  it("count correctly when they are concurrent", async () => {
    const post = await putPost(context, {});
    const tokens = await Promise.all(Array.from({ length: 6 }, () => server.visitorToken()));
    const tries = tokens.flatMap((token, n) => [1, 2, 3].map(() => rate(token, post, 1 + (n % 5))));
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(await metricsOf(post)).toMatchObject({ ratings: 6, averageRating: 2.67 });
  });

  it("are deleted with their member", async () => {
    const post = await putPost(context, {});
    const { access_token: token, memberId } = await server.signIn();
    await rate(token, post, 2);
    await rate(await server.visitorToken(), post, 5);
    await deleteMember(context, { caller: owner }, memberId);
    expect(await metricsOf(post)).toMatchObject({ ratings: 1, averageRating: 5 });
  });

  it("are whole stars from one to five", async () => {
    const post = await putPost(context, {});
    const token = await server.visitorToken();
    for (const stars of [0, 6, 2.5, "3", null, undefined, [4], {}, -1, Number.MAX_VALUE]) {
      const refused = await rate(token, post, stars);
      expect([stars, refused.status, refused.body.details.validationError?.fieldViolations[0].field]).toEqual([
        stars,
        400,
        "stars",
      ]);
    }
    expect(await metricsOf(post)).not.toHaveProperty("ratings");
  });

  it("require a visible post and a member or visitor", async () => {
    const token = await server.visitorToken();
    const later = await putPost(context, { firstPublishedAt: new Date(context.now().getTime() + 3_600_000) });
    for (const post of [later, crypto.randomUUID(), "x"]) {
      for (const response of [
        await rate(token, post, 3),
        await call("GET", token, post),
        await call("DELETE", token, post),
      ])
        expect([post, response.status, codeOf(response)]).toEqual([post, 404, "POST_NOT_FOUND"]);
    }
    const { key } = await createApiKey(context, owner, { name: "Reader", role: "admin" });
    const headers = { "wix-site-id": context.site.id };
    const path = `/_api/porchlight/v1/blog/posts/${await putPost(context, {})}/rating`;
    expect(codeOf(await server.call("PUT", path, { token: key, headers, body: { stars: 3 } }))).toBe("NOT_ALLOWED");
    expect((await server.call("GET", path, { token: key, headers })).body.rating).toMatchObject({ mayRate: false });
  });

  it("require permission by the settings", async () => {
    const post = await putPost(context, {});
    const visitor = await server.visitorToken();
    const { access_token: member } = await server.signIn();
    await rate(visitor, post, 2);
    await changeSetting(server, "postRatings", "members");
    expect(codeOf(await rate(visitor, post, 3))).toBe("RATINGS_MEMBERS_ONLY");
    expect((await call("GET", visitor, post)).body.rating).toMatchObject({ stars: 2, mayRate: false });
    expect((await rate(member, post, 3)).status).toBe(200);
    await changeSetting(server, "postRatings", "off");
    expect(codeOf(await rate(member, post, 4))).toBe("RATINGS_OFF");
    // Ratings can still be removed.
    expect((await call("DELETE", visitor, post)).body.rating).toMatchObject({ ratings: 1, mayRate: false });
    await changeSetting(server, "postRatings", "everyone");
  });

  it("can be used in queries", async () => {
    const title = `Rated ${crypto.randomUUID()}`;
    const [rated] = [await putPost(context, { title }), await putPost(context, { title })];
    await rate(await server.visitorToken(), rated, 5);
    const { body } = await server.call("POST", "/v3/posts/query", {
      token: await server.visitorToken(),
      body: { query: { filter: { title, "metrics.ratings": { $gt: 0 } } } },
    });
    expect(body.posts.map(({ id }: { id: string }) => id)).toEqual([rated]);
  });
});
