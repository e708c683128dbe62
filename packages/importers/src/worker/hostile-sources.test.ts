import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { maxLinearGrowth, measureGrowth } from "../../test/measure-growth.ts";
import type { ImportEntry } from "../import-entry.ts";
import { openSource } from "../open-source.ts";
import { htmlToRichContent } from "../rich-content/html/html-to-rich-content.ts";

const folder = await mkdtemp(join(tmpdir(), "porchlight-hostile-"));
afterAll(() => rm(folder, { recursive: true }));

/** Reads a file completely. */
async function readAll(text: string, name: string): Promise<ImportEntry[]> {
  const place = join(folder, name);
  await writeFile(place, text);
  const source = await openSource(
    { place, format: "auto" },
    {
      now: new Date("2024-01-01T00:00:00Z"),
      fetchFile: async () => ({ reason: "Nothing is fetched." }),
      findOccupied: async () => new Set(),
      validateRichContent: () => undefined,
      onProgress: () => undefined,
    },
  );
  const entries: ImportEntry[] = [];
  const images = { isDryRun: true, read: () => ({ reason: "is none" }), put: async () => ({ id: "", isNew: false }) };
  for await (const entry of source.entries(images)) entries.push(entry);
  return entries;
}

const rss = (item: string, doctype = "") =>
  `<?xml version="1.0"?>${doctype}<rss version="2.0"><channel><item><guid>1</guid><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate>${item}</item></channel></rss>`;
const wxr = (content: string) =>
  `<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<item><title>T</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<wp:post_date_gmt>2024-01-01 00:00:00</wp:post_date_gmt><content:encoded><![CDATA[${content}]]></content:encoded></item></channel></rss>`;
const ghost = (post: object) =>
  JSON.stringify({ db: [{ data: { posts: [{ id: "1", status: "published", published_at: 1e12, ...post }] } }] });
const nest = (open: string, close: string, inner: string) => open.repeat(5_000) + inner + close.repeat(5_000);

describe("nesting and entities of a source", () => {
  const laughs = `<!DOCTYPE rss [<!ENTITY a "lol"><!ENTITY b "${"&a;".repeat(100)}"><!ENTITY c "${"&b;".repeat(100)}">]>`;

  it.each([
    ["feed with entities that multiply", rss("<title>&c;</title>", laughs), "a.xml", /undefined entity|damaged/],
    ["feed", rss(nest("<a>", "</a>", "")), "b.xml", /nests deeper than 200 levels/],
    [
      "export of WordPress",
      wxr("x").replace("<title>", nest("<a>", "", "<title>")),
      "c.xml",
      /nests deeper than 200 levels/,
    ],
  ])("stop the import of a %s before anything is stored", async (_name, text, file, message) => {
    await expect(readAll(text, file)).rejects.toThrow(message);
  });

  it.each([
    ["feed with HTML", rss(`<description><![CDATA[${nest("<div>", "</div>", "end")}]]></description>`), "d.xml"],
    ["export of WordPress with HTML", wxr(nest("<blockquote>", "</blockquote>", "end")), "e.xml"],
    ["export of WordPress with blocks", wxr(nest("<!-- wp:group -->", "<!-- /wp:group -->", "<p>end</p>")), "f.xml"],
    ["export of WordPress with shortcodes", wxr(nest("[caption]", "[/caption]", "end")), "g.xml"],
    ["export of Ghost with HTML", ghost({ html: nest("<ul><li>", "</li></ul>", "end") }), "h.json"],
  ])("are limited in a %s, whose text stays", async (_name, text, file) => {
    const [entry] = await readAll(text, file);
    expect(entry?.kind === "post" && entry.post.contentText).toMatch(/end/);
  });

  it("are limited in the documents of Ghost's editors", async () => {
    const lexical = `{"root":{"type":"root","children":${nest('[{"type":"quote","children":', "}]", "[]")}}}`;
    const [entry] = await readAll(ghost({ title: "T", lexical, plaintext: "plain" }), "i.json");
    expect(entry).toMatchObject({ kind: "post", post: { title: "T" } });
  });
});

describe("HTML of a post", () => {
  it.each([
    "<p>word</p>",
    "<b>",
    "<div>",
    "<a href=x>a</a>",
    "&amp;",
    "&",
    "<",
    "<!--",
    "<table><tr><td>",
    "<ul><li>a</li></ul>",
    "<figure><img src=/a.png></figure>",
    '<img src="',
    "<pre><code>a</code></pre>",
    "<p style='color: red'>a",
    "</p>",
    "<svg><g>",
  ])("takes linear work for %j", (piece) => {
    const work = (count: number) => void htmlToRichContent(piece.repeat(count));
    expect(measureGrowth(work, 1_000)).toBeLessThan(maxLinearGrowth);
  });
});
