import { describe, expect, it } from "vitest";
import { findForbiddenImports, findViolations, whyForbidden } from "./check-boundaries.ts";
import { readImports } from "./codebase/source-tree.ts";
import { testRepository } from "./codebase/test-repository.ts";

const server = "packages/server/src";

describe("findForbiddenImports", () => {
  it("reports file and line of a forbidden import, of types too", () => {
    const tree = testRepository({
      [`${server}/blog/get-post.ts`]:
        'import "../platform/db/ids.ts";\n\nimport type { Member } from "../members/member.ts";\n',
      [`${server}/members/member.ts`]: "export type Member = string;\n",
      [`${server}/platform/db/ids.ts`]: "export const id = 1;\n",
    });
    expect(findForbiddenImports(tree)).toEqual([
      {
        kind: "import",
        file: `${server}/blog/get-post.ts`,
        line: 3,
        reason: 'imports "../members/member.ts": "blog" and "members" are in one layer and do not import each other',
      },
    ]);
  });

  it("reads apps, and skips what is built or installed", () => {
    const forbidden = 'import { createServer } from "@porchlight/server";\n';
    const tree = testRepository({
      "apps/site/src/site.ts": forbidden,
      "apps/site/dist/site.ts": forbidden,
      "apps/site/node_modules/other/index.ts": forbidden,
    });
    expect(findForbiddenImports(tree).map(({ file }) => file)).toEqual(["apps/site/src/site.ts"]);
  });
});

describe("whyForbidden", () => {
  it.each([
    ["packages/client/src/blog/posts.ts", "@porchlight/contract/blog/posts/post"],
    [`${server}/auth/sign-in/login.ts`, "../../members/members-store.ts"],
    [`${server}/blog/posts/get-post.ts`, "../../platform/context/caller.ts"],
    [`${server}/app.ts`, "./blog/routes.ts"],
    [`${server}/blog/get-post.test.ts`, "../members/member.ts"],
    ["packages/server/test/test-server.ts", "../src/server.ts"],
    ["packages/client/src/testing/index.ts", "./stub-posts.ts"],
    ["packages/cli/src/runtime/operator.ts", "@porchlight/server/operations"],
    ["packages/cli/src/runtime/parse-time.ts", "./failure.ts"],
    ["tests/conformance/sign-up.test.ts", "@porchlight/server"],
    ["packages/react/src/auth/sign-in/sign-in.tsx", "react"],
  ])("allows %s to import %s", (file, specifier) => {
    expect(whyForbidden(file, specifier)).toBeUndefined();
  });

  it.each([
    ["packages/client/src/blog/posts.ts", "@porchlight/server", "does not import"],
    ["packages/client/src/blog/posts.ts", "../../../contract/src/blog/post.ts", "by its name"],
    [`${server}/members/members-store.ts`, "../auth/login.ts", "is below"],
    [`${server}/platform/mail/delivery.ts`, "../../auth/login.ts", "is below"],
    [`${server}/blog/get-post.ts`, "../app.ts", "is below"],
    [`${server}/unknown/file.ts`, "../platform/db/ids.ts", "in no layer"],
    [`${server}/blog/routes.ts`, "./posts-store.ts", "calls a use case"],
    [`${server}/blog/social-cards/routes.ts`, "../posts/posts-store.ts", "calls a use case"],
    [`${server}/blog/get-post.ts`, "./routes.ts", "other routes"],
    [`${server}/blog/get-post.ts`, "../../test/test-server.ts", "tests and fixtures"],
    [`${server}/blog/get-post.ts`, "./test-posts.ts", "tests and fixtures"],
    ["apps/site/src/blog/post/post-page.tsx", "@porchlight/server", "does not import"],
  ])("forbids %s to import %s", (file, specifier, reason) => {
    expect(whyForbidden(file, specifier)).toContain(reason);
  });
});

