import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeDataDir, runCommand } from "../product.ts";
import { useProductBesideFiles } from "./product-beside-files.ts";

const beside = useProductBesideFiles();
const { command, write } = beside;

const definition = {
  id: "Recipes",
  displayName: "All recipes",
  permissions: { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER_AUTHOR", remove: "ADMIN" },
  fields: [
    { key: "title", type: "TEXT", required: true },
    { key: "author", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Authors" } } },
  ],
};

describe("collections in the CLI", () => {
  it("are created, listed, shown and removed next to a running server", async () => {
    expect(await command("collection", "list")).toMatchObject({
      code: 0,
      stdout: "There are no collections. Create one: porchlight collection create FILE.json\n",
    });
    const file = write("recipes.json", JSON.stringify(definition, undefined, 2));
    expect(await command("collection", "create", file)).toMatchObject({
      code: 0,
      stderr: "",
      stdout:
        "Created Recipes, with fields: 2. Who may: read ANYONE, insert SITE_MEMBER, update SITE_MEMBER_AUTHOR, remove ADMIN.\n",
    });
    expect(await command("collection", "create", file)).toMatchObject({
      code: 1,
      stderr: 'There is a collection "Recipes" already. This shows it: porchlight collection show Recipes\n',
    });
    const list = await command("collection", "list");
    expect(list.stdout).toMatch(
      /^id +name +fields .*\nRecipes +All recipes +2 +ANYONE +SITE_MEMBER +\d{4}-\d\d-\d\d\n$/,
    );
    const shown = await command("collection", "show", "Recipes");
    expect(shown.stdout).toMatch(
      /^Recipes, "All recipes"\n.*\n.* are taken\. .*\n\n.*\ntitle +TEXT +required\nauthor +REFERENCE +Authors\n$/,
    );
    const key = JSON.parse((await command("key", "create", "--name", "k", "--role", "read", "--json")).stdout).key;
    const served = await fetch(`${beside.product.url}/wix-data/v2/collections/Recipes`, {
      headers: { authorization: key },
    });
    expect(await served.json()).toMatchObject({
      collection: {
        ...definition,
        fields: expect.arrayContaining(definition.fields.map((field) => expect.objectContaining(field))),
      },
    });

    expect(await command("collection", "remove", "Recipes")).toMatchObject({
      code: 1,
      stderr: 'This would delete the collection "Recipes" and its 0 items. If that is what you want, add --yes.\n',
    });
    expect(await command("collection", "remove", "Recipes", "--yes")).toMatchObject({
      code: 0,
      stdout:
        "Deleted Recipes, with items: 0. For 30 days this brings it back: porchlight collection restore Recipes\n",
    });
    expect((await command("collection", "restore", "Recipes")).stdout).toMatch(
      /^Recipes is there again, with its items\. Who may: /,
    );
    expect(await command("collection", "restore", "Recipes")).toMatchObject({
      code: 1,
      stderr: 'There is no collection "Recipes" that was deleted in the last 30 days.\n',
    });
    expect(await command("collection", "index", "remove", "Recipes", "x")).toMatchObject({
      code: 1,
      stderr: 'Recipes has no index "x". This lists them: porchlight collection index list Recipes\n',
    });
    await command("collection", "remove", "Recipes", "--yes");
    const unknown = 'There is no collection "Recipes". This lists them: porchlight collection list\n';
    expect(await command("collection", "show", "Recipes")).toMatchObject({ code: 1, stderr: unknown });
    expect(await command("collection", "remove", "Recipes")).toMatchObject({ code: 1, stderr: unknown });
    expect(await command("collection", "index", "list", "Recipes")).toMatchObject({ code: 1, stderr: unknown });
  });

  it("are rejected with the location of the error", async () => {
    const file = write(
      "wrong.json",
      '{\n  "id": "Wrong",\n  "fields": [\n    { "key": "title", "type": "TXET" }\n  ]\n}\n',
    );
    const refused = await command("collection", "create", file, "--json");
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout).error.message).toMatch(
      /wrong\.json:4:23: fields\[0\]\.type has to be one of "TEXT"/,
    );
  });

  it("report plugins that have no effect", async () => {
    const plugins = [{ type: "MULTILINGUAL" }, { type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }];
    const file = write("plugins.json", JSON.stringify({ id: "Elsewhere", plugins }));
    const sentence = "\nKept, and without effect here, plugins: MULTILINGUAL.\n";
    for (const args of [
      ["create", file],
      ["show", "Elsewhere"],
    ])
      expect(await command("collection", ...args)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(sentence),
      });
    const { stdout } = await command("collection", "show", "Elsewhere", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ plugins });
  });

  it("are created from the output of show, without a server", async () => {
    const dataDir = makeDataDir();
    const here = (...args: string[]) => runCommand([...args, "--data-dir", dataDir]);
    try {
      const file = write("alone.json", JSON.stringify({ collection: definition }));
      expect(await here("collection", "create", file)).toMatchObject({ code: 0 });
      const { stdout } = await here("collection", "show", "Recipes", "--json");
      expect(await here("collection", "remove", "Recipes", "--yes")).toMatchObject({ code: 0 });
      expect(await here("collection", "create", write("again.json", stdout))).toMatchObject({ code: 0, stderr: "" });
      const again = JSON.parse((await here("collection", "show", "Recipes", "--json")).stdout);
      const { createdDate, updatedDate, revision, ...former } = JSON.parse(stdout);
      expect(again).toMatchObject(former);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
