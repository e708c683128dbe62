import { describe, expect, it } from "vitest";
import { createSiteUnderTest } from "./site-under-test.ts";
import { refusal, wirePost } from "./stub-api.ts";

const path = "/v3/posts/search";
const found = {
  post: wirePost,
  title: [{ text: "<b>", found: true }, { text: " & lights" }],
  passage: [{ text: "… a " }, { text: "lamp", found: true }, { text: "</p><script>" }],
};
const answer = (total: number, hasNext = false, tooManyToCount = false) => ({
  [path]: () => Response.json({ results: [found], pagingMetadata: { count: 1, total, hasNext, tooManyToCount } }),
});

describe("search page", () => {
  it("has a form that works without scripts, and sends no request before a search", async () => {
    const { get, api } = createSiteUnderTest();
    const html = await (await get("/search")).text();
    expect(html).toContain('<form class="search-form" action="/search">');
    expect(html).toMatch(/<input [^>]*type="search"[^>]*name="q"/);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain("No post has");
    await get("/search?q=%20");
    expect((await get("/search?q=%00")).status).toBe(200);
    expect(api.calls.filter((call) => call.path === path)).toEqual([]);
  });

  it("highlights matches, and renders no result as markup", async () => {
    const { get, api } = createSiteUnderTest(answer(1));
    const html = await (await get("/search?q=lamp%20%26%22")).text();
    expect(html).toContain("<h1>Results for “lamp &amp;&quot;”</h1>");
    expect(html).toContain('<a href="/blog/lamps"><bdi><mark>&lt;b&gt;</mark> &amp; lights</bdi></a>');
    expect(html).toContain("<p><bdi>… a <mark>lamp</mark>&lt;/p&gt;&lt;script&gt;</bdi></p>");
    expect(html).toContain('role="status">1 post</p>');
    const requested = new URLSearchParams(api.calls.find((call) => call.path === path)?.search);
    expect(requested.get("expression")).toBe('lamp &"');
  });

  it("links the previous and next results", async () => {
    const { get } = createSiteUnderTest(answer(40, true));
    const html = await (await get("/search?q=lamp&from=12")).text();
    expect(html).toContain('<a href="/search?q=lamp" rel="prev">');
    expect(html).toContain('<a href="/search?q=lamp&amp;from=24" rel="next">');
    expect(html).toContain("40 posts");
  });

  it("shows if there are too many results to count", async () => {
    const html = await (await createSiteUnderTest(answer(1000, true, true)).get("/search?q=lamp")).text();
    expect(html).toContain("More than 1,000 posts. These are the newest.");
  });

  it("shows if there are no results", async () => {
    const empty = () => Response.json({ results: [], pagingMetadata: { count: 0, total: 0 } });
    const page = await createSiteUnderTest({ [path]: empty }).get("/search?q=nothing");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("No post has the words “nothing”.");
  });

  it("keeps its form and shows the error if the server fails", async () => {
    const { get, faults } = createSiteUnderTest({ [path]: () => refusal(500, "INTERNAL") });
    const page = await get("/search?q=lamp");
    const html = await page.text();
    expect([page.status, faults.length]).toEqual([500, 1]);
    expect(html).toContain("We could not search the blog.");
    expect(html).toContain("request-1");
    expect(html).toContain('value="lamp"');
  });

  it.each([
    [`q=${"a".repeat(300)}`, { expression: "a".repeat(200) }],
    ["q=a%00b%1F", { expression: "a b" }],
    ["q=lamp&from=-1", { expression: "lamp", "paging.offset": "0" }],
    ["q=lamp&from=9999", { expression: "lamp", "paging.offset": "1000" }],
    ["q=lamp&from=1e3", { expression: "lamp", "paging.offset": "0" }],
  ])("sends valid parameters to the server, whatever the URL contains: %s", async (query, expected) => {
    const { get, api } = createSiteUnderTest(answer(1));
    expect((await get(`/search?${query}`)).status).toBe(200);
    const requested = new URLSearchParams(api.calls.find((call) => call.path === path)?.search);
    for (const [name, value] of Object.entries(expected)) expect(requested.get(name)).toBe(value);
  });
});
