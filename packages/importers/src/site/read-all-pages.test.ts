import { describe, expect, it } from "vitest";
import { readGhostApi } from "./ghost-api.ts";
import type { JsonResponse } from "./read-all-pages.ts";
import { readWordpressApi } from "./wordpress-api.ts";

const home = "https://blog.example/";
const slug = "%d0%bf%d1%80%d0%b8%d0%bb%d0%b8%d0%b2";
const posts = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    date_gmt: "2023-04-05T06:07:08",
    slug,
    link: home,
    title: { rendered: "A" },
    content: { rendered: "<p>Text</p>" },
    excerpt: { rendered: `<p>Short${" ".repeat(100_000)}[…] [&hellip;]</p>`.replace("&hellip;", "…") },
  }));

type Responses = Record<string, { status?: number; body?: unknown; total?: number } | { reason: string }>;
const fetcher = (responses: Responses) => async (url: string) => {
  const [, name = "", page = ""] = /(posts|pages|comments)\b.*[?&]page=(\d+)$/.exec(url) ?? [];
  const found = responses[name + page] ?? { status: 404 };
  return ("reason" in found ? found : { status: 200, total: undefined, body: undefined, ...found }) as JsonResponse;
};

describe("the API of WordPress", () => {
  const read = (responses: Responses) => readWordpressApi(`${home}wp-json/`, fetcher(responses));
  const pastEnd = { status: 400, body: { code: "rest_post_invalid_page_number" } };

  it("ends after a page that is not full, empty or past the end", async () => {
    for (const last of [{ body: posts(2, 51) }, { body: [] }, pastEnd])
      expect(await read({ posts1: { body: posts(50) }, posts2: last })).toMatchObject({ notes: [] });
  });

  it.each([
    [{ status: 502 }, "The server returned 502."],
    [{ reason: "Stopped." }, "Stopped."],
    [{ body: { code: "other" } }, "The server returned 200."],
  ])("keeps what was read before page 2 failed with %j", async (failure, reason) => {
    const found = await read({ posts1: { body: posts(50) }, posts2: failure });
    expect(found?.articles).toHaveLength(50);
    expect(found?.notes).toEqual([`The posts from page 2 on could not be read. ${reason}`]);
  });

  it("reads smaller pages than requested up to the total, and names what is missing", async () => {
    const found = await read({
      posts1: { body: posts(10), total: 25 },
      posts2: { body: posts(10, 11), total: 25 },
      posts3: pastEnd,
    });
    expect(found?.articles).toHaveLength(20);
    expect(found?.notes).toEqual(["The site has 25 posts, of which 5 could not be read."]);
  });

  it("is read with a page of any size", async () => {
    const found = await read({ posts1: { body: posts(1) }, comments1: { body: Array(300_000).fill(1) } });
    expect(found?.articles).toHaveLength(1);
  });

  it("decodes slugs, and shortens excerpts with spaces", async () => {
    const found = await read({ posts1: { body: posts(1) } });
    expect(found?.articles).toMatchObject([{ wantedSlug: "прилив", excerpt: "Short […]…" }]);
  });

  it("is closed if its first page is not public", async () => {
    expect(await read({ posts1: { status: 401 } })).toBeUndefined();
  });
});

describe("the Content API of Ghost", () => {
  const ghost = (count: number, next: number | null) => ({
    posts: Array.from({ length: count }, (_, at) => ({
      id: String(at),
      slug: "a",
      url: home,
      published_at: "2023-04-05T06:07:08.000Z",
    })),
    meta: { pagination: { next, total: 60 } },
  });
  const read = (responses: Responses) => readGhostApi({ address: home, key: "a" }, fetcher(responses));

  it("ends where its pagination ends, and keeps what was read before a failure", async () => {
    const first = { body: ghost(50, 2) };
    expect(await read({ posts1: first, posts2: { body: ghost(10, null) } })).toMatchObject({ notes: [] });
    const found = await read({ posts1: first, posts2: { status: 500 } });
    expect(found?.articles).toHaveLength(50);
    expect(found?.notes).toEqual(["The posts from page 2 on could not be read. The server returned 500."]);
  });
});
