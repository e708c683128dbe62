import { describe, expect, it } from "vitest";
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
