import { beforeAll, describe, expect, it } from "vitest";
import { putCategory, putPost, putTag } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { newId } from "../../platform/db/ids.ts";

const server = await createTestServer();
const token = await server.visitorToken();
const { context } = server;
const day = (number: number) => new Date(Date.UTC(2024, 0, number));
const ids: Record<string, string> = {};

const around = async (title: string, query = "") => {
  const { status, body } = await server.call("GET", `/v3/posts/${ids[title]}/around${query}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  const titleOf = (post?: { title: string }) => post?.title;
  return { previous: titleOf(body.previous), next: titleOf(body.next), related: body.related.map(titleOf), body };
};

beforeAll(async () => {
  const craft = await putCategory(context, { slug: "craft" });
  const [glass, wire] = [await putTag(context, { slug: "glass" }), await putTag(context, { slug: "wire" })];
  const put = async (title: string, number: number, post: Parameters<typeof putPost>[1] = {}) => {
    ids[title] = await putPost(context, { title, firstPublishedAt: day(number), ...post });
  };
  await put("First", 1, { categoryIds: [craft] });
  await put("Second", 2, { tagIds: [glass] });
  await put("Third", 3, { tagIds: [glass, wire], categoryIds: [craft], slug: "third" });
  await put("Drei", 3, { tagIds: [glass, wire], categoryIds: [craft], slug: "third", language: "de" });
  await put("Fourth", 4, { tagIds: [glass, wire] });
  await put("Fifth", 5, { tagIds: [wire] });
  await put("Fünf", 5, { tagIds: [glass, wire], categoryIds: [craft], language: "de" });
  await put("Sixth", 6);
  await put("Hidden", 7, { status: "UNPUBLISHED", tagIds: [glass, wire] });
  await put("Later", 8, { firstPublishedAt: new Date(Date.now() + 86_400_000), tagIds: [glass, wire] });
});

describe("GET /v3/posts/{postId}/around", () => {
  it("returns the previous and next post, and related posts in the same language", async () => {
    expect(await around("Third")).toMatchObject({
      previous: "Second",
      next: "Fourth",
      related: ["Fourth", "Fifth", "Second"],
    });
  });

  it("returns what exists at the ends, and nothing that is not public", async () => {
    expect(await around("First")).toMatchObject({ previous: undefined, next: "Second", related: ["Third"] });
    expect(await around("Sixth")).toMatchObject({ previous: "Fünf", next: undefined, related: [] });
  });

  it("returns the posts that the author chose first", async () => {
    await context.db
      .updateTable("posts")
      .set({ related_post_ids: [ids.Sixth!, ids.Hidden!, newId(), ids["Fünf"]!] })
      .where("id", "=", ids.Fourth!)
      .execute();
    expect((await around("Fourth")).related).toEqual(["Sixth", "Fünf", "Third"]);
  });

  it("returns posts like lists do, with the requested fieldsets", async () => {
    const { body } = await around("Third", "?fieldsets=METRICS");
    expect(body.next).toMatchObject({ id: ids.Fourth, metrics: { likes: 0 } });
    expect(body.next).not.toHaveProperty("url");
  });

  it.each(["Hidden", "Later"])("does not find %s", async (title) => {
    const { status, body } = await server.call("GET", `/v3/posts/${ids[title]}/around`, { token });
    expect([status, body.details.applicationError.code]).toEqual([404, "POST_NOT_FOUND"]);
  });

  it.each([
    ["nonsense/around", 404],
    [`${newId()}/around`, 404],
    ["%00/around", 404],
    [`${newId()}/around?fieldsets=X`, 400],
  ])("responds to %s with %i", async (path, status) => {
    expect((await server.call("GET", `/v3/posts/${path}`, { token })).status).toBe(status);
  });
});
