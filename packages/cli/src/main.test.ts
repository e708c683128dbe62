import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { main } from "./main.ts";

async function run(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = "";
  let stderr = "";
  const code = await main(argv, {
    env: {},
    json: argv.includes("--json"),
    terminal: false,
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
  });
  return { code, stdout, stderr };
}

describe("porchlight", () => {
  it.each([
    [
      [],
      /^Which command\? There are: start, migrate, site, backup, restore, import, export, post, seed, app, key, signing-key, user, member, webhook, job, collection, hook, codegen, form, submission, migrate-sdk, setting, text, mail-template, audit, doctor\./,
    ],
    [["strat"], /^There is no command "strat"\./],
    [["collection"], /^Which command\? There are: create, list, show, remove, restore, import, export, index\./],
    [["collection", "create"], /file/],
    [["collection", "import", "Recipes"], /file/],
    [["collection", "import", "Recipes", "a.csv", "--mode", "merge"], /insert, update, skip/],
    [["collection", "import", "Recipes", "a.csv", "--map", "title"], /Titel=title/],
    [["collection", "export", "Recipes", "a.csv", "--format", "xlsx"], /csv, json/],
    [["codegen"], /--url/],
    [["app"], /^Which command\? There are: create, list\./],
    [["start", "--port", "99999"], /99999/],
    [["start", "--host", ""], /--host/],
    [["start", "--host", "no host"], /127\.0\.0\.1/],
    [["start", "--site", ""], /--site/],
    [["member", "list", "--data-dir", ""], /--data-dir/],
    [["start", "--demos"], /Did you mean --demo\?/],
    [["start", "now"], /argument/],
    [["app", "create", "--name", "Shop"], /--redirect-uri/],
    [
      ["app", "create", "--name", "Shop", "--redirect-uri", "https://a.example", "--refresh-tokens", "never"],
      /rotate, stable/,
    ],
    [["member", "approve"], /member/],
    [["member", "create", "--email", "a@b.example", "--password", "x", "--status", "KING"], /ACTIVE, PENDING/],
    [["import"], /source/],
    [["import", "posts", "--format", "docx"], /markdown/],
    [["setting", "set", "memberApproval"], /value/],
  ])("rejects the wrong usage %j with a hint", async (argv, sentence) => {
    const { code, stdout, stderr } = await run(...argv);
    expect(stderr).toMatch(sentence);
    expect(stderr).toMatch(/Add --help to see how it is written\.\n$/);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it.each([
    ["import", "list"],
    ["mail-template", "list"],
    ["member", "list"],
  ])("reads the data folder of %s %s from its own option", async (...command) => {
    const file = fileURLToPath(import.meta.url);
    const { code, stderr } = await run(...command, "--data-dir", file);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(file) });
  });

  it("prints wrong usage as one JSON object with --json", async () => {
    for (const argv of [
      ["strat", "--json"],
      ["app", "create", "--json"],
    ]) {
      const { code, stdout, stderr } = await run(...argv);
      expect(JSON.parse(stdout)).toEqual({ error: { message: expect.any(String) } });
      expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    }
  });

  it.each([[["--help"]], [["start", "--help"]], [["app", "create", "--help"]], [["setting", "--help"]]])(
    "prints help for %j",
    async (argv) => {
      const { code, stdout } = await run(...argv);
      expect(stdout).toMatch(/^Usage: porchlight/);
      expect(code).toBe(0);
    },
  );

  it("rejects an unknown setting without opening a database", async () => {
    expect(await run("setting", "get", "colour")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no setting "colour"'),
    });
  });
});
