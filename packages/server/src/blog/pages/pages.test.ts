import { describe, expect, it } from "vitest";
import { codeIn, createWriter, textOf, violationsIn } from "../../../test/blog/drafts.ts";
import { putPost } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { resolveRedirect } from "../slugs/find-redirect.ts";

const server = await createTestServer({ siteUrl: "http://localhost:4000" });
const { context } = server;
const token = await server.visitorToken();
const { call } = await createWriter(server);
const pagesPath = "/_api/porchlight/v1/site/pages";
const published = (slug: string) => server.call("GET", `/_api/porchlight/v1/site/published-pages/${slug}`, { token });
const send = (page: object, id?: string) =>
  call(id ? "PATCH" : "POST", id ? `${pagesPath}/${id}` : pagesPath, { page });
const create = async (page: object) => (await send(page)).body.page;
const publish = (id: string) => call("POST", `${pagesPath}/${id}/publish`);

describe("a page", () => {
  it("is shown once it is published, and its changes once they are", async () => {
    const page = await create({ title: "About us", richContent: textOf("We bake.") });
    expect(page).toMatchObject({ slug: "about-us", status: "DRAFT", revision: "1", hasUnpublishedChanges: false });
    expect(codeIn(await published("about-us"))).toBe("PAGE_NOT_FOUND");

    expect((await publish(page.id)).body.page).toMatchObject({ status: "PUBLISHED", publishedSlug: "about-us" });
    await send({ title: "About", richContent: textOf("We bake bread.") }, page.id);
    expect((await call("GET", `${pagesPath}/${page.id}`)).body.page).toMatchObject({
      title: "About",
      slug: "about-us",
      hasUnpublishedChanges: true,
      revision: "2",
    });
    const before = (await published("about-us")).body.page;
    expect([before.title, before.richContent.nodes[0].nodes[0].textData.text]).toEqual(["About us", "We bake."]);

    await publish(page.id);
    const after = (await published("About-Us")).body.page;
    expect([after.title, after.richContent.nodes[0].nodes[0].textData.text]).toEqual(["About", "We bake bread."]);
    expect(after).not.toHaveProperty("revision");

    await call("POST", `${pagesPath}/${page.id}/unpublish`);
    expect((await published("about-us")).status).toBe(404);
  });

  it("is public again as it was, without later changes, after unpublishing is undone", async () => {
    const { id } = await create({ title: "Terms of use", richContent: textOf("approved") });
    await publish(id);
    const before = (await published("terms-of-use")).body;
    await send({ title: "Terms", seoSlug: "new-terms", richContent: textOf("half-written") }, id);
    const undo = () => call("POST", `${pagesPath}/${id}/undo-unpublish`);
    expect(codeIn(await undo())).toBe("PAGE_CHANGED");
    await call("POST", `${pagesPath}/${id}/unpublish`);
    expect((await undo()).body.page).toMatchObject({
      status: "PUBLISHED",
      publishedSlug: "terms-of-use",
      hasUnpublishedChanges: true,
      title: "Terms",
    });
    expect((await published("terms-of-use")).body).toEqual(before);
    expect(codeIn(await undo())).toBe("PAGE_CHANGED");
    await call("POST", `${pagesPath}/${id}/unpublish`);
    await create({ title: "Other", seoSlug: "terms-of-use" });
    expect(codeIn(await undo())).toBe("SLUG_TAKEN");
  });

  it("refuses the paths of the site, and those of other pages", async () => {
    for (const seoSlug of [
      "blog",
      "Search",
      "sign-in",
      "admin",
      "hosted",
      "_api",
      "media",
      "feed",
      "sitemap",
      "preview",
    ]) {
      const response = await send({ title: "Reserved", seoSlug });
      expect([response.status, violationsIn(response)], seoSlug).toEqual([400, [["page.seoSlug", "RESERVED"]]]);
    }
    expect(await create({ title: "Blog" })).toMatchObject({ slug: "blog-2" });
    const first = await create({ title: "Terms" });
    expect(await create({ title: "Terms" })).toMatchObject({ slug: "terms-2" });
    expect(codeIn(await send({ title: "Other", seoSlug: "terms" }))).toBe("SLUG_TAKEN");

    // A published slug stays taken until the new one is published.
    await publish(first.id);
    await send({ seoSlug: "conditions" }, first.id);
    expect(codeIn(await send({ title: "Other", seoSlug: "terms" }))).toBe("SLUG_TAKEN");
  });

  it("leaves a redirect when its slug changes, and replaces one at its own path", async () => {
    const { id } = await create({ title: "Team", seoSlug: "team" });
    await publish(id);
    for (const seoSlug of ["crew", "people"]) {
      await send({ seoSlug }, id);
      await publish(id);
    }
    expect(await resolveRedirect(context, "/team")).toEqual({ target: "/people", status: 301 });
    expect(await resolveRedirect(context, "/crew/")).toEqual({ target: "/people", status: 301 });
    await send({ seoSlug: "team" }, id);
    await publish(id);
    expect(await resolveRedirect(context, "/team")).toBeUndefined();
    expect(await resolveRedirect(context, "/people")).toEqual({ target: "/team", status: 301 });
  });

  it("is rejected with an old revision, and changes nothing", async () => {
    const { id } = await create({ title: "One" });
    await send({ title: "Two", revision: "1" }, id);
    const response = await send({ title: "Three", revision: "1" }, id);
    expect([response.status, codeIn(response)]).toEqual([409, "PAGE_CHANGED"]);
    expect((await call("GET", `${pagesPath}/${id}`)).body.page.title).toBe("Two");
  });

  it("is created and changed once by calls that are repeated with their key", async () => {
    const key = { idempotencyKey: crypto.randomUUID() };
    const makeOnce = async () => (await call("POST", pagesPath, { page: { title: "Once" }, ...key })).body.page;
    const { id } = await makeOnce();
    expect((await makeOnce()).id).toBe(id);
    const changeKey = { idempotencyKey: crypto.randomUUID() };
    const change = () => call("PATCH", `${pagesPath}/${id}`, { page: { title: "Twice", revision: "1" }, ...changeKey });
    await change();
    expect((await change()).body.page).toMatchObject({ title: "Twice", revision: "2" });
    await send({ seoSlug: "thrice" }, id);
    expect(codeIn(await change())).toBe("PAGE_CHANGED");
  });

  it("can be deleted and restored as it was", async () => {
    const { id } = await create({ title: "Gone" });
    await publish(id);
    await send({ title: "Gone and changed" }, id);
    await call("DELETE", `${pagesPath}/${id}`);
    expect((await published("gone")).status).toBe(404);
    expect(
      (await call("GET", `${pagesPath}?status=DELETED`)).body.pages.map((page: { id: string }) => page.id),
    ).toEqual([id]);
    for (const query of ["", "?search=gone", "?status=DRAFT", "?status=PUBLISHED&search=Gone"])
      expect(
        (await call("GET", `${pagesPath}${query}`)).body.pages.map((page: { id: string }) => page.id),
      ).not.toContain(id);
    expect(codeIn(await publish(id))).toBe("PAGE_NOT_FOUND");

    const restored = await call("POST", `${pagesPath}/${id}/restore`);
    expect(restored.body.page).toMatchObject({
      status: "PUBLISHED",
      title: "Gone and changed",
      hasUnpublishedChanges: true,
    });
    expect((await published("gone")).body.page.title).toBe("Gone");

    await call("DELETE", `${pagesPath}/${id}`);
    const usurper = await create({ title: "New", seoSlug: "gone" });
    expect(codeIn(await call("POST", `${pagesPath}/${id}/restore`))).toBe("SLUG_TAKEN");
    await call("DELETE", `${pagesPath}/${usurper.id}?permanent=true`);
    expect((await call("POST", `${pagesPath}/${id}/restore`)).status).toBe(200);
  });

  it("requires a title to be published", async () => {
    const { id } = await create({ title: " " });
    expect(violationsIn(await publish(id))).toEqual([["page.title", "REQUIRED_FIELD"]]);
  });

  it("can be previewed by a link for 30 minutes", async () => {
    const { id } = await create({ title: "Soon", richContent: textOf("Not yet.") });
    const { path } = (await call("POST", `${pagesPath}/${id}/previews`)).body;
    const preview = (link: string) =>
      server.call("GET", `/_api/porchlight/v1/site/page-preview?token=${link.split("=")[1]}`, { token });
    expect((await preview(path)).body.page.title).toBe("Soon");
    expect(Buffer.from(path.split("=")[1], "base64url").toString("latin1")).not.toMatch(/apiKey|role|keyId/);
    const post = await putPost(context, {});
    const postLink = (await call("POST", `/_api/porchlight/v1/blog/draft-posts/${post}/previews`)).body.path;
    expect((await preview(postLink)).status).toBe(404);
    server.advance(31 * 60_000);
    expect((await preview(path)).status).toBe(404);
  });

  it("is in the sitemap unless it is hidden from search engines, and increases the page revision", async () => {
    const revision = await context.pageRevision.read();
    const { id } = await create({ title: "Impressum" });
    const seoData = { tags: [{ type: "meta", props: { name: "robots", content: "noindex" } }] };
    const hidden = await create({ title: "Hidden", seoData });
    expect(await context.pageRevision.read()).toBe(revision);
    await publish(id);
    await publish(hidden.id);
    expect(await context.pageRevision.read()).toBeGreaterThan(revision);
    const { body } = await server.call("GET", "/sitemap.xml");
    expect(body).toContain("<loc>http://localhost:4000/impressum</loc>");
    expect(body).not.toContain("/hidden");
  });

  it("is written by editors only", async () => {
    const { id } = await create({ title: "Private" });
    const reader = await createWriter(server, "read");
    for (const [method, path, body] of [
      ["GET", pagesPath],
      ["POST", pagesPath, { page: { title: "X" } }],
      ["PATCH", `${pagesPath}/${id}`, { page: { title: "X" } }],
      ["POST", `${pagesPath}/${id}/publish`],
      ["DELETE", `${pagesPath}/${id}`],
    ] as const) {
      expect((await reader.call(method, path, body)).status).toBe(403);
      expect((await server.call(method, path, { token, ...(body && { body }) })).status).toBe(403);
    }
    expect((await call("GET", `${pagesPath}/${id}`)).body.page).toMatchObject({ title: "Private", status: "DRAFT" });
  });
});
