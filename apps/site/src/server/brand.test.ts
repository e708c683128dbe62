import { describe, expect, it } from "vitest";
import type { SiteTexts } from "./site-texts.ts";
import { createSiteUnderTest } from "./site-under-test.ts";

const styles = ":root:root{--site-accent:#7a5200}";

describe("the owner's color", () => {
  it("is in every page's head, allowed by its policy, and not in the hydrated tree", async () => {
    const { get } = createSiteUnderTest({}, {}, undefined, { brand: styles });
    for (const path of ["/", "/sign-in", "/no-such-page"]) {
      const response = await get(path);
      const html = await response.text();
      const [, nonce] =
        /style-src 'self' 'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "") ?? [];
      expect(nonce).toBeTruthy();
      expect(html.split(styles)).toHaveLength(2);
      expect(html).toContain(`<style nonce="${nonce}">${styles}</style></head>`);
    }
  });

  it("is absent if the owner has not set one", async () => {
    for (const looks of [{ brand: "" }, {}]) {
      const html = await (await createSiteUnderTest({}, {}, undefined, looks).get("/")).text();
      expect(html).toContain("</head>");
      expect(html).not.toContain("<style");
    }
  });
});

describe("the owner's texts", () => {
  const texts = { "common.nav.blog": "Journal", "auth.signIn.title": "Come in", "home.readAll": "Everything" };

  it("replace those of the site and its components, in English and in German, also after hydration", async () => {
    const german: SiteTexts = {
      language: "de",
      words: { "common.nav.blog": "Artikel", "common.nav.search": "Suche" },
      messages: {},
      modules: [],
    };
    for (const language of ["en", "de"]) {
      const { get } = createSiteUnderTest({}, { language }, language === "de" ? german : undefined, {
        appearance: { texts },
      });
      const html = await (await get("/sign-in")).text();
      expect(html).toMatch(/<a [^>]*href="\/blog"[^>]*>Journal<\/a>/);
      expect(html).toContain("Come in</h1>");
      expect(html).toContain(language === "de" ? ">Suche</a>" : ">Search</a>");
      expect(html).toContain('"auth.signIn.title":"Come in"');
    }
  });

  it("add nothing to pages if there are none", async () => {
    expect(await (await createSiteUnderTest().get("/")).text()).not.toContain('"texts"');
  });
});
