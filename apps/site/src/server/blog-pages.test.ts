import { describe, expect, it } from "vitest";
import { createSiteUnderTest } from "./site-under-test.ts";
import { refusal, wirePost } from "./stub-api.ts";

describe("blog pages", () => {
  it("describe the authors of a post in structured data, if it has any", async () => {
    const profile = { name: "Ana Lima", picture: "/media/ana.webp", link: "https://ana.example/" };
    const authorsOf = async (authors: string[]) => {
      const answer = () => Response.json({ post: { ...wirePost, authors } });
      const { get } = createSiteUnderTest({ [`/v3/posts/slugs/${wirePost.slug}`]: answer }, { authors: [profile] });
      const html = await (await get(`/blog/${wirePost.slug}`)).text();
      return JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? "").author;
    };
    expect(await authorsOf(["Ana Lima", "O'Brien \"</script>"])).toEqual([
      {
        "@type": "Person",
        name: "Ana Lima",
        url: "http://localhost:4000/blog/author/Ana%20Lima",
        image: "http://localhost:4000/media/ana.webp",
        sameAs: "https://ana.example/",
      },
      {
        "@type": "Person",
        name: "O'Brien \"</script>",
        url: "http://localhost:4000/blog/author/O'Brien%20%22%3C%2Fscript%3E",
      },
    ]);
    expect(await authorsOf([])).toBeUndefined();
  });

  it("use every id once, whatever the headings of the content", async () => {
    const ids = ["main", "related", "read-on", "archive", "root", "body"];
    const heading = (id: string) => ({
      type: "HEADING",
      id,
      headingData: { level: 2 },
      nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: id, decorations: [] } }],
    });
    const post = {
      ...wirePost,
      preview: true,
      membersOnly: true,
      pricingPlanIds: [],
      richContent: { nodes: ids.map(heading) },
    };
    const { get } = createSiteUnderTest({
      [`/v3/posts/slugs/${wirePost.slug}`]: () => Response.json({ post }),
      [`/v3/posts/${wirePost.id}/around`]: () => Response.json({ related: [{ ...wirePost, slug: "other" }] }),
    });
    const html = await (await get(`/blog/${wirePost.slug}`)).text();
    expect(html).toContain("Related posts");
    expect(html).toContain("This post is for members");
    const found = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(found.filter((id, index) => found.indexOf(id) !== index)).toEqual([]);
    expect(found).toEqual(expect.arrayContaining(["main", "content-main", "related", "read-on"]));
    for (const [, id] of html.matchAll(/aria-labelledby="([^"]*)"/g)) expect(found).toContain(id);
  });

  it("have one canonical URL in every sort order, and keep the order in the next page's URL", async () => {
    const { get, api } = createSiteUnderTest({
      "/v3/posts": () => Response.json({ posts: [wirePost], metaData: { count: 1, cursor: "c+1" } }),
    });
    const html = await (await get("/blog?sort=title")).text();
    expect(html).toContain('<link rel="canonical" href="http://localhost:4000/blog"/>');
    expect(html).toContain('<link rel="next" href="/blog?sort=title&amp;cursor=c%2B1"/>');
    expect(html).toContain('<option value="title" selected="">');
    expect(html).toMatch(/<noscript><button type="submit"/);
    expect(html).not.toContain('content="noindex"');
    expect(api.calls.find(({ path }) => path === "/v3/posts")?.search).toContain("sort=TITLE_ASC");
    expect(await (await get("/blog?sort=title&cursor=c%2B1")).text()).toContain('content="noindex"');
  });

  it("show how often each post was viewed and liked", async () => {
    const posts = [
      { ...wirePost, metrics: { views: 1200, likes: 1, comments: 0 } },
      { ...wirePost, id: "5a3d0d6e-0000-4000-8000-000000000009", metrics: { views: 1, likes: 0, comments: 0 } },
    ];
    const { get, api } = createSiteUnderTest({
      "/v3/posts": () => Response.json({ posts, metaData: { count: 2 } }),
      "/v3/posts/query": () => Response.json({ posts, pagingMetadata: { count: 2 } }),
    });
    for (const path of ["/blog", "/blog/archive/2030/01"]) {
      const html = await (await get(path)).text();
      const said = [...html.matchAll(/>([\d,]+ (?:views?|likes?))</g)].map((found) => found[1]);
      expect(said, path).toEqual(["1,200 views", "1 like", "1 view"]);
    }
    expect(api.calls.find(({ path }) => path === "/v3/posts")?.search).toContain("fieldsets=METRICS");
  });

  it("show a message if the archive cannot be loaded", async () => {
    const { get, faults } = createSiteUnderTest({ "/blog/v2/stats/post/count": () => refusal(500, "INTERNAL") });
    const answer = await get("/blog");
    const html = await answer.text();
    expect([answer.status, faults.length]).toEqual([200, 1]);
    expect(html).toContain("We could not load the archive.");
    expect(html).toContain("request-1");
    expect(html).toContain("What burns at night.");
  });

  it("list a tag's posts at its slug, and redirect from its id", async () => {
    const coverImage = { id: "0a.png", url: "http://localhost:4000/media/0a.png", width: 1200, height: 630 };
    const page = { description: "What burns.", coverImage };
    const tag = { id: "5a3d0d6e-0000-4000-8000-000000000003", label: "Oil & wick", slug: "oil-&-wick", ...page };
    const { get } = createSiteUnderTest({
      "/v3/tags/slugs/oil-%26-wick": () => Response.json({ tag }),
      [`/v3/tags/${tag.id}`]: () => Response.json({ tag }),
      "/v3/posts": () => Response.json({ posts: [], metaData: { count: 0 } }),
    });
    const moved = await get(`/blog?tag=${tag.id}`);
    expect([moved.status, moved.headers.get("Location")]).toEqual([301, "/blog/tag/oil-%26-wick"]);
    const html = await (await get("/blog/tag/oil-%26-wick")).text();
    expect(html).toContain("<h1><bdi>Oil &amp; wick</bdi></h1>");
    expect(html).toContain('<p class="lead"><bdi>What burns.</bdi></p>');
    expect(html).toContain('<meta name="description" content="What burns."/>');
    expect(html).toMatch(/<meta property="og:image" content="[^"]*\/media\/0a\.png/);
    expect(html).toContain("Nothing matches.");
    expect(html).toContain('<a href="/blog">See all posts</a>');
    expect((await get("/blog/tag/unknown")).status).toBe(404);
    expect((await get("/blog?tag=unknown")).status).toBe(404);
  });

  it("list a category's posts at any position in the owner's list", async () => {
    const category = {
      id: "5a3d0d6e-0000-4000-8000-000000000004",
      label: "Wick",
      title: "Wick",
      slug: "wick",
      postCount: 1,
    };
    const { get } = createSiteUnderTest({
      "/blog/v3/categories/slugs/wick": () => Response.json({ category }),
      "/blog/v3/categories/slugs/empty": () => Response.json({ category: { ...category, postCount: 0 } }),
    });
    const html = await (await get("/blog/category/wick")).text();
    expect(html).toContain("<h1><bdi>Wick</bdi></h1>");
    expect(html).toContain('<link rel="canonical" href="http://localhost:4000/blog/category/wick"/>');
    expect((await get("/blog/category/empty")).status).toBe(404);
    expect((await get("/blog/category/unknown")).status).toBe(404);
  });

  it("list a month's posts, and link the adjacent months if there are none", async () => {
    const { get, faults } = createSiteUnderTest({
      "/v3/posts/query": () => Response.json({ posts: [wirePost], pagingMetadata: { count: 1 } }),
    });
    const html = await (await get("/blog/archive/2030/01")).text();
    expect(html).toContain("<h1><bdi>January 2030</bdi></h1>");
    expect(html).toContain("What burns at night.");
    expect((await get("/blog/archive/2030/1")).headers.get("Location")).toBe("/blog/archive/2030/01");
    for (const path of ["/blog/archive/2030/02", "/blog/archive/2030/00", "/blog/archive/0000/99"]) {
      const missing = await get(path);
      const words = await missing.text();
      expect(missing.status).toBe(404);
      expect(words).toContain('<meta name="robots" content="noindex"/>');
      expect(words).toContain('href="/blog/archive/2030/01" class="label">January 2030</a>');
    }
    expect((await get("/blog/archive/now/01")).status).toBe(404);
    expect(faults).toEqual([]);
  });

  it("list an author's posts, and return 404 for an author without posts", async () => {
    const { get } = createSiteUnderTest({
      "/v3/posts/query": () => Response.json({ posts: [wirePost], pagingMetadata: { count: 1 } }),
    });
    const html = await (await get("/blog/author/Ana%20Lima%2FB")).text();
    expect(html).toContain("<h1><bdi>Posts by Ana Lima/B</bdi></h1>");
    expect(html).toContain('<link rel="canonical" href="http://localhost:4000/blog/author/Ana%20Lima%2FB"/>');
    expect((await createSiteUnderTest().get("/blog/author/Nobody")).status).toBe(404);
  });

  it("return 404 for URLs that the server rejects, without logging an error", async () => {
    const invalid = () =>
      Response.json(
        { message: "INVALID_ARGUMENT", details: { validationError: { fieldViolations: [] } } },
        { status: 400 },
      );
    const slug = "a".repeat(201);
    const { get, faults } = createSiteUnderTest({ [`/v3/posts/slugs/${slug}`]: invalid, "/v3/posts/query": invalid });
    for (const path of [`/blog/${slug}`, `/blog/author/${"a".repeat(4097)}`, "/blog/author/%00"]) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('content="noindex"');
    }
    expect(faults).toEqual([]);
  });

  it("show a post if the posts to read next cannot be loaded", async () => {
    const { get, faults } = createSiteUnderTest({
      [`/v3/posts/${wirePost.id}/around`]: () => refusal(500, "INTERNAL"),
    });
    const answer = await get("/blog/lamps");
    expect([answer.status, faults.length]).toEqual([200, 1]);
    expect(await answer.text()).toContain('<a href="/blog/author/Ana%20Lima"');
  });

  it("link a post to the adjacent ones", async () => {
    const { get } = createSiteUnderTest({
      [`/v3/posts/${wirePost.id}/around`]: () =>
        Response.json({
          previous: { ...wirePost, title: "Wicks", slug: "wicks?" },
          related: [{ ...wirePost, title: "Oil", slug: "oil" }],
        }),
    });
    const html = await (await get("/blog/lamps")).text();
    expect(html).toMatch(/<a href="\/blog\/wicks%3F" rel="prev"[^>]*><span class="neighbours-label">Previous post/);
    expect(html).toMatch(/Related posts<\/h2>.*<h3 [^>]*><a href="\/blog\/oil"/);
    expect(html).not.toContain('rel="next"');
  });
});
