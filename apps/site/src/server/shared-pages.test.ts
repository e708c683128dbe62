import { describe, expect, it } from "vitest";
import { createSiteUnderTest, memberCookie } from "./site-under-test.ts";
import { refusal, type StubAnswers, wirePost } from "./stub-api.ts";

const createSite = (special?: StubAnswers) => createSiteUnderTest(special, {}, undefined, {}, 1_000_000);
const wirePage = {
  id: "5a3d0d6e-0000-4000-8000-000000000003",
  title: "Draft",
  slug: "draft",
  richContent: wirePost.richContent,
};
const chrome = { "user-agent": "Mozilla/5.0 Chrome/140" };
const nonceOf = (answer: Response) => /'nonce-([^']+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1];
const readsOf = ({ api }: ReturnType<typeof createSite>) =>
  api.calls.filter(({ path }) => !path.startsWith("/oauth2/")).length;

describe("public pages", () => {
  it.each(["/", "/blog", "/blog?sort=oldest", "/blog/lamps"])("renders %s once for all of them", async (path) => {
    const site = createSite();
    const first = await site.get(path);
    const [firstHtml, firstNonce] = [await first.text(), nonceOf(first)];
    const reads = readsOf(site);
    const second = await site.get(path);
    const [html, nonce] = [await second.text(), nonceOf(second)];
    expect([first.status, second.status, readsOf(site)]).toEqual([200, 200, reads]);
    expect(nonce).not.toBe(firstNonce);
    expect(html).not.toContain(firstNonce);
    expect(html).toBe(firstHtml.replaceAll(firstNonce ?? "", nonce ?? ""));
    const names = ["Cache-Control", "Vary", "Content-Type", "X-Frame-Options", "Referrer-Policy"];
    expect(names.map((name) => second.headers.get(name))).toEqual(names.map((name) => first.headers.get(name)));
  });

  it("are compressed for browsers and have no body for HEAD", async () => {
    const site = createSite();
    const whole = await (await site.get("/blog/lamps")).text();
    const packed = await site.get("/blog/lamps", { "accept-encoding": "gzip, br" });
    expect(packed.headers.get("Content-Encoding")).toBe("gzip");
    const bytes = await packed.arrayBuffer();
    expect(packed.headers.get("Content-Length")).toBe(String(bytes.byteLength));
    const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
    expect(text.length).toBe(whole.length);
    const head = await site.get("/blog/lamps", { "accept-encoding": "gzip" }, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("are rendered again when the blog or the owner's color changes", async () => {
    let title = "One";
    const site = createSite({
      "/v3/posts/slugs/lamps": () => Response.json({ post: { ...wirePost, title } }),
    });
    const read = async () => (await site.get("/blog/lamps")).text();
    expect(await read()).toContain("One");
    title = "Two";
    expect(await read()).toContain("One");
    site.blog.revision += 1;
    expect(await read()).toContain("Two");
    site.blog.looks = { brand: ":root{--site-accent:#123456}" };
    expect(await read()).toContain("#123456");
    expect(await read()).toContain("#123456");
    site.blog.looks = {};
    expect(await read()).not.toContain("#123456");
  });

  it("are never served to members, and members' pages never to visitors", async () => {
    const site = createSite();
    const cookie = memberCookie();
    const asMember = async () => (await site.get("/blog/lamps", { cookie })).text();
    const asVisitor = async () => (await site.get("/blog/lamps")).text();
    expect(await asMember()).toContain("Ana \\u003c");
    const reads = readsOf(site);
    expect(await asVisitor()).not.toContain("Ana \\u003c");
    expect(readsOf(site)).toBeGreaterThan(reads);
    expect(await asMember()).toContain("Ana \\u003c");
    expect(await asVisitor()).not.toContain("Ana \\u003c");
    const personal = await site.get("/blog/lamps", { cookie });
    expect(personal.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await personal.text()).toContain("member-access");
    expect(await asVisitor()).not.toMatch(/access|pageToken/);
  });

  it("count a view of a cached post for readers only", async () => {
    const site = createSite();
    await site.get("/blog/lamps", chrome);
    expect(site.views).toEqual([]);
    await site.get("/blog/lamps", chrome);
    await site.get("/blog/lamps", { ...chrome, "sec-purpose": "prefetch" });
    await site.get("/blog/lamps", chrome, "HEAD");
    await site.get("/blog", chrome);
    await site.get("/blog", chrome);
    expect(site.views).toEqual([{ postId: wirePost.id, userAgent: chrome["user-agent"] }]);
  });

  it.each(["/blog/v2/stats/post/count", "/blog/v3/categories", "/v3/posts"])(
    "are not cached if a response of %s was missing",
    async (path) => {
      let isAway = true;
      const answer = () => (isAway ? refusal(429, "TOO_MANY_REQUESTS") : undefined);
      const whole = createSite();
      const site = createSite({
        [path]: async () => answer() ?? whole.api.fetch(new Request(`http://localhost:4000${path}`)),
      });
      await site.get("/blog");
      isAway = false;
      const reads = readsOf(site);
      expect((await site.get("/blog")).status).toBe(200);
      expect(readsOf(site)).toBeGreaterThan(reads);
    },
  );

  it.each(["/blog/nowhere", "/search?q=lamps", "/%73earch?q=lamps", "/sign-in"])(
    "keeps nothing of %s",
    async (path) => {
      const site = createSite();
      const first = await site.get(path);
      const calls = site.api.calls.length;
      expect((await site.get(path)).status).toBe(first.status);
      if (path !== "/sign-in") expect(site.api.calls.length).toBeGreaterThan(calls);
    },
  );

  it.each(["/preview", "/%70review", "/PREVIEW", "/%50review/"])("never contain the draft of %s", async (path) => {
    let isDeleted = false;
    const site = createSite({
      "/_api/porchlight/v1/site/page-preview": () =>
        isDeleted ? refusal(404, "NOT_FOUND") : Response.json({ page: wirePage }),
    });
    const first = await site.get(`${path}?page=abc.def`);
    expect(first.headers.get("Cache-Control")).toBe("private, no-store");
    isDeleted = true;
    expect((await site.get(`${path}?page=abc.def`)).status).toBe(404);
  });
});
