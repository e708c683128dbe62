import { maxImportedRedirects, maxSiteRedirects } from "@porchlight/contract/site/redirects/site-redirect";
import { describe, expect, it } from "vitest";
import { codeIn, createWriter } from "../../../test/blog/drafts.ts";
import { putCategory, putPost, putTag } from "../../../test/blog/posts.ts";
import { createCallers, putCollection } from "../../../test/data/collections.ts";
import { createTestServer, type TestResponse } from "../../../test/test-server.ts";
import { resolveRedirect } from "../slugs/find-redirect.ts";
import { importSiteRedirects } from "./manage-redirects.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const { context } = server;
const { call } = await createWriter(server);
const redirectsPath = "/_api/porchlight/v1/site/redirects";
const create = (source: string, target: string, status?: number) =>
  call("POST", redirectsPath, { redirect: { source, target, ...(status && { status }) } });
const at = (path: string) => resolveRedirect(context, path);
const problemOf = ({ body }: TestResponse) => {
  const [{ field, data }] = body.details.validationError.fieldViolations;
  return [field, data.type];
};
const list = async (query = "") => (await call("GET", `${redirectsPath}${query}`)).body;

describe("a redirect", () => {
  it("leads from every spelling of its source to its target", async () => {
    await create("https://site.example/Kontakt/", "/about?from=contact#form");
    await create("/café", "https://other.example/a b", 302);
    await create("/%C3%BCber", "https://site.example/über-uns");
    for (const path of ["/Kontakt", "/Kontakt/", "/Kontakt/index.html"])
      expect(await at(path), path).toEqual({ target: "/about?from=contact#form", status: 301 });
    expect(await at("/caf%C3%A9")).toEqual({ target: "https://other.example/a%20b", status: 302 });
    expect(await at("/über")).toEqual({ target: "/%C3%BCber-uns", status: 301 });
    for (const path of ["/kontakt", "/Kontakt/x", "/", "/%"]) expect(await at(path), path).toBeUndefined();
  });

  it("can be changed and deleted", async () => {
    const { id } = (await create("/one", "/uno")).body.redirect;
    await call("PATCH", `${redirectsPath}/${id}`, { redirect: { source: "/two", target: "/due", status: 302 } });
    expect([await at("/one"), await at("/two")]).toEqual([undefined, { target: "/due", status: 302 }]);
    await call("DELETE", `${redirectsPath}/${id}`);
    expect(await at("/two")).toBeUndefined();
    const again = await call("DELETE", `${redirectsPath}/${id}`);
    expect([again.status, codeIn(again)]).toEqual([404, "REDIRECT_NOT_FOUND"]);
  });

  it("does not start at a path that the site or the server answers", async () => {
    for (const source of ["/", "/blog", "/Search", "/sign-in/", "/account/info", "/favicon.ico", "//evil.example"])
      expect((await create(source, "/x")).status, source).toBe(400);
    expect(problemOf(await create("/blog/", "/x"))).toEqual(["redirect.source", "SOURCE_IN_USE"]);
    for (const source of ["/admin", "/media/x.png", "/_api/x", "/sitemap.xml", "relative", "https://other.example/x"])
      expect(problemOf(await create(source, "/x")), source).toEqual(["redirect.source", "SOURCE_PATH"]);
    expect((await list("?search=/x")).total).toBe(0);
  });

  it("does not start where there is a page, a post, a category, a tag or a collection", async () => {
    await putPost(context, { slug: "here" });
    await putPost(context, { slug: "draft", status: "UNPUBLISHED" });
    await putCategory(context, { slug: "news" });
    await putTag(context, { slug: "red" });
    const page = (await call("POST", "/_api/porchlight/v1/site/pages", { page: { title: "Legal" } })).body.page;
    await call("POST", `/_api/porchlight/v1/site/pages/${page.id}/publish`);
    const open = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
    await putCollection(server, await createCallers(server), "Things", open);
    for (const source of ["/blog/here", "/blog/category/news", "/blog/tag/red", "/legal", "/collections/Things"])
      expect(problemOf(await create(source, "/x")), source).toEqual(["redirect.source", "SOURCE_IN_USE"]);
    for (const source of ["/blog/draft", "/collections/Nothing"])
      expect((await create(source, "/x")).status, source).toBe(200);
  });

  it("leads to a path or an https URL only", async () => {
    for (const target of [
      "javascript:alert(1)",
      "http://other.example/",
      "//evil.example/",
      "/\\evil.example",
      "\\\\evil.example",
      "https://user:secret@other.example/",
      "https:/x",
      "https://",
      "about",
      "data:text/html,x",
    ])
      expect(problemOf(await create("/start", target)), target).toEqual(["redirect.target", "TARGET"]);
    expect(await at("/start")).toBeUndefined();
  });

  it("does not lead back to itself", async () => {
    expect(problemOf(await create("/self", "/self/"))).toEqual(["redirect.target", "LOOP"]);
    await create("/a", "/b");
    const { id } = (await create("/b", "/c")).body.redirect;
    expect(problemOf(await create("/c", "/a?x"))).toEqual(["redirect.target", "LOOP"]);
    expect(problemOf(await create("/c", "https://site.example/b"))).toEqual(["redirect.target", "LOOP"]);
    // The redirect that changes does not count.
    const changed = await call("PATCH", `${redirectsPath}/${id}`, { redirect: { source: "/c", target: "/b" } });
    expect(changed.status).toBe(200);
    const loops = await Promise.all([create("/left", "/right"), create("/right", "/left")]);
    expect(loops.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("is part of a chain of at most ten, in whichever order they are created", async () => {
    for (let n = 1; n <= 10; n += 1)
      for (const [from, to] of [
        [`/up/${n}`, `/up/${n + 1}`],
        [`/down/${20 - n}`, `/down/${21 - n}`],
      ] as const)
        expect((await create(from, to)).status).toBe(200);
    expect(problemOf(await create("/up/11", "/up/12"))).toEqual(["redirect.target", "CHAIN"]);
    expect(problemOf(await create("/down/9", "/down/10"))).toEqual(["redirect.target", "CHAIN"]);
    // In the middle.
    for (const n of [31, 32, 33, 34, 35, 37, 38, 39, 40, 41]) await create(`/gap/${n}`, `/gap/${n + 1}`);
    expect(problemOf(await create("/gap/36", "/gap/37"))).toEqual(["redirect.target", "CHAIN"]);
    expect((await create("/gap/36", "https://other.example/")).status).toBe(200);
  });

  it("has a source of its own", async () => {
    await create("/twice", "/x");
    expect(problemOf(await create("/twice/", "/y"))).toEqual(["redirect.source", "SOURCE_TWICE"]);
    expect(await at("/twice")).toEqual({ target: "/x", status: 301 });
  });

  it("is managed by editors only", async () => {
    const token = await server.visitorToken();
    const reader = await createWriter(server, "read");
    expect((await reader.call("GET", redirectsPath)).status).toBe(403);
    expect(
      (await server.call("POST", redirectsPath, { token, body: { redirect: { source: "/no", target: "/x" } } })).status,
    ).toBe(403);
    expect(await at("/no")).toBeUndefined();
  });
});

describe("an import of redirects", () => {
  const redirects = [
    { source: "/import/1", target: "/new/1" },
    { source: "/import/2", target: "javascript:x" },
    { source: "/import/1", target: "/new/3", status: 302 },
    { source: "/import/4", target: "/import/4" },
  ];
  const send = (dryRun: boolean) => call("POST", `${redirectsPath}/import`, { redirects, dryRun });

  it("reports each one, and stores nothing in a dry run", async () => {
    const expected = [
      { index: 0, action: "CREATED" },
      { index: 1, action: "REJECTED", problem: { field: "target", rule: "TARGET" } },
      { index: 2, action: "CHANGED" },
      { index: 3, action: "REJECTED", problem: { field: "target", rule: "LOOP" } },
    ];
    expect((await send(true)).body.results).toMatchObject(expected);
    expect((await list("?search=/import/")).total).toBe(0);
    expect((await send(false)).body.results).toMatchObject(expected);
    expect((await list("?search=/import/")).redirects).toMatchObject([
      { source: "/import/1", target: "/new/3", status: 302 },
    ]);
  });

  it("needs as many queries for many redirects as for few", async () => {
    const queriesFor = async (count: number, dryRun: boolean) => {
      let queries = 0;
      const db = context.db.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const many = Array.from({ length: count }, (_, n) => ({ source: `/many/${count}/${n}`, target: "/x" }));
      const { results } = await importSiteRedirects(
        { ...context, db },
        { caller: { kind: "owner" } },
        { body: { redirects: many, dryRun } },
      );
      expect(results.every(({ action }) => action === "CREATED")).toBe(true);
      return queries;
    };
    expect(await queriesFor(maxImportedRedirects, true)).toBe(await queriesFor(1, true));
    expect(await queriesFor(maxImportedRedirects, false)).toBe(await queriesFor(1, false));
  });

  it("waits without a database connection, and is refused if too many wait", async () => {
    let open = 0;
    let most = 0;
    const db = Object.create(context.db, {
      transaction: {
        value: () => ({
          execute: async (work: never) => {
            most = Math.max(most, ++open);
            return context.db
              .transaction()
              .execute(work)
              .finally(() => open--);
          },
        }),
      },
    });
    const imports = Array.from({ length: 30 }, () =>
      importSiteRedirects({ ...context, db }, { caller: { kind: "owner" } }, { body: { redirects: [] } }),
    );
    const outcomes = await Promise.allSettled(imports);
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
    expect(most).toBe(1);
    expect(refused).toEqual(Array.from({ length: 13 }, () => "UNAVAILABLE"));
  });

  it("stops at the maximum number, and stores nothing then", async () => {
    const rows = Array.from({ length: maxSiteRedirects }, (_, index) => ({
      site_id: context.site.id,
      id: crypto.randomUUID(),
      source: `/full/${index}`,
      target: "/",
      status: 301 as const,
      created_at: new Date(),
    }));
    for (let start = 0; start < rows.length; start += 5_000)
      await context.db
        .insertInto("site_redirects")
        .values(rows.slice(start, start + 5_000))
        .execute();
    const imported = await call("POST", `${redirectsPath}/import`, { redirects: [{ source: "/late", target: "/x" }] });
    expect([codeIn(imported), codeIn(await create("/late", "/x"))]).toEqual(["REDIRECTS_FULL", "REDIRECTS_FULL"]);
    expect(await at("/late")).toBeUndefined();
  });
});
