import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { migrateSdk } from "./migrate-sdk.ts";

const host = "https://members.example.com";
const imported = `import { posts } from "@wix/blog";\n`;
const migrated = `import { posts } from "@porchlight/client/compat";\n`;

function createSite(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = mkdtempSync(join(tmpdir(), "migrate-sdk-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

function run(folder: string, dryRun = false, address = host) {
  let output = "";
  const stdout = (text: string) => {
    output += text;
  };
  migrateSdk({ env: {}, json: true, terminal: false, stdout, stderr: () => {} }, folder, { host: address, dryRun });
  const { files, notes } = JSON.parse(output);
  return { files: files.map(({ file }: { file: string }) => file), notes };
}

it("changes the modules of a folder, and nothing in a dry run", () => {
  const folder = createSite({
    "a.ts": imported,
    "deep/b.jsx": imported,
    "node_modules/c.js": imported,
    "d.md": imported,
  });
  const read = () =>
    ["a.ts", "deep/b.jsx", "node_modules/c.js", "d.md"].map((file) => readFileSync(join(folder, file), "utf8"));
  expect(run(folder, true)).toEqual({ files: ["a.ts", "deep/b.jsx"], notes: [] });
  expect(read()).toEqual([imported, imported, imported, imported]);
  expect(run(folder)).toEqual({ files: ["a.ts", "deep/b.jsx"], notes: [] });
  expect(read()).toEqual([migrated, migrated, imported, imported]);
  expect(run(folder)).toEqual({ files: [], notes: [] });
});

it("leaves files in another encoding unchanged, and reports them", () => {
  const latin1 = Buffer.from(`// Caf\u00e9\n${imported}`, "latin1");
  const folder = createSite({ "a.js": latin1 });
  expect(run(folder)).toEqual({
    files: [],
    notes: [{ file: "a.js", line: 2, text: expect.stringMatching(/not UTF-8/) }],
  });
  expect(readFileSync(join(folder, "a.js"))).toEqual(latin1);
});

it("reports other files that name the platform's packages or addresses", () => {
  const folder = createSite({
    "page.vue": `<script>\n${imported}</script>\n`,
    "tsconfig.json": `{"compilerOptions": {"paths": {\n"@wix/sdk": ["./sdk"]}}}`,
    "package.json": `{"dependencies": {"@wix/sdk": "1"}}`,
    "fetch.ts": `\nfetch("https://www.wixapis.com/v1");\n`,
    "package-lock.json": `{"@wix/sdk": {}}`,
  });
  expect(run(folder).notes).toEqual([
    { file: "fetch.ts", line: 2, text: expect.stringMatching(/address of the platform/) },
    { file: "package.json", line: 1, text: expect.stringMatching(/^Install/) },
    { file: "page.vue", line: 2, text: expect.stringMatching(/yourself/) },
    { file: "tsconfig.json", line: 2, text: expect.stringMatching(/yourself/) },
  ]);
});

it("ends with links that form a loop", () => {
  const folder = createSite({ "a.ts": imported });
  symlinkSync(folder, join(folder, "loop"));
  expect(run(folder).files).toEqual(["a.ts"]);
});

it("requires the URL of a server as host", () => {
  const folder = createSite({ "a.ts": imported });
  for (const invalid of ["members.example.com", "ftp://members.example.com", "https://"])
    expect(() => run(folder, false, invalid)).toThrow(`"${invalid}" is not the URL of a server`);
  expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe(imported);
});
