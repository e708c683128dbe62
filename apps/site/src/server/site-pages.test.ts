import { isReservedSlug, siteSegments } from "@porchlight/contract/site/pages/slug";
import type { RouteObject } from "react-router";
import { describe, expect, it } from "vitest";
import { routes } from "../routes.tsx";
import { createSiteUnderTest } from "./site-under-test.ts";
import { refusal, wirePost } from "./stub-api.ts";

const wirePage = {
  id: "5a3d0d6e-0000-4000-8000-000000000003",
  title: "About us",
  slug: "über-uns",
  seoData: { tags: [{ type: "meta", props: { name: "description", content: "Who bakes here." } }] },
  firstPublishedDate: "2030-01-02T03:04:05.000Z",
  lastPublishedDate: "2030-01-02T03:04:05.000Z",
  richContent: wirePost.richContent,
};
const pagesPath = "/_api/porchlight/v1/site/published-pages";
const path = `/${encodeURIComponent(wirePage.slug)}`;
const answer = { [pagesPath + path]: () => Response.json({ page: wirePage }) };

/** The first segments of the routes' paths, except parameters. */
function firstSegments(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, children = [] }) => {
    const [segment = ""] = (path ?? "").split("/");
    if (segment !== "") return /^[:*]/.test(segment) ? [] : [segment];
    return firstSegments(children);
  });
}

describe("pages of the owner", () => {
  it("are rendered with their content and metadata", async () => {
    const { get } = createSiteUnderTest(answer);
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toMatch(/<h1[^>]*><bdi>About us<\/bdi><\/h1>/);
    expect(html).toContain("Once there was a lamp.");
    expect(html).toContain('<meta name="description" content="Who bakes here."/>');
    expect(html).toContain(`<link rel="canonical" href="http://localhost:4000${path}"/>`);
    expect(response.headers.get("X-Frame-Options")).toBe("DENY");
  });

  it("are rendered once for all visitors", async () => {
    const site = createSiteUnderTest(answer, {}, undefined, {}, 1_000_000);
    const reads = () => site.api.calls.filter((call) => call.path.startsWith(pagesPath)).length;
    expect([(await site.get(path)).status, (await site.get(path)).status, reads()]).toEqual([200, 200, 1]);
    site.blog.revision += 1;
    await site.get(path);
    expect(reads()).toBe(2);
  });

  it("are a 404 if they do not exist, each time", async () => {
    const site = createSiteUnderTest({ [`${pagesPath}/nowhere`]: () => refusal(404, "PAGE_NOT_FOUND") });
    const response = await site.get("/nowhere");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('href="/"');
  });

  it("are previewed in a frame of the console, without being indexed", async () => {
    const { get, api } = createSiteUnderTest({
      "/_api/porchlight/v1/site/page-preview": () => Response.json({ page: wirePage }),
    });
    const response = await get("/preview?page=abc.def");
    const html = await response.text();
    expect(response.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain("This is the last saved version.");
    expect(html).toContain("Once there was a lamp.");
    expect(api.calls.at(-1)?.search).toBe("?token=abc.def");
  });

  it("cannot have the path of a page of the site itself", () => {
    const segments = [...new Set(firstSegments(routes)), "assets", "session"];
    expect([...siteSegments].sort()).toEqual(segments.sort());
    for (const segment of segments) expect(isReservedSlug(segment), segment).toBe(true);
  });
});
