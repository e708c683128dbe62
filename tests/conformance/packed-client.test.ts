import { copyFile, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { putPost } from "../../packages/server/test/blog/posts.ts";
import { readImports } from "../../scripts/codebase/source-tree.ts";
import { createPackedProject } from "./packed-project.ts";
import { startServer } from "./running-server.ts";

const server = await startServer();
const project = await createPackedProject();
const installed = await project.install("client");
const memberProgram = path.join(import.meta.dirname, "packed-client/a-member.ts");

/** Files of the tarball by the end of their names. */
async function filesOf(ending: RegExp): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(installed, { recursive: true })).filter((name) => ending.test(name));
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(path.join(installed, name), "utf8") })));
}

describe("the published client in an empty project", () => {
  it("signs a member up and in and reads the blog, in plain Node", async () => {
    await putPost(server.context, { slug: "hello", title: "Hello" });
    await copyFile(memberProgram, path.join(project.folder, "a-member.ts"));
    const printed = await project.runNode(
      `import { liveAsMember } from "./a-member.ts";
      console.log(JSON.stringify(await liveAsMember(JSON.parse(process.argv[1]))));`,
      { url: server.url, clientId: server.clientId, redirectUri: `${server.origin}/callback` },
    );
    expect(printed).toMatchObject({
      member: { loginEmail: "ada@example.com", contact: { firstName: "Ada" } },
      latest: [{ slug: "hello", title: "Hello", richContent: { nodes: [] } }],
    });
  });

  it("type-checks without other packages, including its declarations", async () => {
    expect(await project.typeCheck("right.ts", await readFile(memberProgram, "utf8"))).toBe("");
  });

  it("contains its testing kit, which has no dependencies", async () => {
    const source = `
      import { members } from "@porchlight/client/members";
      import { type BrowserLike, createTestClient, signInAs } from "@porchlight/client/testing";
      const { client } = createTestClient({ modules: { members }, members: [{ email: "a@b.co" }], signedInAs: "a@b.co" });
      const { member } = await client.members.getCurrentMember({ fieldsets: ["EXTENDED"] });
      console.log(JSON.stringify(member?.loginEmail));
      export const signIn = (browser: BrowserLike) =>
        signInAs(browser, { email: "a@b.co", password: "" }, { host: "", clientId: "" });`;
    expect(await project.typeCheck("testing.ts", source)).toBe("");
    expect(await project.runNode(`await import("./testing.ts")`, {})).toBe("a@b.co");
  });

  it("rejects a misspelled field, value and call at compile time", async () => {
    const source = await readFile(memberProgram, "utf8");
    const typeErrors = (from: string, to: string) => project.typeCheck("wrong.ts", source.replace(from, to));
    expect(await typeErrors("firstName:", "fristName:")).toContain("'fristName' does not exist");
    expect(await typeErrors('"RICH_CONTENT"', '"RICH"')).toContain("'\"RICH\"' is not assignable");
    expect(await typeErrors("posts.listPosts", "posts.listPost")).toContain("'listPost' does not exist");
  });

  it("has no external imports and no part of the schema library", async () => {
    const modules = await filesOf(/\.(js|d\.ts)$/);
    const specifiers = modules.flatMap(({ text }) => readImports(text).map(({ specifier }) => specifier));
    expect(specifiers.length).toBeGreaterThan(20);
    expect(specifiers.filter((specifier) => !/^\.\.?\/.*\.js$/.test(specifier))).toEqual([]);
    // Published sources may mention the library in comments.
    const everything = (await filesOf(/\.[a-z]+$|LICENSE$/)).filter(({ name }) => !name.startsWith("src/"));
    expect(everything.filter(({ text }) => /zod/i.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it("has a complete manifest without dependencies", async () => {
    const manifest = JSON.parse(await readFile(path.join(installed, "package.json"), "utf8"));
    expect(Object.keys(manifest).filter((field) => /dependencies/i.test(field))).toEqual([]);
    expect(manifest).toMatchObject({ license: "MIT", type: "module", sideEffects: false });
    expect(await readFile(path.join(installed, "LICENSE"), "utf8")).toContain("MIT License");
    expect(await readFile(path.join(installed, "README.md"), "utf8")).toContain("npm install @porchlight/client");
  });
});
