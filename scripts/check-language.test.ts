import { describe, expect, it } from "vitest";
import { countByGroup, findLanguageHits, hitsInDocument, hitsInSource } from "./check-language.ts";
import { SourceFile } from "./codebase/source-tree.ts";
import { testRepository } from "./codebase/test-repository.ts";

const inSource = (text: string, file = "packages/server/src/a.ts") =>
  hitsInSource(new SourceFile(file, text)).map(({ line, kind, found }) => `${line} ${kind} ${found}`);

describe("hitsInSource", () => {
  it("finds wordings in comments, also across lines", () => {
    expect(inSource("/**\n * Sent to whoever\n * asks. Kept for\n * good.\n */\nlet a; // meanwhile\n")).toEqual([
      "2 comment whoever",
      "3 comment for good",
      "6 comment meanwhile",
    ]);
    expect(inSource("// It is removed for\n// good.\n")).toEqual(["1 comment for good"]);
  });

  it("ignores code, links and words that contain others", () => {
    const comment =
      "/** `told` is needed; see {@link tell}, https://example.com/nobody. The foretold, hotel-tells-it. */";
    expect(inSource(`${comment}\nconst text = "nobody";\n`)).toEqual([]);
  });

  it("finds declared names, each once, and not those that are used", () => {
    const text =
      "export function tellPost(kept: number, patienceMs = 3) { tellPost(kept); }\n" +
      "interface Told { mostTries: number; needed: boolean; keepAlive: boolean }\n" +
      "import { needWriter } from './x.ts';\n";
    expect(inSource(text)).toEqual([
      "1 name tellPost",
      "1 name kept",
      "1 name patienceMs",
      "2 name Told",
      "2 name mostTries",
    ]);
  });

  it("leaves properties of the contract alone: they are on the wire", () => {
    expect(inSource("interface A { told: string }\n", "packages/contract/src/a.ts")).toEqual([]);
    expect(inSource("interface Told { a: string }\n", "packages/contract/src/a.ts")).toEqual(["1 name Told"]);
  });

  it("finds titles of tests and comments that are too wide", () => {
    expect(inSource('it.each([1])("tells %s", () => {});\n')).toEqual(["1 title tells"]);
    const wide = "a ".repeat(60);
    expect(inSource(`// ${wide}\n// biome-ignore lint/x: ${wide}\nconst a = 1;\n`)).toEqual(["1 width 123 columns"]);
  });
});

describe("hitsInDocument", () => {
  it("finds wordings outside of code with their lines", () => {
    const text = "# Told\n\nSee [a](tell.md), `nobody`.\n\n```ts\n// whoever\n```\n\nIt is kept.\n";
    expect(hitsInDocument("README.md", text).map(({ line, found }) => `${line} ${found}`)).toEqual([
      "1 Told",
      "9 is kept",
    ]);
  });
});

describe("findLanguageHits", () => {
  it("reads sources and documents, counted by package", () => {
    const tree = testRepository({
      "packages/server/src/a.ts": "// nobody\n",
      "apps/site/src/a.tsx": "// nobody\nexport const a = <p>nobody</p>;\n",
      "docs/guide.md": "Nobody.\n",
      "README.md": "Nobody.\n",
      "tests/recordings/fixtures/a.md": "Nobody.\n",
    });
    expect(Object.fromEntries(countByGroup(findLanguageHits(tree)))).toEqual({
      "packages/server": 1,
      "apps/site": 1,
      docs: 1,
      root: 1,
    });
    expect(findLanguageHits(tree, "packages/server")).toHaveLength(1);
  });
});
