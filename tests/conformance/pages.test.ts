import { ApiKeyStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import { publishedPages, sitePages, siteRedirects } from "@porchlight/client/site";
import { createApiKey } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

const server = await startServer({ rateLimits: false });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Pages", role: "editor" });
const editor = createClient({
  host: server.url,
  auth: ApiKeyStrategy({ apiKey: key }),
  modules: { sitePages, siteRedirects },
});
const visitor = createClient({
  host: server.url,
  auth: OAuthStrategy({ clientId: server.clientId }),
  modules: { publishedPages, sitePages },
});
const richContent = {
  nodes: [
    {
      type: "IMAGE" as const,
      id: "i1",
      nodes: [],
      imageData: { image: { src: { url: `${server.url}/media/a.png` }, width: 4, height: 3 }, altText: "A lamp" },
    },
  ],
};

describe("pages, client and server", () => {
  it("are written, published and read by visitors, with the URLs of their files", async () => {
    const page = await editor.sitePages.createSitePage({ title: "Imprint", richContent });
    expect([page.status, page._createdDate, page.editedDate]).toEqual(["DRAFT", expect.any(Date), expect.any(Date)]);
    await editor.sitePages.publishSitePage(page._id);
    const shown = await visitor.publishedPages.getPublishedPage("imprint");
    expect(shown).toMatchObject({ _id: page._id, richContent, lastPublishedDate: expect.any(Date) });
    expect(await visitor.publishedPages.listPublishedPages()).toEqual([
      { _id: page._id, title: "Imprint", path: "/imprint" },
    ]);

    const changed = await editor.sitePages.updateSitePage(page._id, { title: "Legal", revision: page.revision });
    await expect(editor.sitePages.updateSitePage(page._id, { revision: page.revision })).rejects.toMatchObject({
      kind: "conflict",
      code: "PAGE_CHANGED",
    });
    const outdated = editor.sitePages.publishSitePage(page._id, { revision: page.revision });
    await expect(outdated).rejects.toMatchObject({ kind: "conflict", code: "PAGE_CHANGED" });
    expect((await editor.sitePages.getSitePage(page._id)).hasUnpublishedChanges).toBe(true);
    const { path } = await editor.sitePages.createPagePreview(page._id);
    const token = new URL(path, server.url).searchParams.get("page") ?? "";
    expect((await visitor.publishedPages.getPagePreview(token)).title).toBe(changed.title);
    await expect(visitor.sitePages.listSitePages()).rejects.toMatchObject({ code: "NOT_ALLOWED" });

    await editor.sitePages.deleteSitePage(page._id);
    await expect(visitor.publishedPages.getPublishedPage("imprint")).rejects.toMatchObject({
      kind: "notFound",
      code: "PAGE_NOT_FOUND",
    });
    expect((await editor.sitePages.listSitePages({ status: "DELETED" })).map(({ _id }) => _id)).toEqual([page._id]);
    expect(await editor.sitePages.restoreSitePage(page._id)).toMatchObject({ status: "PUBLISHED", title: "Legal" });
    await editor.sitePages.deleteSitePage(page._id, { permanent: true });
    await expect(editor.sitePages.getSitePage(page._id)).rejects.toMatchObject({ code: "PAGE_NOT_FOUND" });
  });

  it("have redirects, created one by one or many at once", async () => {
    const redirect = await editor.siteRedirects.createSiteRedirect({ source: "/old/", target: "/new", status: 302 });
    expect(redirect).toMatchObject({ source: "/old", target: "/new", status: 302, _createdDate: expect.any(Date) });
    const imported = [
      { source: "/older", target: "/new" },
      { source: "/new", target: "/old" },
    ];
    expect(await editor.siteRedirects.importSiteRedirects(imported, { dryRun: true })).toMatchObject([
      { index: 0, action: "CREATED" },
      { index: 1, action: "REJECTED", problem: { rule: "LOOP" } },
    ]);
    await editor.siteRedirects.updateSiteRedirect(redirect._id, { source: "/old", target: "https://other.example/" });
    const { redirects, total } = await editor.siteRedirects.listSiteRedirects({ search: "other" });
    expect([redirects.map(({ target }) => target), total]).toEqual([["https://other.example/"], 1]);
    await editor.siteRedirects.deleteSiteRedirect(redirect._id);
    expect(await editor.siteRedirects.listSiteRedirects()).toEqual({ redirects: [], total: 0 });
  });
});
