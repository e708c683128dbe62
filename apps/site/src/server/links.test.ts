import { describe, expect, it } from "vitest";
import { createSiteUnderTest } from "./site-under-test.ts";

const links = [{ label: "Tools </a><b>", href: "/collections/Tools" }];

describe("the owner's links", () => {
  it("are in the header of every page and in the hydration state", async () => {
    const html = await (
      await createSiteUnderTest(undefined, {}, undefined, { appearance: { links } }).get("/blog")
    ).text();
    expect(html).toContain('<a href="/collections/Tools">Tools &lt;/a&gt;&lt;b&gt;</a></nav>');
    expect(html).toContain('"links":[{"label":"Tools \\u003c/a\\u003e\\u003cb\\u003e"');
  });

  it("appear on cached pages as soon as they are set", async () => {
    const site = createSiteUnderTest(undefined, {}, undefined, {}, 1_000_000);
    expect(await (await site.get("/blog")).text()).not.toContain("/collections/Tools");
    site.blog.looks = { appearance: { links } };
    expect(await (await site.get("/blog")).text()).toContain("/collections/Tools");
    site.blog.looks = {};
    expect(await (await site.get("/blog")).text()).not.toContain("/collections/Tools");
  });
});
