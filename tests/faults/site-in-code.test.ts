import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, makeDataDir, type Product, runCommand, startProduct } from "../product.ts";

const folder = mkdtempSync(path.join(tmpdir(), "porchlight-site-"));
const dataDir = makeDataDir();
let product: Product;

const say = (collections: string, hooks = "{}") =>
  writeFileSync(
    path.join(folder, "porchlight.config.mjs"),
    `export default { collections: ${collections}, hooks: { Recipes: ${hooks} } };`,
  );
const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};
const start = (args: string[]) =>
  startProduct({ args, dataDir, cwd: folder, env: { LOG_LEVEL: "info", LOG_FORMAT: "json" } });

beforeAll(async () => {
  say(
    '[{ id: "Recipes", fields: [{ key: "title", type: "TEXT" }, { key: "old", type: "TEXT" }], indexes: [{ fields: [{ path: "title" }] }] }]',
    '{ beforeInsert: (item) => { if (item.title === "bad") throw new Error("no"); return { ...item, title: item.title + "!" }; }, afterQuery: (item) => ({ ...item, told: true }) }',
  );
  product = await start(["--site", "none", "--demo"]);
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a site in code", () => {
  it("has its collections after the start, and logs nothing else", async () => {
    expect(product.output()).toContain("Created collections: Recipes\n");
    expect(product.output()).toMatch(/Added \d+ demo posts\n/);
    expect(product.output()).not.toContain("setting-changed");
    const shown = JSON.parse((await product.command("collection", "show", "Recipes", "--json")).stdout);
    expect(shown.fields.map(({ key }: { key: string }) => key)).toEqual(["title", "old"]);
  });

  it("runs its functions in imports and exports unless they are skipped", async () => {
    const file = write("in.csv", "_id,title\na,A\nb,bad\n");
    const imported = await product.command("collection", "import", "Recipes", file);
    expect(imported.stdout).toContain("Items inserted 1, replaced 0, passed over 0; rows refused 1.");
    expect(imported.stdout).toContain("has refused: no");
    const as = await product.command("collection", "import", "Recipes", file, "--suppress-hooks", "--mode", "skip");
    expect(as.stdout).toContain("Items inserted 1, replaced 0, passed over 1; rows refused 0.");
    const lines = async (...more: string[]) => {
      const out = path.join(folder, `out${Math.random()}.jsonl`);
      expect(await product.command("collection", "export", "Recipes", out, ...more)).toMatchObject({ code: 0 });
      return readFileSync(out, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    };
    expect(await lines()).toMatchObject([
      { title: "A!", told: true },
      { title: "bad", told: true },
    ]);
    expect((await lines("--suppress-hooks"))[0]).not.toHaveProperty("told");
  });

  it("is updated at the next start, and retains removed definitions", async () => {
    product.process.kill("SIGINT");
    await new Promise((resolve) => product.process.once("close", resolve));
    say('[{ id: "Recipes", displayName: "Rezepte", fields: [{ key: "title", type: "TEXT" }] }]');
    product = await start(["--site", "none"]);
    expect(product.output()).toContain("Changed collections: Recipes\n");
    expect(product.output()).toContain(
      'has a field \\"old\\" that is no longer defined. It stays, with the values of its items.',
    );
    const shown = JSON.parse((await product.command("collection", "show", "Recipes", "--json")).stdout);
    expect(shown).toMatchObject({ displayName: "Rezepte", fields: [{ key: "title" }, { key: "old" }] });
  });

  it("fails the start with one sentence if it is invalid", async () => {
    const refused = async () => {
      const env = { DATA_DIR: makeDataDir(), PORT: String(await freePort()) };
      const { code, stderr } = await runCommand(["start", "--site", "none"], env, folder);
      rmSync(env.DATA_DIR, { recursive: true, force: true });
      return { code, stderr };
    };
    say('[{ id: "Recipes", fields: [{ key: "a b", type: "TXT" }] }, { id: "Letters", feilds: [] }]');
    const wrong = await refused();
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain(
      '"porchlight.config.mjs" has collections that are wrong:\n  collections[0]: fields[0].key must be',
    );
    expect(wrong.stderr).toContain('  collections[1]: "feilds" is nothing that a definition has.');
    const unique = ["a", "b", "c", "d"].map((key) => `{ key: "${key}", unique: true }`).join(", ");
    say(`[{ id: "Recipes", fields: [${unique}] }]`);
    expect(await refused()).toEqual({
      code: 1,
      stderr: expect.stringContaining(
        '"porchlight.config.mjs" has a collection "Recipes" that cannot be created or changed: At most 3 fields of a collection are unique.',
      ),
    });
  });
});
