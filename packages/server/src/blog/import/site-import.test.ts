import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { rehearseImport } from "./jobs/rehearse-import.ts";
import { runImport } from "./jobs/run-import.ts";
import { prepareImport } from "./jobs/start-import.ts";

const { context } = await createTestServer({ outbound: { privateTargets: true } });
const owner = { kind: "owner" } as const;
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  for (const table of ["imports", "posts", "site_pages", "categories", "tags", "imported_pictures"] as const)
    await context.db.deleteFrom(table).execute();
});

type Files = Record<string, string | Buffer | RequestListener>;

async function serve(files: (url: string) => Files): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  let served: Files = {};
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    const file = served[request.url ?? ""];
    if (typeof file === "function") file(request, response);
    else response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  served = files(url);
  return { url, requests };
}

const rehearse = (place: string, more = {}) =>
  rehearseImport(context, owner, { place, format: "auto", rate: 50, ...more });
const posts = () => context.db.selectFrom("posts").selectAll().orderBy("first_published_at").execute();
const pages = () => context.db.selectFrom("site_pages").selectAll().execute();

const sentence = "The tide comes in twice a day, and twice a day it leaves the pier to the gulls and to us. ";
const text = `<p>${sentence.repeat(4)}</p>`.repeat(3);

const page = (
  title: string,
  body: string,
  head = "",
) => `<!doctype html><html lang="de-CH"><head><title>${title} | Pier</title>
<meta property="og:site_name" content="Pier"><meta name="description" content="Notes from the water."><meta name="theme-color" content="#0a5c8f">
<link rel="apple-touch-icon" href="/icon.png">${head}</head><body><nav><a href="/">Home</a> <a href="/tags/sea/">Sea</a></nav>
<main>${body}</main><footer>Made by the sea</footer></body></html>`;
const article = (title: string, more = "") => `<article><h1>${title}</h1>${text}${more}</article>`;

