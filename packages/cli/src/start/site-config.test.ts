import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { loadSiteConfig } from "./site-config.ts";

const folders: string[] = [];
function folderWith(text: string, name = "porchlight.config.ts"): string {
  const folder = mkdtempSync(path.join(tmpdir(), "porchlight-config-"));
  folders.push(folder);
  writeFileSync(path.join(folder, name), text);
  return folder;
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const defineSite = pathToFileURL(path.join(import.meta.dirname, "../define-site.ts")).href;

describe("a site's own module", () => {
  it("says what is done around items", async () => {
    const text = `import { defineSite } from "${defineSite}";
      interface Recipe { title: string }
      export default defineSite<{ Recipes: Recipe }>({ hooks: { Recipes: { beforeInsert: (item) => ({ ...item, title: item.title.trim() }) } } });`;
    const { hooks } = await loadSiteConfig(folderWith(text));
    expect(await hooks?.["Recipes"]?.beforeInsert?.({ title: " Tea " }, undefined as never)).toEqual({ title: "Tea" });
    const plain = await loadSiteConfig(folderWith("export default {};", "porchlight.config.mjs"));
    expect(plain).toEqual({});
    expect(await loadSiteConfig(tmpdir())).toEqual({});
  });

  it.each([
    ["export const hooks = {};", '"porchlight.config.ts" has no default export of defineSite({ … }).'],
    [
      "export default { hook: {} };",
      '"porchlight.config.ts" says "hook", which this version does not know. There is: hooks.',
    ],
    ["export default { hooks: [] };", '"porchlight.config.ts" has hooks that are no object of collections.'],
    ["export default { hooks: { R: 7 } };", '"porchlight.config.ts" has hooks of "R" that are no object of functions.'],
    [
      "export default { hooks: { R: { beforeInsert: 7 } } };",
      '"porchlight.config.ts" has a hook "beforeInsert" of "R" that is no function.',
    ],
    [
      "export default { hooks: { R: { beforeLunch() {} } } };",
      /has a hook "beforeLunch" of "R", which there is not\. There are: beforeInsert, /,
    ],
    ["throw new Error('no database');", '"porchlight.config.ts" cannot be loaded: no database'],
  ])("that says %s is refused in one sentence", async (text, sentence) => {
    await expect(loadSiteConfig(folderWith(text))).rejects.toThrow(sentence);
  });
});
