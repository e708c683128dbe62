import { expect, it } from "vitest";
import { documentedShares, findPublicNames } from "./check-doc-comments.ts";
import { testRepository } from "./codebase/test-repository.ts";

it("follows exports to their declarations, into the contract too, and looks at members", () => {
  const tree = testRepository({
    "packages/client/package.json": JSON.stringify({
      name: "@porchlight/client",
      exports: { ".": "./src/index.ts", "./styles.css": "./src/styles.css" },
    }),
    "packages/client/src/index.ts":
      'export * from "./all.ts";\n' +
      'export { type Options, run as start } from "./run.ts";\n' +
      'export type { Post } from "@porchlight/contract/blog/posts/post";\n',
    "packages/client/src/all.ts": 'export { plain } from "./plain.ts";\n/** Documented. */\nexport const a = 1;\n',
    "packages/client/src/plain.ts": "export function plain(): void {}\n/** Not public. */\nexport const hidden = 1;\n",
    "packages/client/src/run.ts":
      "/** Options. */\nexport interface Options {\n  /** Documented. */\n  one: string;\n  two(): void;\n}\n" +
      "/** Overloads. */\nexport function run(): void;\nexport function run(a?: string): void {}\n",
    "packages/contract/src/blog/posts/post.ts": "export interface Post { id: string }\n",
  });
  const names = findPublicNames(tree);
  expect(names.map(({ file, line, name, documented }) => `${file}:${line} ${name} ${documented}`)).toEqual([
    "packages/client/src/all.ts:3 a true",
    "packages/client/src/plain.ts:1 plain false",
    "packages/client/src/run.ts:2 Options true",
    "packages/client/src/run.ts:4 Options.one true",
    "packages/client/src/run.ts:5 Options.two false",
    "packages/client/src/run.ts:8 run true",
    "packages/contract/src/blog/posts/post.ts:1 Post false",
  ]);
  expect(documentedShares(names)).toEqual({ names: 60, members: 50 });
});
