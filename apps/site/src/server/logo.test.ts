import { describe, expect, it } from "vitest";
import { createSiteUnderTest } from "./site-under-test.ts";

const light = { path: "/media/00.png", width: 120, height: 40 };
const dark = { path: "/media/11.png", width: 100, height: 30 };
const pageWith = async (logo: typeof light & { dark?: typeof dark }, path = "/") =>
  (await createSiteUnderTest({}, {}, undefined, { brand: ":root{}", logo }).get(path)).text();

describe("the owner's logo", () => {
  it("is in every page's style sheet with the color, and its name in the header", async () => {
    for (const path of ["/", "/sign-in", "/no-such-page"]) {
      const html = await pageWith(light, path);
      expect(
        html.match(/<style nonce="[^"]+">:root\{\}@media screen\{.*url\("\/media\/00\.png"\).*<\/style><\/head>/),
      ).toHaveLength(1);
      expect(html).toContain("<bdi>Lantern &lt;Street&gt;</bdi>");
    }
  });

  it("has a light background in the dark theme, unless there is a dark variant", async () => {
    expect(await pageWith(light)).toContain("background-color:#fff");
    const html = await pageWith({ ...light, dark });
    expect(html).not.toContain("background-color:#fff");
    expect(html.split('url("/media/11.png")')).toHaveLength(3);
  });
});
