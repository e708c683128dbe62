import { describe, expect, it } from "vitest";
import { createSiteUnderTest } from "./site-under-test.ts";

const styles = ":root:root{--site-accent:#7a5200}";

describe("the owner's colour", () => {
  it("stands in every page's head, admitted by its policy, and in nothing that browsers render anew", async () => {
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

  it("is not there where the owner has chosen none", async () => {
    for (const looks of [{ brand: "" }, {}]) {
      const html = await (await createSiteUnderTest({}, {}, undefined, looks).get("/")).text();
      expect(html).toContain("</head>");
      expect(html).not.toContain("<style");
    }
  });
});