const feed = (url: string) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Pier</title><link>${url}/</link>
<item><title>Whole</title><link>${url}/whole/</link><guid>${url}/whole/</guid><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate>
<content:encoded><![CDATA[<p>All of it.</p>]]></content:encoded></item>
<item><title>Cut</title><link>${url}/cut/</link><guid>${url}/cut/</guid><pubDate>Tue, 02 Jan 2024 10:00:00 GMT</pubDate>
<category>Sea</category><description>Only a summary.</description></item></channel></rss>`;

const sitemap = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>${url}</loc></url>`)
    .join("")}</urlset>`;

const staticSite = (url: string): Files => ({
  "/robots.txt": `User-agent: *\nDisallow: /drafts/\nSitemap: ${url}/map.xml`,
  "/": page("Pier", "<p>Welcome</p>", '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'),
  "/feed.xml": feed(url),
  "/map.xml": sitemap(
    ...["/", "/whole/", "/cut/", "/old/", "/about/", "/tags/sea/", "/drafts/x/", "/list/"].map((path) => url + path),
  ),
  "/cut/": page("Cut", article("Cut", '<img src="/pier.png" alt="Pier">')),
  "/old/": page(
    "Old",
    article("Old"),
    `<meta property="article:published_time" content="2019-05-06T07:08:09Z"><meta property="og:image" content="/pier.png">
    <meta property="article:tag" content="Gulls"><meta name="author" content="Ada">`,
  ),
  "/about/": page("About us", article("About us")).replace("About us | Pier", "Pier – About us"),
  "/list/": page("List", `<ul>${`<li><a href="/old/">${sentence}</a></li>`.repeat(9)}</ul>`),
  "/pier.png": greyPng(12, 8),
});

describe("a website", () => {
  it("is previewed without a change and read once: feed, sitemap and pages, without what robots.txt disallows", async () => {
    const { url, requests } = await serve(staticSite);
    await using preview = await rehearse(url);
    expect(preview.contents).toEqual({
      posts: 3,
      pages: 1,
      images: 1,
      categories: 0,
      tags: 2,
      authors: 1,
      comments: 0,
    });
    expect(preview.counts).toMatchObject({ added: 4, skipped: 1 });
    expect(preview.report.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        "The page cannot be read. Disallowed by robots.txt.",
        "Skipped pages without an article, such as lists: 2.",
      ]),
    );
    expect(preview.source).toMatchObject({
      isWebsite: true,
      site: {
        name: "Pier",
        tagline: "Notes from the water.",
        language: "de-CH",
        color: "#0a5c8f",
        icon: `${url}/icon.png`,
      },
    });
    expect(await posts()).toEqual([]);
    for (const path of ["/whole/", "/drafts/x/", "/tags/sea/", "/pier.png"]) expect(requests).not.toContain(path);
    const read = requests.length;

    const { id } = await prepareImport(context, owner, { place: url, format: "auto" });
    const job = await runImport(context, owner, id, { source: preview.source });
    expect(job).toMatchObject({ status: "DONE", counts: { added: 4, images: 1 } });
    // Only the image is fetched.
    expect(requests.slice(read)).toEqual(["/pier.png"]);
    const [old, whole, cut] = await posts();
    expect(old).toMatchObject({ slug: "old", title: "Old", authors: ["Ada"], source_blog: new URL(url).host });
    // All pages have the same description.
    expect(old?.excerpt).toMatch(/^The tide/);
    expect(old?.hero_image).toMatchObject({ width: 12, height: 8 });
    expect(whole).toMatchObject({ slug: "whole", content_text: "All of it." });
    expect(cut?.content_text).toContain("twice a day");
    expect(cut?.content_text).not.toContain("Made by the sea");
    expect(await pages()).toMatchObject([{ slug: "about", title: "About us" }]);
  });

  it("without a sitemap is followed by its links, up to a number of pages", async () => {
    const next = (at: number) => `<p><a href="/post-${at}/">Next</a></p>`;
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [
        `/post-${at}/`,
        page(`Post ${at}`, article(`Post ${at}`, next(at + 1)), '<meta name="date" content="2020-01-02">'),
      ]),
    );
    const { url } = await serve(() => ({ ...files, "/": page("Pier", next(0)) }));
    {
      await using preview = await rehearse(url);
      expect(preview.contents).toMatchObject({ posts: 9, pages: 0 });
    }
    await using few = await rehearse(url, { maxPages: 14 });
    expect(few.contents.posts).toBeLessThan(9);
    expect(few.report).toContainEqual(
      expect.objectContaining({ reason: "Stopped after 14 requests; the rest of the site was not read." }),
    );
  });

  it("of WordPress is read by its API, with the keys of an export", async () => {
    const post = (id: number, more = {}) => ({
      id,
      date_gmt: "2023-04-05T06:07:08",
      modified_gmt: "2023-04-06T06:07:08",
      slug: `post-${id}`,
      link: `https://pier.example/post-${id}/`,
      title: { rendered: `Post &#8211; ${id}` },
      content: { rendered: "<p>Text</p>", protected: false },
      excerpt: { rendered: "<p>Short</p>" },
      _embedded: {
        author: [{ name: "Ada" }],
        "wp:term": [
          [{ taxonomy: "category", name: "Sea &amp; Shore", slug: "sea" }],
          [{ taxonomy: "post_tag", name: "Tides", slug: "tides" }],
        ],
      },
      ...more,
    });
    const comment = {
      id: 7,
      post: 1,
      parent: 0,
      author_name: "Ben",
      author_url: "",
      date_gmt: "2023-04-07T00:00:00",
      content: { rendered: "<p>Nice</p>" },
    };
    const { url } = await serve((own) => ({
      "/": page("Pier", "", `<link rel="https://api.w.org/" href="${own}/wp-json/">`),
      "/wp-json/": JSON.stringify({ name: "The &amp; Pier", description: "Tides", site_icon_url: `${own}/icon.png` }),
      "/wp-json/wp/v2/posts?_embed=author%2Cwp%3Aterm%2Cwp%3Afeaturedmedia&per_page=50&page=1": JSON.stringify([
        post(1),
        post(2, { content: { rendered: "", protected: true } }),
        { id: "broken" },
      ]),
      "/wp-json/wp/v2/pages?_embed=author&per_page=50&page=1": JSON.stringify([post(3, { slug: "about" })]),
      "/wp-json/wp/v2/comments?per_page=50&page=1": JSON.stringify([comment]),
    }));
    await using preview = await rehearse(url);
    expect(preview.contents).toMatchObject({ posts: 2, pages: 1, categories: 1, authors: 1, comments: 1 });
    expect(preview.source.site).toMatchObject({ name: "The & Pier", tagline: "Tides" });
    expect(preview.counts).toMatchObject({ added: 3, skipped: 1 });
    const { id } = await prepareImport(context, owner, { place: url, format: "auto" });
    await runImport(context, owner, id, { source: preview.source });
    expect(await posts()).toMatchObject([
      { source_key: "wordpress:1", title: "Post – 1", excerpt: "Short", status: "PUBLISHED" },
      { source_key: "wordpress:2", status: "UNPUBLISHED" },
    ]);
  });

  it("of Ghost is read by its Content API with the key of its pages", async () => {
    const key = "22444f78447824223cefc48062";
    const post = {
      id: "63a1",
      slug: "hello",
      url: "https://pier.example/hello/",
      title: "Hello",
      html: "<p>Text</p>",
      published_at: "2023-04-05T06:07:08.000Z",
      tags: [{ name: "Sea" }, { name: "#internal", visibility: "internal" }],
      authors: [{ name: "Ada" }],
    };
    const query = `?key=${key}&include=tags%2Cauthors&formats=html&limit=50&page=1`;
    const { url } = await serve((own) => ({
      "/": page(
        "Pier",
        "",
        `<script defer src="/p.js" data-key="${key}" data-api="${own}/ghost/api/content/"></script>`,
      ),
      [`/ghost/api/content/posts/${query}`]: JSON.stringify({
        posts: [post, { ...post, id: "63a2", slug: "b", url: "https://pier.example/b/", access: false }],
      }),
      [`/ghost/api/content/pages/${query}`]: JSON.stringify({ pages: [{ ...post, id: "63a3", slug: "about" }] }),
      [`/ghost/api/content/settings/?key=${key}`]: JSON.stringify({
        settings: { title: "Pier", accent_color: "#ff5a1f", logo: `${own}/logo.png`, locale: "fr" },
      }),
    }));
    await using preview = await rehearse(url);
    expect(preview.contents).toMatchObject({ posts: 2, pages: 1, tags: 1 });
    expect(preview.source.site).toMatchObject({ name: "Pier", color: "#ff5a1f", language: "fr" });
    expect(preview.report).toMatchObject([{ reason: expect.stringContaining("members only") }]);
  });

  it("has a feed in JSON", async () => {
    const { url } = await serve((own) => ({
      "/": page("Pier", "", '<link rel="alternate" type="application/feed+json" href="/feed.json">'),
      "/feed.json": JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        items: [
          {
            id: 1,
            url: `${own}/one`,
            title: "One",
            content_html: "<p>Text</p>",
            date_published: "2024-01-01T00:00:00Z",
          },
          { id: 2, title: "No date" },
        ],
      }),
    }));
    await using preview = await rehearse(url);
    expect(preview.counts).toMatchObject({ added: 1, skipped: 1 });
  });

  it.each([
    ["disallowed by robots.txt", { "/robots.txt": "User-agent: *\nDisallow: /" }, /Disallowed by robots\.txt/],
    ["nested too deeply", { "/": `<!doctype html><html>${"<div>".repeat(50_000)}` }, /nests too deeply/],
    ["empty", {}, /has no posts that can be read/],
  ])("that is %s is refused", async (_name, files, message) => {
    const { url } = await serve(() => ({ "/": page("Pier", "<p>Nothing</p>"), ...files }));
    await expect(rehearse(url)).rejects.toThrow(message);
  });

  it("at a private address is refused", async () => {
    const { url, requests } = await serve(staticSite);
    const guarded = { ...context, config: { ...context.config, outbound: { ports: [Number(new URL(url).port)] } } };
    await expect(rehearseImport(guarded, owner, { place: url, format: "auto" })).rejects.toThrow(/private address/);
    expect(requests).toEqual([]);
  });
});
