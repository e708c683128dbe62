import { expect, it } from "vitest";
import { testRepository } from "./codebase/test-repository.ts";
import { checkDiagram, layerDiagram } from "./make-architecture-diagram.ts";
import { measure } from "./measure-codebase.ts";

const server = "packages/server/src";
const tree = () =>
  testRepository({
    [`${server}/server.ts`]: 'import { getPost } from "./blog/get-post.ts";\nexport const a = getPost as unknown;\n',
    [`${server}/blog/get-post.ts`]:
      'import type { ServerContext } from "../platform/context.ts";\nexport const getPost = (tx: Tx, context: ServerContext) => [1] as const;\n',
    [`${server}/blog/get-post.test.ts`]: "const tests = 1;\n",
    [`${server}/platform/context.ts`]:
      "// Told to nobody.\nexport interface ServerContext { tellPost: 1; needed: 2 }\n",
    "docs/explanation/architecture.md": "# A\n\n<!-- layers:start -->\n<!-- layers:end -->\n",
  });

it("measures the code without its tests", () => {
  const figures = Object.fromEntries(measure(tree()).map(({ name, value }) => [name, value]));
  expect(figures).toMatchObject({
    "source files": 3,
    "source lines": 6,
    "files of at most 30 lines": 3,
    "splinters: short files with one importer": 2,
    "loose files in a package's src, at most": 1,
    "cycles of files": 0,
    "importers of a context type": 1,
    "importers of a context type in the platform": 0,
    "functions with tx and db in reach": 1,
    "lines of comments in the private register": 1,
    "names like tell, told, keep, note, need, known": 1,
    "type assertions with as, per 1,000 lines": 166.7,
  });
});

it("draws the layers, and reports a document without an arrow", () => {
  const diagram = layerDiagram(tree());
  expect(diagram).toContain("  blog -->|1| platform\n  server_ts -->|1| blog\n");
  expect(checkDiagram(tree())).toHaveLength(1);
});
