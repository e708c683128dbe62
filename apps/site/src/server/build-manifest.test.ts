import { describe, expect, it } from "vitest";
import { createBuildFiles } from "./build-manifest.ts";

const manifest = {
  "style.css": { file: "assets/style-1.css" },
  "_shared.js": { file: "assets/shared-1.js" },
  "src/entry-browser.tsx": { file: "assets/entry-1.js", isEntry: true, imports: ["_shared.js"] },
  "src/auth/sign-in-page.tsx": { file: "assets/sign-in-1.js", imports: ["src/entry-browser.tsx", "_fields.js"] },
  "_fields.js": { file: "assets/fields-1.js", imports: ["_shared.js"] },
};

describe("build files", () => {
  it("names the entry and the style sheet", () => {
    const files = createBuildFiles(manifest);
    expect(files.entry).toBe("/assets/entry-1.js");
    expect(files.styles).toBe("/assets/style-1.css");
  });

  it("lists what a page imports, once each and without the entry", () => {
    expect(createBuildFiles(manifest).scriptsOf(["src/auth/sign-in-page.tsx"])).toEqual([
      "/assets/shared-1.js",
      "/assets/sign-in-1.js",
      "/assets/fields-1.js",
    ]);
    expect(createBuildFiles(manifest).scriptsOf([])).toEqual(["/assets/shared-1.js"]);
  });

  it("rejects a build without an entry", () => {
    expect(() => createBuildFiles({})).toThrow("npm run build");
  });
});
