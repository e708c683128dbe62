import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { outlineOf } from "@porchlight/importers/testing";
import { afterEach, describe, expect, it } from "vitest";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { findRedirect } from "../slugs/find-redirect.ts";
import { getImport, listImportNotes } from "./jobs/list-imports.ts";
import { runImport } from "./jobs/run-import.ts";
import { prepareImport } from "./jobs/start-import.ts";

const { context } = await createTestServer({ outbound: { privateTargets: true } });
const { db } = context;
const owner = { kind: "owner" } as const;
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  for (const table of ["imports", "posts", "categories", "tags", "imported_pictures"] as const)
    await db.deleteFrom(table).execute();
});

type Files = Record<string, string | Buffer | RequestListener>;

async function listen(files: (url: string) => Files): Promise<string> {
  let served: Files = {};
  const server = createServer((request, response) => {
    const file = served[request.url ?? ""];
    if (typeof file === "function") file(request, response);
    else response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  served = files(url);
  return url;
}

async function start(place: string, more = {}) {
  const { id } = await prepareImport(context, owner, { place, format: "auto", ...more });
  const failure = await runImport(context, owner, id).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const job = await getImport(context, { caller: owner }, id);
  return { job, failure, notes: (await listImportNotes(context, { caller: owner }, id)).notes };
}

const posts = () => db.selectFrom("posts").selectAll().orderBy("first_published_at").execute();

const rss = (url: string) => `<?xml version="1.0"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>Pier</title><link>${url}/</link><atom:link rel="self" href="${url}/feed.xml"/>
<item><title>Second &amp;amp; last</title><link>${url}/2024/second.html</link><guid isPermaLink="false">2</guid>
<pubDate>Tue, 02 Jan 2024 10:00:00 +0100</pubDate><dc:creator>Ada</dc:creator><category>Sea</category><category>Tides</category>
<description>Short.</description>
<content:encoded><![CDATA[<p>See <a href="/2024/first.html">the first</a> and <a href="https://other.example/">others</a>.</p>
<p><img src="/pier.png" alt="Pier"><img src="/gone.png" alt="Gone"><script>alert(1)</script></p>]]></content:encoded></item>
<item><title>First</title><link>${url}/2024/first.html</link><guid>${url}/2024/first.html</guid>
<pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate><author>ben@pier.example (Ben)</author><description>&lt;p&gt;Hello&nbsp;you.&lt;/p&gt;</description></item>
<item><title>No date</title><link>${url}/x</link></item>
</channel></rss>`;

describe("a feed at an address", () => {
  it("becomes posts, with images and links of their own blog", async () => {
    const url = await listen((own) => ({ "/feed.xml": rss(own), "/pier.png": greyPng(12, 8) }));
    const { job, notes } = await start(`${url}/feed.xml`);
    expect(job).toMatchObject({ status: "DONE", counts: { added: 2, skipped: 1, tags: 2, images: 1 } });
    const [first, second] = await posts();
    expect(first).toMatchObject({ slug: "first", title: "First", authors: ["Ben"], content_text: "Hello\u00a0you." });
    expect(second).toMatchObject({
      slug: "second",
      title: "Second & last",
      authors: ["Ada"],
      excerpt: "Short.",
      first_published_at: new Date("2024-01-02T09:00:00Z"),
    });
    const outline = outlineOf(second!.rich_content.nodes);
    expect(outline).toContain("LINK(/blog/first)");
    expect(outline).toMatch(/IMAGE src=\/media\/[0-9a-f]{32}\.png alt=Pier/);
    expect(outline).toContain(`IMAGE src=${url}/gone.png alt=Gone`);
    expect(notes.map(({ reason }) => reason)).toEqual([
      "The post has no date and is left out.",
      `The image "${url}/gone.png" cannot be fetched: its address answers 404; the post shows it from its old address.`,
      "<script> is not supported.",
    ]);
    expect(await findRedirect(context, "/2024/second.html")).toBe("/blog/second");
    expect((await start(`${url}/feed.xml`)).job.counts).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  });

  it("is not followed beyond the size limit of all pages", async () => {
    const padding = `<!--${"x".repeat(1_000_000)}-->`.repeat(34);
    const page = (next: string) =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="${next}"/>${padding}</feed>`;
    const requested: string[] = [];
    const answer =
      (n: number): RequestListener =>
      (_request, response) => {
        requested.push(`/${n}`);
        response.end(page(`${n + 1}`));
      };
    const url = await listen(() => ({ "/1": answer(1), "/2": answer(2), "/3": answer(3) }));
    expect((await start(`${url}/1`)).failure).toBe(
      `The feed at "${url}/1" is larger than 64 MiB with the pages that follow it.`,
    );
    expect(requested).toEqual(["/1", "/2"]);
  });

  it("is found by a page that links to it, and followed from page to page", async () => {
    const entry = (n: number) =>
      `<entry><id>urn:${n}</id><title type="html">No &amp;lt; ${n}</title><link href="/n${n}/"/><published>2024-01-0${n}T00:00:00Z</published>` +
      `<updated>2024-02-0${n}T00:00:00Z</updated><category term="t" label="Things"/><content type="xhtml">` +
      `<div xmlns="http://www.w3.org/1999/xhtml">One <b>two</b> three<br/><i>four</i></div></content></entry>`;
    const page = (own: string, n: number, next = "") =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Cleo</name></author><link href="${own}/"/>${next}${entry(n)}</feed>`;
    const url = await listen((own) => ({
      "/": `<!doctype html><html><head><title>x</title><link rel="alternate" type="application/atom+xml" href="feed"></head>`,
      "/feed": page(own, 2, `<link rel="next" href="feed?2"/>`),
      "/feed?2": page(own, 1, `<link rel="next" href="feed"/>`),
    }));
    const { job } = await start(`${url}/`);
    expect(job).toMatchObject({ status: "DONE", counts: { added: 2 } });
    const [one] = await posts();
    expect(one).toMatchObject({
      slug: "n1",
      title: "No < 1",
      authors: ["Cleo"],
      last_published_at: new Date("2024-02-01T00:00:00Z"),
    });
    expect(outlineOf(one!.rich_content.nodes)).toBe(
      ["PARAGRAPH", '  "One "', '  BOLD "two"', '  " three\\n"', '  ITALIC "four"'].join("\n"),
    );
  });

  it.each([
    ["nothing", 404, "NOT_FOUND", "There is nothing at"],
    ["a refusal", 403, "FAILED", "There is no feed to be had at"],
  ])("reports %s", async (_what, code, status, reason) => {
    const url = await listen(() => ({ "/feed": (_request, response) => response.writeHead(code).end() }));
    const { job, failure } = await start(`${url}/feed`);
    expect(job).toMatchObject({ status, reason: failure });
    expect(failure).toBe(`${reason} "${url}/feed": it answers ${code}.`);
  });

  it("reports a page without a feed, a feed without items and a damaged one", async () => {
    const url = await listen(() => ({
      "/page": "<!doctype html><html><body>Hello</body></html>",
      "/empty": "<rss version='2.0'><channel><title>x</title></channel></rss>",
      "/broken": "<rss version='2.0'><channel><item></channel></rss>",
    }));
    expect(await start(`${url}/page`, { format: "rss" })).toMatchObject({
      job: { status: "NOT_FOUND" },
      failure: `"${url}/page" is a page that names no feed.`,
    });
    expect((await start(`${url}/empty`)).failure).toBe(`"${url}/empty" is a feed without items.`);
    expect((await start(`${url}/broken`)).failure).toContain("is damaged: unexpected close tag (line 1, column");
    expect(await posts()).toEqual([]);
  });
});

it("rejects a private address without a request", async () => {
  let requested = 0;
  const url = await listen(() => ({
    "/": (_request, response) => {
      requested += 1;
      response.end("<rss/>");
    },
  }));
  const { port } = new URL(url);
  const outside = { ...context, config: { ...context.config, outbound: { ports: [Number(port)] } } };
  for (const place of [`${url}/`, `http://localhost:${port}/`, "http://169.254.169.254/latest/meta-data/"]) {
    const { id } = await prepareImport(outside, owner, { place, format: "auto" });
    await expect(runImport(outside, owner, id)).rejects.toThrow(/private address\.$/);
    expect(await getImport(outside, { caller: owner }, id)).toMatchObject({ status: "FAILED" });
  }
  expect(requested).toBe(0);
});
