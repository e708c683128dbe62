import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiKeyStrategy, createClient } from "@porchlight/client";
import { collections } from "@porchlight/client/data";
import { createApiKey } from "@porchlight/server/operations";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../product.ts";
import { createPackedProject } from "./packed-project.ts";
import { startServer } from "./running-server.ts";

const server = await startServer({ rateLimits: false });
const makeKey = (role: "admin" | "read") =>
  createApiKey(server.context, { kind: "owner" }, { name: role, role }).then(({ key }) => key);
const [admin, reader] = [await makeKey("admin"), await makeKey("read")];
const owner = createClient({ host: server.url, auth: ApiKeyStrategy({ apiKey: admin }), modules: { collections } });
const folder = mkdtempSync(path.join(tmpdir(), "porchlight-codegen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const out = path.join(folder, "made", "collections.ts");
const codegen = (...args: string[]) =>
  runCommand(["codegen", "--url", server.url, "--out", out, ...args], { PORCHLIGHT_KEY: reader });

beforeAll(async () => {
  const reference = { referencedCollectionId: "Cooks" };
  await owner.collections.createDataCollection({ _id: "Cooks", fields: [{ key: "name", type: "TEXT" }] });
  await owner.collections.createDataCollection({
    _id: "Recipes",
    displayName: "*/ throw 1; /*",
    strict: true,
    fields: [
      { key: "title", type: "TEXT", required: true, displayName: "` */ }" },
      { key: "minutes", type: "NUMBER" },
      { key: "eaten", type: "DATETIME" },
      { key: "class", type: "BOOLEAN" },
      { key: "at-home", type: "TEXT" },
      { key: "cook", type: "REFERENCE", typeMetadata: { reference } },
    ],
  });
});

it("types generated from a server compile with the client and detect a wrong name", async () => {
  expect(await codegen()).toMatchObject({ code: 0, stderr: "", stdout: `Wrote "${out}", with collections: 2.\n` });
  const made = readFileSync(out, "utf8");
  const project = await createPackedProject();
  await project.install("client");
  const use = (line: string) => `${made}
import { createClient, OAuthStrategy } from "@porchlight/client";
import { items } from "@porchlight/client/data";
const client = createClient({ host: "x", auth: OAuthStrategy({ clientId: "x" }), modules: { items } });
const { Recipes } = collections;
const page = await client.items.query(Recipes).eq("title", "a").gt("minutes", 1).include("cook").find();
const one: RecipesItem | null = await client.items.get(Recipes, "1");
${line}
`;
  const right = `
export const title: string | undefined = one?.title;
export const name: string | null | undefined = page.items[0]?.cook?.name;
export const eaten: Date | null | undefined = one?.eaten;
export const home: string | null | undefined = one?.["at-home"];
export const isClass: boolean | null | undefined = page.items[0]?.class;
await client.items.insert(Recipes, { title: "a", minutes: 1 });`;
  expect(await project.typeCheck("right.ts", use(right))).toBe("");
  for (const [line, word] of [
    ['client.items.query(Recipes).eq("titel", "a");', "titel"],
    ["one?.minuets;", "minuets"],
    ['await client.items.insert(Recipes, { title: "a", minutes: "1" });', "number"],
    ["await client.items.insert(Recipes, { minutes: 1 });", "title"],
    ["collections.Recipe;", "Recipe"],
  ] as const)
    expect(await project.typeCheck("wrong.ts", use(line))).toContain(word);
});

it("a generated module is unchanged until the collections change, which --check reports", async () => {
  const before = statSync(out).mtimeMs;
  expect(await codegen()).toMatchObject({ code: 0, stdout: `Unchanged "${out}", with collections: 2.\n` });
  expect(statSync(out).mtimeMs).toBe(before);
  expect(await codegen("--check")).toMatchObject({ code: 0 });
  await owner.collections.createDataCollectionField("Cooks", { field: { key: "stars", type: "NUMBER" } });
  const stale = await codegen("--check");
  expect(stale).toMatchObject({ code: 1, stdout: "" });
  expect(stale.stderr).toContain(`"${out}" is out of date.`);
  expect(readFileSync(out, "utf8")).not.toContain("stars");
  expect(await codegen("--json")).toMatchObject({ code: 0 });
  expect(readFileSync(out, "utf8")).toContain('stars: "NUMBER"');
  writeFileSync(out, readFileSync(out, "utf8").replaceAll("\n", "\r\n"));
  expect(await codegen("--check")).toMatchObject({ code: 0 });
});

it("an unreachable server is reported in one sentence", async () => {
  const runFailing = async (...args: string[]) => (await codegen(...args)).stderr;
  expect(await runFailing("--key", "IST.nonsense")).toMatch(/rejected the API key\. Create one: porchlight key create/);
  expect(await codegen("--key", "")).toMatchObject({ code: 2 });
  expect(await codegen("--url", "file:///etc/passwd")).toMatchObject({ code: 2 });
  expect(await runFailing("--url", "http://localhost:1")).toMatch(
    /cannot be reached\. Check that the server is running/,
  );
  expect(await runFailing("--url", `${server.url}/wrong/place`)).toMatch(
    /does not respond like a Porchlight server \(status 404\)/,
  );
});
