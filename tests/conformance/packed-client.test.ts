import { execFile } from "node:child_process";
import { copyFile, glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { putPost } from "../../packages/server/src/blog/test-posts.ts";
import { buildPackages } from "../../scripts/build-packages.ts";
import { readImports } from "../../scripts/check-boundaries.ts";
import { root } from "../../scripts/run-step.ts";
import { startServer } from "./running-server.ts";

const folder = await mkdtemp(path.join(tmpdir(), "porchlight-packed-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const project = path.join(folder, "project");
const installed = path.join(project, "node_modules/@porchlight/client");
const npmSettings = { npm_config_cache: path.join(folder, "cache"), npm_config_update_notifier: "false" };

await installPackedClient();

/** Builds and packs the client, and installs the tarball, and nothing else, in an empty project. */
async function installPackedClient(): Promise<void> {
  await buildPackages({ into: path.join(folder, "built") });
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], path.join(folder, "built/client"));
  const tarball = /"filename":\s*"([^"]+)"/.exec(packed)?.[1] ?? "";
  await mkdir(project);
  await writeFile(path.join(project, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
  await run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", path.join(folder, tarball)], project);
  await copyFile(path.join(import.meta.dirname, "packed-client/a-member.ts"), path.join(project, "a-member.ts"));
}

/** Runs a program to its end and answers what it printed. Fails with that when it fails. */
async function run(command: string, args: string[], cwd = project): Promise<string> {
  const env = { ...process.env, ...npmSettings, NODE_OPTIONS: "" };
  const { stdout } = await promisify(execFile)(command, args, { cwd, env }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

/** Type-checks one file of the project as strictly as there is, the package's own declarations too. */
async function typeCheck(source: string, lib = "ES2022,DOM,DOM.Iterable"): Promise<string> {
  const file = "checked.ts";
  await writeFile(path.join(project, file), source);
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck", "false"];
  const modern = [
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--lib",
    lib,
    "--types",
    "",
    "--noEmit",
    "--pretty",
    "false",
  ];
  return run(path.join(root, "node_modules/.bin/tsc"), [...strict, ...modern, file]).then(
    () => "",
    (error: Error) => error.message,
  );
}

async function filesOf(pattern: string): Promise<{ name: string; text: string }[]> {
  const names = await Array.fromAsync(glob(pattern, { cwd: installed }));
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(path.join(installed, name), "utf8") })));
}

describe("the published client, alone in an empty project", () => {
  it("signs a member up and in and reads the blog, in plain Node", async () => {
    const server = await startServer();
    await putPost(server.deps, { slug: "hello", title: "Hello" });
    const site = { url: server.url, clientId: server.clientId, redirectUri: `${server.origin}/callback` };
    const program =
      'import { liveAsMember } from "./a-member.ts"; console.log(JSON.stringify(await liveAsMember(JSON.parse(process.argv[1]))));';
    const printed = JSON.parse(
      await run(process.execPath, ["--input-type=module", "--eval", program, JSON.stringify(site)]),
    );
    expect(printed.member).toMatchObject({ loginEmail: "ada@example.com", contact: { firstName: "Ada" } });
    expect(printed.latest).toMatchObject([{ slug: "hello", title: "Hello", richContent: { nodes: [] } }]);
  });

  it("type-checks without any other package, its own declarations included", async () => {
    const source = await readFile(path.join(project, "a-member.ts"), "utf8");
    expect(await typeCheck(source)).toBe("");
  });

  it("refuses a misspelt field, argument and member at compile time", async () => {
    const source = await readFile(path.join(project, "a-member.ts"), "utf8");
    expect(await typeCheck(source.replace("firstName:", "fristName:"))).toContain("'fristName' does not exist");
    expect(await typeCheck(source.replace('"RICH_CONTENT"', '"RICH"'))).toContain("'\"RICH\"' is not assignable");
    expect(await typeCheck(source.replace("posts.listPosts", "posts.listPost"))).toContain("'listPost' does not exist");
  });

  it("imports nothing from outside and holds nothing of the schema library", async () => {
    const modules = await filesOf("**/*.{js,d.ts}");
    expect(modules.length).toBeGreaterThan(12);
    const specifiers = modules.flatMap(({ text }) => readImports(text).map(({ specifier }) => specifier));
    expect(specifiers.length).toBeGreaterThan(20);
    expect(specifiers.filter((specifier) => !/^\.\.?\/.*\.js$/.test(specifier))).toEqual([]);
    const everything = await filesOf("**/*.*");
    expect(
      everything.filter(({ text }) => /zod|@porchlight\/contract["']/i.test(text)).map(({ name }) => name),
    ).toEqual([]);
    const manifest = JSON.parse(await readFile(path.join(installed, "package.json"), "utf8"));
    expect(Object.keys(manifest)).not.toContain("dependencies");
    expect(await readFile(path.join(installed, "LICENSE"), "utf8")).toContain("MIT License");
  });
});
