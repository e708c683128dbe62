import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readDefinition } from "./parse-collection-file.ts";

const folder = mkdtempSync(join(tmpdir(), "porchlight-definition-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string | Buffer) {
  const file = join(folder, "d.json");
  writeFileSync(file, text);
  try {
    return readDefinition(file);
  } catch (error) {
    return (error as Error).message.replaceAll(file, "d.json");
  }
}

describe("readDefinition", () => {
  it("accepts a definition alone or as a request body", () => {
    const definition = { id: "Recipes", fields: [{ key: "title", type: "TEXT" }], permissions: { read: "ANYONE" } };
    expect(read(JSON.stringify(definition))).toEqual(definition);
    expect(read(`\uFEFF${JSON.stringify({ collection: definition })}`)).toEqual(definition);
  });

  it("ignores read-only properties of a server's response", () => {
    const response = {
      id: "R",
      maxPageSize: 1000,
      createdDate: "x",
      fields: [{ key: "a", capabilities: {}, systemField: false }],
    };
    expect(read(JSON.stringify(response))).toEqual({ id: "R", fields: [{ key: "a" }] });
  });

  it.each([
    ['{\n  "id": "R",\n}', 'd.json:3:1: this is not JSON: there is "}" where JSON has something else.'],
    ['{\n  "id": "R"', "d.json:2:12: this is not JSON: it ends too early."],
    ["", "d.json:1:1: this is not JSON: the file is empty."],
    ["[]", "d.json:1:1: a definition is an object with an id"],
    [
      '{\n  "id": "R",\n  "fields": [\n    {"key": "a b"},\n    {"key": "c", "type": "TXT"}\n  ]\n}',
      "d.json:4:6: fields[0].key must be letters",
    ],
    ['{\n  "id": "R",\n  "fields": [{"key": "c", "type": "TXT"}]\n}', "d.json:3:27: fields[0].type has to be"],
    ['{\n  "id": "R",\n  "feilds": []\n}', 'd.json:3:3: "feilds" is nothing that a definition has.'],
    ['{"id": "R", "fields": [{"key": "a", "requird": true}]}', 'd.json:1:37: "requird" is nothing'],
    ['{"fields": []}', "d.json:1:1: id"],
    ['{"id": "../x"}', "d.json:1:2: id must be letters"],
    [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, "nested deeper"],
    [Buffer.from([0x7b, 0xff]), "is not written in UTF-8"],
  ])("reports the position of an error: %s", (text, sentence) => {
    expect(read(text)).toContain(sentence);
  });

  it("reports all errors", () => {
    const wrong = '{"id": "R", "strict": 1,\n"fields": [{"key": "a", "type": 7}]}';
    expect(read(wrong)).toMatch(/^d\.json:1:13: strict .*\nd\.json:2:25: fields\[0\]\.type /);
  });

  it("reports a missing file in one sentence", () => {
    expect(() => readDefinition(join(folder, "none.json"))).toThrow("cannot be read. Is the path right?");
  });
});
