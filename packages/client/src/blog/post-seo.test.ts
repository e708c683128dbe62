import { describe, expect, it } from "vitest";
import { readPostSeo, withPostSeo } from "./post-seo.ts";

describe("the SEO data of a post", () => {
  it("can be changed without losing tags of other programs", () => {
    const before = {
      tags: [
        { type: "title", children: "Old", custom: true },
        { type: "meta", props: { property: "og:title", content: "Card" } },
        { type: "meta", props: { name: "robots", content: "noindex,follow" } },
      ],
      settings: { keywords: [{ term: "lamp" }] },
    };
    expect(readPostSeo(before)).toMatchObject({ title: "Old", noIndex: true });
    const image = "https://a.example/media/1.png";
    const after = withPostSeo(before, {
      title: "New",
      description: "Short.",
      canonicalUrl: "https://a.example/p",
      image,
    });
    expect(readPostSeo(after)).toEqual({
      title: "New",
      description: "Short.",
      canonicalUrl: "https://a.example/p",
      image,
      noIndex: false,
    });
    expect(after.tags).toContainEqual(before.tags[1]);
    expect(after.settings).toEqual(before.settings);
  });

  it("ignores disabled tags, empty texts and values of another kind", () => {
    const tags = [
      { type: "title", children: "Off", disabled: true },
      { type: "meta", props: { name: "description", content: "  " } },
      { type: "link", props: { rel: "canonical", href: 7 } },
      { type: "meta" },
    ];
    expect(readPostSeo({ tags })).toEqual({ noIndex: false });
    expect(readPostSeo(undefined)).toEqual({ noIndex: false });
  });
});