describe("findViolations", () => {
  const violations = (files: Record<string, string>) =>
    findViolations(testRepository(files)).map(({ kind, file }) => [kind, file.replace(`${server}/`, "")]);

  it("allows pairs of files that import each other's types, and no other cycle", () => {
    const type = (target: string) => `import type { A } from "./${target}.ts";\nexport type A = 1;\n`;
    const value = (target: string) => `import { a } from "./${target}.ts";\nexport const b = a;\n`;
    expect(violations({ [`${server}/blog/a.ts`]: type("b"), [`${server}/blog/b.ts`]: type("a") })).toEqual([]);
    expect(violations({ [`${server}/blog/a.ts`]: value("b"), [`${server}/blog/b.ts`]: value("a") })).toEqual([
      ["cycle", "blog/a.ts"],
    ]);
    const three = { [`${server}/blog/a.ts`]: type("b"), [`${server}/blog/b.ts`]: type("c") };
    expect(violations({ ...three, [`${server}/blog/c.ts`]: type("a") })).toEqual([["cycle", "blog/a.ts"]]);
  });

  it("finds cycles of folders within the platform", () => {
    const files = {
      [`${server}/platform/db/a.ts`]: 'import "../http/b.ts";\n',
      [`${server}/platform/http/b.ts`]: "",
      [`${server}/platform/http/c.ts`]: 'import "../db/d.ts";\n',
      [`${server}/platform/db/d.ts`]: "",
    };
    expect(violations(files)).toEqual([["folder cycle", "platform/db"]]);
  });

  it("finds SQL outside of stores", () => {
    const query = 'import { sql } from "kysely";\nexport const run = (db) => sql`select 1`.execute(db);\n';
    const builder = 'import { db } from "./db.ts";\nexport const run = () => db.selectFrom("posts");\n';
    const files = {
      "blog/get.ts": query,
      "blog/posts-store.ts": query,
      "blog/list.ts": builder,
      "platform/db/ids.ts": query,
    };
    const tree = Object.fromEntries(Object.entries(files).map(([file, text]) => [`${server}/${file}`, text]));
    expect(violations(tree)).toEqual([
      ["sql", "blog/get.ts"],
      ["sql", "blog/list.ts"],
    ]);
  });

  it("finds use cases that call use cases, and connections next to transactions", () => {
    const useCase = "export async function getPost(context: BlogContext, id: string) {}\n";
    const caller =
      'import { getPost } from "./get-post.ts";\nexport async function likePost(context: BlogContext) {}\n';
    const helper = 'import { getPost } from "./get-post.ts";\nexport const other = getPost;\n';
    const both =
      "export function write(tx: Tx, context: BlogContext) {}\nexport function read(tx: Tx, site: TxContext) {}\n";
    expect(
      violations({
        [`${server}/blog/routes.ts`]:
          'import { getPost } from "./get-post.ts";\nimport { likePost } from "./like-post.ts";\n',
        [`${server}/blog/get-post.ts`]: useCase,
        [`${server}/blog/like-post.ts`]: caller,
        [`${server}/blog/helper.ts`]: helper,
        [`${server}/blog/write.ts`]: both,
      }),
    ).toEqual([
      ["use case", "blog/like-post.ts"],
      ["tx and db", "blog/write.ts"],
    ]);
  });
});

describe("readImports", () => {
  it("finds each form of import with its names, and none in comments", () => {
    const source = [
      'import a from "one";',
      'import type { B } from "two";',
      'import "three";',
      "export { c } from 'four';",
      'const d = await import("five");',
      'type E = import("six").E;',
      '// import f from "seven";',
      '/* import g from\n "eight"; */',
      'import {\n  h,\n  type I,\n} from "nine";',
      'import { type J } from "ten";',
    ].join("\n");
    expect(readImports(source).map(({ specifier, typeOnly, names }) => [specifier, typeOnly, names.join()])).toEqual([
      ["one", false, "default"],
      ["two", true, "B"],
      ["three", false, ""],
      ["four", false, "c"],
      ["five", false, ""],
      ["six", true, ""],
      ["nine", false, "h,I"],
      ["ten", true, "J"],
    ]);
  });
});
