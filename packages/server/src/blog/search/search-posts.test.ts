import type { SearchedText } from "@porchlight/contract/blog/discovery/discovery";
import { beforeAll, describe, expect, it } from "vitest";
import { putPost } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createApiKey } from "../../auth/api-keys.ts";

const server = await createTestServer();
const token = await server.visitorToken();
const { context } = server;

const search = async (expression: string, more = "") => {
  const { status, body } = await server.call(
    "GET",
    `/v3/posts/search?expression=${encodeURIComponent(expression)}${more}`,
    { token },
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const titles = async (expression: string, more = "") =>
  (await search(expression, more)).results.map(({ post }: { post: { title: string } }) => post.title);
const joined = (pieces: SearchedText[]) => pieces.map(({ text }) => text).join("");
const found = (pieces: SearchedText[]) => pieces.filter((piece) => piece.found).map(({ text }) => text);

const long = `${"Filler words come first and go on. ".repeat(40)}Then the heron stands in the shallow water, and waits.${" More filler follows it. ".repeat(40)}`;

beforeAll(async () => {
  await putPost(context, {
    title: "Mending lanterns",
    contentText: "Glass & wire: see lantern.example/how-to for more.",
  });
  await putPost(context, { title: "Evening walk", contentText: "We carried a lantern along the river." });
  await putPost(context, {
    title: "Die Häuser am Fluß",
    language: "de",
    contentText: "Ein altes Haus, über dem Wasser gebaut.",
  });
  await putPost(context, { title: "Café in Málaga", language: "es", contentText: "Las canciones de la niñez." });
  await putPost(context, { title: "<b>Bold</b> claims", contentText: "Some <script>alert(1)</script> talk of glaze." });
  await putPost(context, { title: "Heron", contentText: long });
  await putPost(context, { title: "Decomposed", contentText: "A cafe\u0301 of owls, 𝒳 and 🦉 before the kestrel." });
  for (const status of ["UNPUBLISHED", "SCHEDULED", "DELETED", "IN_REVIEW"] as const)
    await putPost(context, { title: `Secret lantern ${status}`, status });
  await putPost(context, { title: "Lantern of tomorrow", firstPublishedAt: new Date(Date.now() + 86_400_000) });
});

describe("GET /v3/posts/search", () => {
  it.each([
    ["lantern", ["Mending lanterns", "Evening walk"]],
    ["LANTERNS", ["Mending lanterns", "Evening walk"]],
    ["lant", ["Mending lanterns", "Evening walk"]],
    ["lant river", []],
    ["carrying lantern", ["Evening walk"]],
    ['"carried a lantern"', ["Evening walk"]],
    ['"lantern carried"', []],
    ["lantern -river", ["Mending lanterns"]],
    ["-river", []],
    ["the", []],
    ["!!! &|()':*<->", []],
    ["haus", ["Die Häuser am Fluß"]],
    ["hauser", ["Die Häuser am Fluß"]],
    ["uber", ["Die Häuser am Fluß"]],
    ["cancion", ["Café in Málaga"]],
    ["Malaga", ["Café in Málaga"]],
    ["example/lantern", ["Mending lanterns"]],
    ["lantern.example", ["Mending lanterns"]],
    ["secret", []],
    ["tomorrow", []],
  ])("finds for %j the posts %j", async (expression, expected) => {
    expect(await titles(expression)).toEqual(expected);
  });

  it("filters by language", async () => {
    expect(await titles("haus", "&language=de")).toEqual(["Die Häuser am Fluß"]);
    expect(await titles("haus", "&language=en")).toEqual([]);
  });

  it("highlights matches in title and passage, in the original spelling", async () => {
    const [{ title, passage }] = (await search("haus")).results;
    expect(joined(title)).toBe("Die Häuser am Fluß");
    expect(found(title)).toEqual(["Häuser"]);
    expect(joined(passage)).toBe("Ein altes Haus, über dem Wasser gebaut.");
    expect(found(passage)).toEqual(["Haus"]);
  });

  it("returns markup in posts as plain text", async () => {
    const [{ title, passage }] = (await search("glaze bold")).results;
    expect(joined(title)).toBe("<b>Bold</b> claims");
    expect(joined(passage)).toBe("Some <script>alert(1)</script> talk of glaze.");
    expect(found(passage)).toEqual(["glaze"]);
  });

  it("returns the passage around the match", async () => {
    const [{ passage }] = (await search("heron shallow")).results;
    expect(joined(passage).length).toBeLessThan(300);
    expect(joined(passage)).toMatch(/^… heron stands in the shallow water, and waits\..* …$/);
    expect(found(passage)).toEqual(["heron", "shallow"]);
  });

  it("highlights the right characters if one takes several code units", async () => {
    const [{ passage }] = (await search("kestrel cafe")).results;
    expect(found(passage)).toEqual(["caf\u00e9", "kestrel"]);
  });

  it("returns pages and the total", async () => {
    const first = await search("lantern", "&paging.limit=1");
    expect(first.pagingMetadata).toEqual({ count: 1, offset: 0, total: 2, tooManyToCount: false, hasNext: true });
    const second = await search("lantern", "&paging.limit=1&paging.offset=1&fieldsets=URL");
    expect(second.pagingMetadata).toEqual({ count: 1, offset: 1, total: 2, tooManyToCount: false, hasNext: false });
    expect(second.results[0].post).toMatchObject({ title: "Evening walk", url: { path: expect.any(String) } });
    const beyond = await search("lantern", "&paging.offset=50");
    expect(beyond.pagingMetadata).toMatchObject({ count: 0, total: 2, hasNext: false });
  });

  it("ranks the newer of two equal matches first", async () => {
    await putPost(context, { title: "Quern", contentText: "old", firstPublishedAt: new Date("2019-01-01T00:00:00Z") });
    await putPost(context, { title: "Quern", contentText: "new", firstPublishedAt: new Date("2024-01-01T00:00:00Z") });
    expect((await search("quern")).results.map(({ passage }: { passage: SearchedText[] }) => joined(passage))).toEqual([
      "new",
      "old",
    ]);
  });

  it("reflects changes to a post and its deletion", async () => {
    const id = await putPost(context, { title: "Before zephyr" });
    await context.db.updateTable("posts").set({ title: "After mistral" }).where("id", "=", id).execute();
    expect(await titles("zephyr")).toEqual([]);
    expect(await titles("mistral")).toEqual(["After mistral"]);
    await context.db.updateTable("posts").set({ status: "UNPUBLISHED" }).where("id", "=", id).execute();
    expect(await titles("mistral")).toEqual([]);
    await context.db.updateTable("posts").set({ status: "PUBLISHED" }).where("id", "=", id).execute();
    expect(await titles("mistral")).toEqual(["After mistral"]);
    await context.db.deleteFrom("posts").where("id", "=", id).execute();
    expect(await titles("mistral")).toEqual([]);
  });

  it("searches only the public part of a members-only post, for all callers", async () => {
    const { key } = await createApiKey(context, { kind: "owner" }, { name: "Editor", role: "editor" });
    const paragraph = (text: string) => ({
      type: "PARAGRAPH",
      id: text.slice(0, 6),
      nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text, decorations: [] } }],
      paragraphData: {},
    });
    const draftPost = {
      title: "Gilded frames",
      membersOnly: true,
      excerpt: "What there is",
      richContent: {
        nodes: [...Array(12).keys()].map((n) => paragraph(`word${n} ${n === 11 ? "quicksilver" : "lead"} here`)),
      },
    };
    const headers = { "wix-site-id": context.site.id };
    const made = await server.call("POST", "/blog/v3/draft-posts", {
      token: key,
      headers,
      body: { draftPost, publish: true },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(await titles("gilded")).toEqual(["Gilded frames"]);
    expect(await titles("quicksilver")).toEqual([]);
    const { access_token: member } = await server.signIn();
    const { body } = await server.call("GET", "/v3/posts/search?expression=gilded&fieldsets=CONTENT_TEXT", {
      token: member,
    });
    expect(JSON.stringify(body)).not.toContain("quicksilver");
  });

  it("accepts the longest possible text", async () => {
    let words = "";
    for (let number = 0; words.length < 399_000; number += 1)
      words += `${String.fromCodePoint(0x4e00 + (number % 20_000))}${number} `;
    await putPost(context, { title: "Endless", contentText: words });
    expect(await titles("endless")).toEqual(["Endless"]);
  });

  it.each([
    ["", 400],
    ["?expression=", 400],
    [`?expression=${"x".repeat(201)}`, 400],
    ["?expression=a&paging.limit=0", 400],
    ["?expression=a&paging.offset=1001", 400],
    ["?expression=a&language=%00", 400],
    ["?expression=a%00b", 400],
    ["?expression=a%27%5C%25", 200],
    ["?expression=%F0%9F%A6%89%CC%81", 200],
  ])("responds to %s with %i", async (query, status) => {
    expect((await server.call("GET", `/v3/posts/search${query}`, { token })).status).toBe(status);
  });

  it("requires a token and responds at both paths", async () => {
    expect((await server.call("GET", "/v3/posts/search?expression=a")).status).toBe(401);
    expect((await server.call("GET", "/blog/v3/posts/search?expression=a", { token })).status).toBe(200);
  });
});
