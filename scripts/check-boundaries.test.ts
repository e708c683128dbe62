import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { findForbiddenEdges, readImports, whyForbidden } from "./check-boundaries.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

function repository(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "boundaries-"));
  roots.push(root);
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), source);
  }
  return root;
}

describe("findForbiddenEdges", () => {
  it("names file and line of an import that is not allowed, of types too", () => {
    const root = repository({
      "packages/server/src/blog/posts/get-post.ts":
        'import "../db/ids.ts";\n\nimport type { Member } from "../members/member.ts";\n',
      "packages/server/src/members/member.ts": "export type Member = string;\n",
      "packages/server/src/platform/db/ids.ts": "export const id = 1;\n",
    });
    expect(findForbiddenEdges(root)).toEqual([
      {
        file: "packages/server/src/blog/posts/get-post.ts",
        line: 3,
        specifier: "../members/member.ts",
        reason: 'the area "blog" may not import the area "members"',
      },
    ]);
  });

  it("looks into apps, and not into what was built or installed", () => {
    const forbidden = 'import { createServer } from "@porchlight/server";\n';
    const root = repository({
      "apps/site/src/site.ts": forbidden,
      "apps/site/dist/site.ts": forbidden,
      "apps/site/node_modules/other/index.ts": forbidden,
    });
    expect(findForbiddenEdges(root).map(({ file }) => file)).toEqual(["apps/site/src/site.ts"]);
  });
});

describe("whyForbidden", () => {
  it.each([
    ["packages/client/src/blog/posts.ts", "@porchlight/contract/blog/post"],
    ["packages/server/src/auth/sign-in/login.ts", "../members/members-store.ts"],
    ["packages/server/src/redirects/routes.ts", "../auth/authorize.ts"],
    ["packages/server/src/blog/posts/get-post.ts", "../deps.ts"],
    ["packages/server/src/app.ts", "./blog/routes.ts"],
    ["packages/server/src/blog/posts/get-post.test.ts", "../testing/test-server.ts"],
    ["packages/cli/src/operator.ts", "@porchlight/server"],
    ["tests/conformance/sign-up.test.ts", "@porchlight/server"],
    ["packages/react/src/auth/sign-in.tsx", "react"],
  ])("lets %s import %s", (file, specifier) => {
    expect(whyForbidden(file, specifier)).toBeUndefined();
  });

  it.each([
    ["packages/client/src/blog/posts.ts", "@porchlight/server"],
    ["packages/client/src/blog/posts.ts", "../../../contract/src/blog/post.ts"],
    ["packages/contract/src/blog/post.ts", "@porchlight/client"],
    ["packages/server/src/server.ts", "porchlight"],
    ["packages/server/src/members/members-store.ts", "../auth/login.ts"],
    ["packages/server/src/platform/mail/delivery.ts", "../auth/login.ts"],
    ["packages/server/src/platform/context/server-context.ts", "./auth/login.ts"],
    ["packages/server/src/blog/routes.ts", "./posts-store.ts"],
    ["packages/server/src/blog/posts/get-post.ts", "../app.ts"],
    ["packages/server/src/blog/posts/get-post.ts", "../testing/test-server.ts"],
    ["packages/react/src/auth/sign-in.tsx", "@porchlight/site/build.ts"],
    ["apps/site/src/blog/post-page.tsx", "@porchlight/server"],
  ])("keeps %s from importing %s", (file, specifier) => {
    expect(whyForbidden(file, specifier)).toBeTypeOf("string");
  });
});

describe("readImports", () => {
  it("finds every way of naming a module, and none in comments", () => {
    const source = [
      'import a from "one";',
      'import type { B } from "two";',
      'import "three";',
      "export { c } from 'four';",
      'const d = await import("five");',
      'type E = import("six").E;',
      '// import f from "seven";',
      '/* import g from\n "eight"; */',
      'import {\n  h,\n} from "nine";',
    ].join("\n");
    expect(readImports(source).map(({ specifier }) => specifier)).toEqual([
      "one",
      "two",
      "three",
      "four",
      "five",
      "six",
      "nine",
    ]);
  });
});
