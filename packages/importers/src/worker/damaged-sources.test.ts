import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writeZip } from "../../test/write-zip.ts";
import { MarkdownFolderError } from "../folder/list-folder.ts";
import { ImportSourceError } from "../import-source.ts";
import { openSource } from "../open-source.ts";

const root = await mkdtemp(join(tmpdir(), "porchlight-damaged-"));
afterAll(() => rm(root, { recursive: true }));

/** `DAMAGED_SOURCES=2000` reads more of each kind. */
const rounds = Number(process.env.DAMAGED_SOURCES ?? 40);

type Random = (below: number) => number;

/** The minimal standard generator of Park and Miller. */
function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const html = '<h2>One</h2><p>A <a href="/b">link</a> &amp; <img src="/a.png"></p><ul><li>x</li></ul><pre>code</pre>';
const wordpress = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>Blog</title><link>https://example.com</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:category><wp:category_nicename>a</wp:category_nicename><wp:cat_name><![CDATA[A]]></wp:cat_name></wp:category>
<item><title>T</title><link>https://example.com/t</link><dc:creator>ada</dc:creator><wp:post_id>1</wp:post_id>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:post_name>t</wp:post_name>
<wp:post_date_gmt>2024-01-01 00:00:00</wp:post_date_gmt><category domain="category" nicename="a">A</category>
<content:encoded><![CDATA[<!-- wp:heading {"level":2} -->${html}<!-- /wp:heading -->[caption]x[/caption]]]></content:encoded>
</item></channel></rss>`;
const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><item><guid>1</guid><title>T</title>
<link>https://example.com/t</link><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate><category>a</category>
<description><![CDATA[${html}]]></description></item></channel></rss>`;
const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry><id>1</id><title type="html">T</title>
<updated>2024-01-01T00:00:00Z</updated><link href="https://example.com/t"/><content type="html">${html.replaceAll("<", "&lt;")}</content></entry></feed>`;
const lexical = {
  root: { type: "root", children: [{ type: "paragraph", children: [{ type: "text", text: "x", format: 1 }] }] },
};
const mobiledoc = {
  version: "0.3.1",
  atoms: [],
  cards: [["image", { src: "/a.png" }]],
  markups: [["strong"]],
  sections: [
    [10, 0],
    [1, "p", [[0, [0], 1, "x"]]],
  ],
};
const ghost = JSON.stringify({
  db: [
    {
      meta: { version: "5.0.0" },
      data: {
        posts: [
          { id: "1", title: "T", slug: "t", status: "published", published_at: 1e12, html },
          { id: "2", title: "U", slug: "u", status: "draft", lexical: JSON.stringify(lexical), plaintext: "x" },
          { id: "3", title: "V", slug: "v", status: "published", mobiledoc: JSON.stringify(mobiledoc) },
        ],
        tags: [{ id: "t", name: "A", slug: "a" }],
        posts_tags: [{ post_id: "1", tag_id: "t", sort_order: 0 }],
        users: [{ id: "u", name: "Ada", slug: "ada" }],
        posts_authors: [{ post_id: "1", author_id: "u" }],
      },
    },
  ],
});
const yaml = '---\ntitle: "T"\ndate: 2024-01-01\ntags: [a, b]\ncover: {image: ./a.png}\n---\n';
const toml = '+++\ntitle = "T"\ndate = 2024-01-01T00:00:00Z\ntags = ["a"]\n[extra]\nimage = "a.png"\n+++\n';
const markdown =
  "# One\n\nA *word*, a [link](../b.md), ![](a.png) and `code`.\n\n- x\n- [ ] y\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n```js\nx\n```\n";

/** A small valid source of each kind; archives as lists of files. */
const sources: Record<string, string | Record<string, string>> = {
  "an export of WordPress": wordpress,
  "an export of Ghost": ghost,
  "an RSS feed": feed,
  "an Atom feed": atom,
  Jekyll: {
    "_config.yml": "title: J\npermalink: /:title/",
    "_posts/2024-01-01-t.md": `${yaml}${markdown}{% highlight js %}x{% endhighlight %}`,
  },
  Hugo: {
    "hugo.toml": 'title = "H"\nbaseURL = "https://example.com"',
    "content/posts/t.md": `${toml}${markdown}{{< figure src="a.png" >}}`,
  },
  Hexo: {
    "_config.yml": "title: X\npermalink: :year/:title/",
    "source/_posts/t.md": `${yaml}${markdown}{% asset_img a.png %}`,
  },
  Astro: {
    "astro.config.mjs": "export default {}",
    "src/content/blog/t.mdx": `${yaml}import A from "./a";\n\n${markdown}<A b={1} />`,
  },
  Zola: {
    "config.toml": 'base_url = "https://example.com"',
    "content/t.md": `${toml}${markdown}{{ youtube(id="x") }}`,
  },
};

const fragments = [
  ...[
    "\u0000",
    "\ufffd",
    "<",
    ">",
    "&",
    "&#x110000;",
    "]]>",
    "<![CDATA[",
    "<!--",
    "-->",
    '"',
    "'",
    "\\",
    "{",
    "}",
    "[",
    "]",
  ],
  ...[
    "---\n",
    "+++\n",
    "{{<",
    ">}}",
    "{%",
    "%}",
    "null",
    "-1",
    "1e999",
    "9999-99-99",
    "\n\t",
    "*a: &a [*a]\n",
    "<script>",
    "🦄",
  ],
  ...["[".repeat(300), "<b>".repeat(300), "> ".repeat(300), "a".repeat(3_000)],
];

function damage(bytes: Buffer, random: Random): Buffer {
  const place = random(bytes.length + 1);
  const end = Math.min(bytes.length, place + random(40));
  switch (random(5)) {
    case 0:
      return bytes.subarray(0, place);
    case 1:
      return Buffer.concat([bytes.subarray(0, place), bytes.subarray(end)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(place)]);
    case 3: {
      const copy = Buffer.from(bytes);
      if (place < copy.length) copy[place] = random(256);
      return copy;
    }
    default:
      return Buffer.concat([
        bytes.subarray(0, place),
        Buffer.from(fragments[random(fragments.length)]!),
        bytes.subarray(place),
      ]);
  }
}

/** Damages the file, the files of the archive, or the archive itself. */
function damagedFile(source: string | Record<string, string>, random: Random): Buffer {
  const several = (bytes: Buffer) => {
    let damaged = bytes;
    for (let times = 1 + random(3); times > 0; times -= 1) damaged = damage(damaged, random);
    return damaged;
  };
  if (typeof source === "string") return several(Buffer.from(source));
  const isArchiveDamaged = random(4) === 0;
  const files = Object.entries(source).map(([name, content]) => [
    name,
    isArchiveDamaged ? content : several(Buffer.from(content)),
  ]);
  const archive = writeZip(Object.fromEntries(files));
  return isArchiveDamaged ? several(archive) : archive;
}

let files = 0;
/** Reads the source to its end. @returns The number of its entries. */
async function readAll(bytes: Buffer, name: string): Promise<number> {
  const folder = await mkdtemp(join(root, "contents-"));
  const path = join(root, `file-${++files}`);
  await writeFile(path, bytes);
  const images = { isDryRun: true, read: () => ({ reason: "is none" }), put: async () => ({ id: "", isNew: false }) };
  let count = 0;
  try {
    const source = await openSource(
      { place: name, format: "auto" },
      {
        now: new Date("2024-01-01T00:00:00Z"),
        file: { path, folder },
        fetchFile: async () => ({ reason: "Nothing is fetched." }),
        findOccupied: async () => new Set(),
        validateRichContent: () => undefined,
        onProgress: () => undefined,
      },
    );
    for await (const _entry of source.entries(images)) count += 1;
  } finally {
    await Promise.all([rm(folder, { recursive: true }), rm(path)]);
  }
  return count;
}

describe("a damaged source is imported or rejected", () => {
  it.each(Object.entries(sources))("%s", async (name, source) => {
    const file = typeof source === "string" ? Buffer.from(source) : writeZip(source);
    expect(await readAll(file, "a blog")).toBeGreaterThan(0);
    let rejected = 0;
    for (let seed = 1; seed <= rounds; seed += 1) {
      try {
        await readAll(damagedFile(source, createRandom(seed * 7_919)), "a blog");
      } catch (error) {
        const isExpected = error instanceof ImportSourceError || error instanceof MarkdownFolderError;
        expect(isExpected, `${name}, seed ${seed}: ${(error as Error).stack}`).toBe(true);
        rejected += 1;
      }
    }
    expect(rejected).toBeLessThan(rounds);
  });
});
