import { describe, expect, it } from "vitest";
import { parseSetting, SettingError } from "./settings.ts";
import { homeSections } from "./site-formats.ts";

describe("homeSections", () => {
  it("are parsed with their number of posts", () => {
    const value = parseSetting("homeSections", "intro, latest:9, category:news-2:4, category:über, categories, join");
    expect(homeSections(value as string[])).toEqual([
      { kind: "intro" },
      { kind: "latest", limit: 9 },
      { kind: "category", slug: "news-2", limit: 4 },
      { kind: "category", slug: "über" },
      { kind: "categories" },
      { kind: "join" },
    ]);
  });

  it("include collections and pages", () => {
    const value = parseSetting("homeSections", "collection:Tools:8, collection:shop/Products_2, page:about-us");
    expect(homeSections(value as string[])).toEqual([
      { kind: "collection", collectionId: "Tools", limit: 8 },
      { kind: "collection", collectionId: "shop/Products_2" },
      { kind: "page", slug: "about-us" },
    ]);
    expect(() => parseSetting("homeSections", "collection:Tools, collection:Tools:3")).toThrow(/twice/);
  });

  it("have each category once, also one with a numeric slug", () => {
    expect(homeSections(parseSetting("homeSections", "category:12, category:13:3") as string[])).toEqual([
      { kind: "category", slug: "12" },
      { kind: "category", slug: "13", limit: 3 },
    ]);
    expect(() => parseSetting("homeSections", "category:12, category:12:3")).toThrow(/twice/);
  });

  it.each([
    "",
    "hero",
    "latest:0",
    "latest:25",
    "latest:",
    "join:3",
    "category:",
    "collection:",
    "collection:../x",
    "page:about:3",
    "latest, latest:3",
    "latest, intro",
  ])("reject %j", (text) => {
    expect(() => parseSetting("homeSections", text)).toThrow(SettingError);
  });
});

describe("cssVariables", () => {
  it("are separated by lines or semicolons", () => {
    expect(parseSetting("cssVariables", ' --site-radius:0 ;\n\n--site-font : "Iowan Old Style", serif;')).toBe(
      '--site-radius: 0; --site-font: "Iowan Old Style", serif',
    );
    expect(parseSetting("cssVariables", "--page-width: min(100%, 60rem)")).toBe("--page-width: min(100%, 60rem)");
  });

  it.each([
    "color: red",
    "--other: 1",
    "--site-bg: url(//example.com/a.png)",
    "--site-bg: URL (x)",
    "--site-bg: image-set(x)",
    "--site-a: red } body { display: none",
    "--site-a: </style><script>",
    "--site-a: \\75rl(x)",
    "--site-a: (1",
    "--site-a: 1)",
    '--site-a: "1',
    "--site-a: /* 1",
    "--site-a: 1 */",
    "--site-a: https://example.com",
    "--site-a:",
    Array.from({ length: 51 }, (_, n) => `--site-a${n}: 1`).join(";"),
    `--site-a: ${"1".repeat(4_000)}`,
  ])("reject %j", (text) => {
    expect(() => parseSetting("cssVariables", text)).toThrow(SettingError);
  });
});
