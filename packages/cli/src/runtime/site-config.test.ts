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

describe("the configuration module of a site", () => {
  it("defines hooks", async () => {
    const text = `import { defineSite } from "${defineSite}";
      interface Recipe { title: string }
      export default defineSite<{ Recipes: Recipe }>({ hooks: { Recipes: { beforeInsert: (item) => ({ ...item, title: item.title.trim() }) } } });`;
    const { hooks } = await loadSiteConfig(folderWith(text));
    expect(await hooks?.["Recipes"]?.beforeInsert?.({ title: " Tea " }, undefined as never)).toEqual({ title: "Tea" });
    const plain = await loadSiteConfig(folderWith("export default {};", "porchlight.config.mjs"));
    expect(plain).toEqual({ file: "porchlight.config.mjs" });
    expect(await loadSiteConfig(tmpdir())).toEqual({});
  });

  it("defines collections", async () => {
    const text = `import { defineSite } from "${defineSite}";
      export default defineSite({ collections: [{
        id: "Recipes", permissions: { read: "ANYONE" }, dataPermissions: { itemInsert: "CMS_EDITOR" },
        fields: [{ key: "title", type: "TEXT" }], indexes: [{ fields: [{ path: "title" }] }],
      }] });`;
    const { collections } = await loadSiteConfig(folderWith(text));
    expect(collections).toEqual([
      {
        definition: { id: "Recipes", permissions: { read: "ANYONE" }, fields: [{ key: "title", type: "TEXT" }] },
        levels: { itemInsert: "CMS_EDITOR" },
        indexes: [{ fields: [{ path: "title" }] }],
      },
    ]);
  });

  it("is rejected with all errors of its collections", async () => {
    const text = `export default { collections: [
      { id: "../R", fields: [{ key: "a", type: "TXT" }] }, 7, { id: "A", feilds: [] }, { id: "B" }, { id: "B" },
      { id: "C", permissions: { read: "ANYONE" }, dataPermissions: { itemRead: "ANYONE" } },
      { id: "D", indexes: [{ fields: [{ path: "_id" }] }] }, { id: "E", indexes: [{ fields: [{ path: "a", up: true }] }] },
    ] };`;
    const lines = await loadSiteConfig(folderWith(text)).catch((error: Error) => error.message.split("\n"));
    expect(lines).toEqual([
      '"porchlight.config.ts" has collections that are wrong:',
      expect.stringContaining("  collections[0]: fields[0].type has to be one of"),
      expect.stringContaining("  collections[0]: id must be letters"),
      expect.stringContaining("  collections[1]: a definition is an object with an id"),
      '  collections[2]: "feilds" is nothing that a definition has.',
      '  collections[4]: there is another collection "B" before it.',
      "  collections[5]: permissions.read and dataPermissions.itemRead say the same; name one.",
      expect.stringContaining("  collections[6]: indexes[0].fields[0].path must be a field's key"),
      '  collections[7]: "up" is nothing that an index has.',
    ]);
  });

  it.each([
    ["export default { collections: {} };", '"porchlight.config.ts" has collections that are no list of definitions.'],
    ["export const hooks = {};", '"porchlight.config.ts" has no default export of defineSite({ … }).'],
    [
      "export default { hook: {} };",
      '"porchlight.config.ts" says "hook", which this version does not know. There is: hooks, collections.',
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
  ])("is rejected in one sentence for %s", async (text, sentence) => {
    await expect(loadSiteConfig(folderWith(text))).rejects.toThrow(sentence);
  });
});
