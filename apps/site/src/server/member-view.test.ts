import { describe, expect, it } from "vitest";
import { createSiteUnderTest, memberCookie } from "./site-under-test.ts";
import { wirePost } from "./stub-api.ts";

const view = {
  accessToken: "viewed-member",
  linkTo: (path: string) => `/preview/member?token=t&page=${encodeURIComponent(path)}`,
};
const site = createSiteUnderTest(undefined, {}, undefined, { isPreview: true, view }, 1_000_000);

describe("a page that is shown as a member sees it", () => {
  it("is read with the token of the view only, and changes nothing in the browser", async () => {
    for (const path of ["/", "/account", `/blog/${wirePost.slug}`]) {
      const response = await site.get(path, { cookie: memberCookie() });
      const html = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("set-cookie")).toBe(null);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
      expect(html).toContain("Ana &lt;/script&gt;");
      expect(html).not.toMatch(/<script(?! type="application\/ld\+json")|<noscript|viewed-member|member-access/);
    }
    expect(new Set(site.api.calls.map(({ token }) => token))).toEqual(new Set(["viewed-member"]));
  });

  it("links to pages as the member sees them", async () => {
    const html = await (await site.get("/")).text();
    const links = [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toContain("/preview/member?token=t&amp;page=%2Fblog");
    expect(links.filter((href) => href?.startsWith("/") && !href.startsWith("/preview/member?"))).toEqual([]);
  });

  it("accepts no form", async () => {
    const response = await site.post("/sign-out", {}, { "sec-fetch-site": "same-origin", cookie: memberCookie() });
    expect(response.status).toBe(405);
    expect((await site.post("/session", {}, { "sec-fetch-site": "same-origin" })).status).toBe(405);
    expect(response.headers.get("set-cookie")).toBe(null);
  });
});
