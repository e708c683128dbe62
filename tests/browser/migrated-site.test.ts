import { execFile } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/run-step.ts";
import { createPackedProject, type PackedProject } from "../conformance/packed-project.ts";
import { freePort, type Product } from "../product.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { createForm, inputField, paragraph } from "./form-fixture.ts";
import { startOwnerProgram } from "./owner-program.ts";
import { startProduct } from "./start-product.ts";

/** `platform-site` is written for the platform's SDK, and compiles with it. */
const source = path.join(import.meta.dirname, "platform-site");
const email = "ida@example.com";
const password = "a long walk by the sea";
const newPassword = "a short walk in the woods";

let browser: Browser;
let product: Product;
let project: PackedProject;
let owner: Awaited<ReturnType<typeof startOwnerProgram>>;
let siteUrl: string;
let migration: { files: { file: string }[]; notes: { file: string; text: string }[] };
let clientId: string;
const servers: Server[] = [];

async function listen(handle: (request: Request) => Response | Promise<Response>, port = 0): Promise<string> {
  const server = createServer(getRequestListener(handle));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** Bundles a module of the migrated site. */
async function bundle(entry: string, options: { platform: "browser" | "node"; define?: Record<string, string> }) {
  const outfile = path.join(project.folder, `${entry}.bundle.js`);
  await build({
    entryPoints: [path.join(project.folder, "src", `${entry}.ts`)],
    outfile,
    bundle: true,
    format: "esm",
    ...options,
  });
  return outfile;
}

const publish = (title: string, text: string) =>
  owner("/blog/v3/draft-posts", { draftPost: { title, richContent: paragraph(text) }, publish: true });

beforeAll(async () => {
  const port = await freePort();
  [browser, product, project] = await Promise.all([
    openBrowser(),
    startProduct({ args: ["--site", "none"], env: { OUTBOUND_PRIVATE: "on" } }),
    createPackedProject(),
  ]);
  const app = await product.command(
    ...["app", "create", "--name", "Kitchen", "--redirect-uri", `http://127.0.0.1:${port}/callback`],
    ...["--redirect-uri", `http://127.0.0.1:${port}/`, "--origin", `http://127.0.0.1:${port}`, "--json"],
  );
  ({ clientId } = JSON.parse(app.stdout) as { clientId: string });
  owner = await startOwnerProgram(product);
  for (const title of ["Bread", "Butter", "Jam"]) await publish(title, `All about ${title}.`);
  await owner("/wix-data/v2/collections", {
    collection: {
      id: "Recipes",
      permissions: { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER", remove: "SITE_MEMBER" },
      fields: ["title:TEXT", "minutes:NUMBER", "cold:BOOLEAN"].map((field) => {
        const [key, type] = field.split(":");
        return { key, type };
      }),
    },
  });
  for (const data of [
    { title: "Stew", minutes: 90 },
    { title: "Salad", minutes: 40, cold: true },
    { title: "Water", minutes: 1 },
  ])
    await owner("/wix-data/v2/items", { dataCollectionId: "Recipes", dataItem: { data } });
  const formId = await createForm(owner, {
    name: "Write to the kitchen",
    formFields: [
      inputField("name", { kind: "line", label: "Name", required: true }),
      inputField("email", { kind: "line", label: "Email", required: true, validation: { format: "EMAIL" } }),
    ],
  });

  for (const part of ["src", "tsconfig.json", "index.html"])
    await cp(path.join(source, part), path.join(project.folder, part), { recursive: true });
  const { stdout } = await product.command("migrate-sdk", project.folder, "--host", product.url, "--json");
  migration = JSON.parse(stdout);
  await project.install("client");
  const define = { CLIENT_ID: JSON.stringify(clientId), FORM_ID: JSON.stringify(formId) };
  const script = await readFile(await bundle("main", { platform: "browser", define }));
  const page = await readFile(path.join(project.folder, "index.html"));
  siteUrl = await listen((request) => {
    const isScript = new URL(request.url).pathname === "/main.js";
    return new Response(isScript ? script : page, {
      headers: { "content-type": isScript ? "text/javascript" : "text/html" },
    });
  }, port);
});

afterAll(async () => {
  await leaveBrowser(browser);
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await product.stop();
});

describe("a site for the platform's SDK after migrate-sdk", () => {
  it("differs in imports and the host only, and compiles in strict mode", async () => {
    expect(migration.notes.map(({ file, text }) => `${file}: ${text}`)).toEqual([
      expect.stringMatching(/^src\/account\.ts: .* call recovery\.recover on that page\.$/),
    ]);
    expect(migration.files.map(({ file }) => file).toSorted()).toEqual(
      ["account", "blog", "client", "contact", "webhooks"].map((name) => `src/${name}.ts`),
    );
    const changed = async (name: string) => {
      const [before, after] = await Promise.all(
        [source, project.folder].map((folder) => readFile(path.join(folder, "src", name), "utf8")),
      );
      const undone = after!
        .replaceAll(/ *host: ".*",\n?/g, "")
        .replaceAll("@porchlight/client/compat", "@wix/")
        .replaceAll(/\s/g, "");
      return undone === before!.replaceAll(/@wix\/\w+/g, "@wix/").replaceAll(/\s/g, "") ? [] : [name];
    };
    expect((await Promise.all(["account.ts", "client.ts", "webhooks.ts"].map(changed))).flat()).toEqual([]);
    await promisify(execFile)(path.join(root, "node_modules/.bin/tsc"), [
      "-p",
      project.folder,
      "--pretty",
      "false",
    ]).catch((error) => expect.fail(error.stdout));
  });

  it("shows the blog to a visitor, with paging and GraphQL", async () => {
    const { page, context, expectQuietConsole } = await newVisitor(browser, { extraHTTPHeaders: {} });
    await page.goto(siteUrl);
    await page.getByRole("heading", { name: "Blog: 3 posts" }).waitFor();
    const titles = () => page.getByRole("listitem").getByRole("link").allTextContents();
    expect(await titles()).toEqual(["Jam", "Butter"]);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("link", { name: "Bread" }).click();
    await page.getByText("All about Bread.").waitFor();
    await page.getByText("Latest: Jam, Butter, Bread").waitFor();
    expectQuietConsole();
    await context.close();
  });

  it("signs a member up, changes their profile and recipes, and resets the password", async () => {
    const { page, context } = await newVisitor(browser, { extraHTTPHeaders: {} });
    const form = (submit: string) =>
      page.locator("form", { has: page.getByRole("button", { name: submit, exact: true }) });
    const fillIn = async (submit: string, values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) await form(submit).getByLabel(label).fill(value);
      await form(submit).getByRole("button").click();
    };
    const open = (name: string) => page.getByRole("link", { name, exact: true }).click();

    await page.goto(`${siteUrl}/#/account`);
    await fillIn("Sign in", { Email: email, Password: password });
    await page.getByText("No account has this email.").or(page.getByText("The password is wrong.")).waitFor();
    await fillIn("Sign up", { "First name": "Ida", Email: email, Password: password });
    await fillIn("Confirm", { Code: (await product.message(email)).code ?? "" });
    await page.getByRole("heading", { name: "Hello, Ida" }).waitFor();
    await page.reload();
    await fillIn("Save", { "First name": "Ida", "Last name": "Lund" });
    await page.getByText("Saved: Ida Lund").waitFor();

    await open("Recipes");
    await page.getByText("Quick: Salad").waitFor();
    await fillIn("Add", { Title: "Toast", Minutes: "5" });
    await page.getByText("Quick: Salad, Toast").waitFor();
    await page.getByText("Newest: Toast").waitFor();
    await page.getByRole("button", { name: "Slower Toast" }).click();
    await page.getByText("Toast (10 min)").waitFor();
    await page.getByRole("button", { name: "Remove Toast" }).click();
    await page.getByRole("heading", { name: "Recipes: 3" }).waitFor();

    await open("Account");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await fillIn("Reset password", { Email: email });
    await page.getByText("Check your inbox.").waitFor();
    await page.goto((await product.message(email, 2)).link ?? "");
    await fillIn("Change password", { "New password": newPassword });
    await page.getByRole("heading", { name: "Hello, Ida" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await fillIn("Sign in", { Email: email, Password: newPassword });
    await page.getByRole("heading", { name: "Hello, Ida" }).waitFor();
    await context.close();
  });

  it("signs the member in on the hosted page", async () => {
    const { page, context } = await newVisitor(browser, { extraHTTPHeaders: {} });
    await page.goto(`${siteUrl}/#/account`);
    await page.getByRole("button", { name: "Sign in on another page" }).click();
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(newPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Hello, Ida" }).waitFor();
    await context.close();
  });

  it("submits a form, and names the fields to correct", async () => {
    const { page, context } = await newVisitor(browser, { extraHTTPHeaders: {} });
    await page.goto(`${siteUrl}/#/contact`);
    await page.getByRole("heading", { name: "Write to the kitchen" }).waitFor();
    await page.getByLabel("Your name").fill("Kim");
    await page.getByLabel("Your email").fill("kim");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Please correct: email").waitFor();
    await page.getByLabel("Your email").fill("kim@example.com");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Thank you: CONFIRMED").waitFor();
    await context.close();
  });

  it("verifies webhooks", async () => {
    const hook: { receive(request: Request): Promise<Response>; titles: string[] }[] = [];
    const receiver = await listen((request) => hook[0]!.receive(request));
    const created = await product.command(
      ...["webhook", "create", "--app", clientId, "--url", receiver, "--event", "post_created", "--json"],
    );
    const { publicKey } = JSON.parse(created.stdout) as { publicKey: string };
    const { createHook } = await import(pathToFileURL(await bundle("webhooks", { platform: "node" })).href);
    hook.push(createHook(clientId, publicKey));
    await publish("Honey", "All about honey.");
    await expect.poll(() => hook[0]!.titles).toEqual(["Honey, created"]);
    expect((await fetch(receiver, { method: "POST", body: "a.b.c" })).status).toBe(400);
  });
});
