import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../main.ts";

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), "porchlight-no-site-"));
});
afterAll(() => rmSync(parent, { recursive: true }));

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const printed = { stdout: "", stderr: "" };
  const code = await main(argv, {
    env: {},
    json: argv.includes("--json"),
    terminal: false,
    stdout: (text) => {
      printed.stdout += text;
    },
    stderr: (text) => {
      printed.stderr += text;
    },
  });
  return { code, ...printed };
}

describe("a command in a folder without a site", () => {
  it.each([
    ["collection", "list"],
    ["collection", "export", "Recipes", "recipes.csv"],
    ["collection", "import", "Recipes", import.meta.filename],
    ["collection", "remove", "Recipes", "--yes"],
    ["collection", "index", "add", "Recipes", "title"],
    ["hook", "list"],
    ["setting", "get"],
    ["text", "list"],
    ["audit", "list"],
    ["app", "list"],
    ["key", "list"],
    ["signing-key", "rotate"],
    ["member", "approve", "ada@example.com"],
    ["webhook", "list"],
    ["mail-template", "list"],
    ["import", "list"],
    ["export", "blog"],
  ])("fails with the path and creates nothing: %s %s", async (...command) => {
    const missing = path.join(parent, "mistyped");
    for (const folder of [missing, parent]) {
      const { code, stdout, stderr } = await run(...command, "--data-dir", folder);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`There is no site in "${folder}".`);
      expect(stderr).toMatch(/--data-dir or DATA_DIR.*: porchlight start\n$/);
    }
    expect(readdirSync(parent)).toEqual([]);
  });

  it("prints JSON with the absolute path of the folder with --json", async () => {
    const { code, stdout, stderr } = await run("collection", "list", "--json", "--data-dir", "no/such/folder");
    expect([code, stderr]).toEqual([1, ""]);
    expect(JSON.parse(stdout).error.message).toContain(`"${path.resolve("no/such/folder")}"`);
  });
});
