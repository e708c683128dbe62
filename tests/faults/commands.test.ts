import { spawn } from "node:child_process";
import { existsSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createClient, OAuthStrategy } from "@porchlight/client";
import { posts } from "@porchlight/client/blog";
import { items } from "@porchlight/client/data";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestEngine, type TestEngine } from "../../packages/server/test/embedded-engine.ts";
import { greyPng } from "../../packages/server/test/test-images.ts";
import {
  freePort,
  launcher,
  makeDataDir,
  newAddress,
  type Product,
  runCommand,
  startProduct,
  until,
} from "../product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ args: ["--site", "none"] });
});
afterAll(() => product.stop());

async function json<Answer>(...args: string[]): Promise<Answer> {
  const { stdout, code } = await product.command(...args, "--json");
  expect({ code, lines: stdout.trim().split("\n").length }).toEqual({ code: 0, lines: 1 });
  return JSON.parse(stdout) as Answer;
}

describe("commands next to a running server", () => {
  it("seed adds posts, members and items at each run", async () => {
    const first = await json<object>(
      "seed",
      "--posts",
      "30",
      "--members",
      "3",
      "--items",
      "1200",
      "--password",
      "lamps at dusk",
    );
    expect(first).toEqual({ posts: 30, members: 3, items: 1200, password: "lamps at dusk", collectionId: "Seed" });
    const again = await product.command("seed", "--posts", "5", "--items", "5");
    expect(again).toMatchObject({ code: 0, stdout: "Made 5 posts.\nMade 5 items in the collection Seed.\n" });

    const { apps } = await json<{ apps: { clientId: string }[] }>("app", "list");
    const clientId = apps[0]?.clientId ?? "";
    const client = createClient({ host: product.url, auth: OAuthStrategy({ clientId }), modules: { posts, items } });
    expect(await client.posts.getTotalPosts()).toEqual({ total: 35 });
    const newest = await client.posts.listPosts({ paging: { limit: 50 } });
    expect(new Set(newest.posts.map(({ slug }) => slug)).size).toBe(35);
    expect(newest.posts[0]).toMatchObject({ categoryIds: [expect.any(String)], tagIds: [expect.any(String)] });
    expect(await client.items.query("Seed").count()).toBe(1205);
    expect(await client.items.get("Seed", "seed-000001205")).toMatchObject({ minutes: 5_724, done: false });
    const signedIn = await client.auth.login({ email: "seed-3@example.com", password: "lamps at dusk" });
    expect(signedIn).toMatchObject({ loginState: "SUCCESS" });

    expect(await product.command("seed")).toMatchObject({ code: 1, stderr: expect.stringContaining("--posts 1000") });
    expect(await product.command("seed", "--posts", "-1")).toMatchObject({ code: 2 });
  });

  it("rotate the signing keys without signing members out", async () => {
    const { keys: before } = await json<{ keys: { id: string; state: string }[] }>("signing-key", "list");
    expect(before.map(({ state }) => state)).toEqual(["signing"]);
    const { apps } = await json<{ apps: { clientId: string }[] }>("app", "list");
    const grant = async (body: object) => {
      const answer = await fetch(`${product.url}/oauth2/token`, {
        method: "POST",
        headers: { "content-type": "application/json", ...newAddress() },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { access_token: string; refresh_token: string };
    };
    const visitor = await grant({ grantType: "anonymous", clientId: apps[0]?.clientId });
    const published = async () => {
      const answer = await fetch(`${product.url}/oauth2/jwks`, { headers: newAddress() });
      return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    };

    const { keys } = await json<{ keys: { id: string; state: string; activeFrom: string }[] }>("signing-key", "rotate");
    expect(keys.map(({ state }) => state)).toEqual(["signing", "next"]);
    expect(Date.parse(keys[1]?.activeFrom ?? "") - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await until(async () => ((await published()).length === 2 ? true : undefined), "the next key", 15_000);
    expect(await published()).toEqual(keys.map(({ id }) => id));

    await json("signing-key", "rotate", "--now");
    const refused = async () => {
      const headers = { authorization: visitor.access_token, ...newAddress() };
      const { status } = await fetch(`${product.url}/members/v1/members/my`, { headers });
      return status === 401 ? true : undefined;
    };
    await until(refused, "tokens of the former key to be refused", 15_000);
    const renewed = await grant({ grantType: "refresh_token", refreshToken: visitor.refresh_token });
    const headers = { authorization: renewed.access_token, ...newAddress() };
    expect((await fetch(`${product.url}/members/v1/members/my`, { headers })).status).toBe(200);
  });

  it("create, list, approve and reject members", async () => {
    const password = "a long walk by the sea";
    const ada = await json<{ id: string }>(
      "member",
      "create",
      "--email",
      "ada@example.com",
      "--password",
      password,
      "--status",
      "PENDING",
    );
    await json("member", "create", "--email", "bob@example.com", "--password", password, "--status", "PENDING");
    const { members } = await json<{ members: { email: string }[] }>("member", "list", "--status", "PENDING");
    expect(members.map(({ email }) => email).sort()).toEqual(["ada@example.com", "bob@example.com"]);
    expect(await json("member", "approve", ada.id)).toMatchObject({ email: "ada@example.com", status: "ACTIVE" });
    expect(await json("member", "reject", "bob@example.com")).toMatchObject({ status: "BLOCKED" });
    expect(await json("member", "unblock", "bob@example.com")).toMatchObject({ status: "ACTIVE" });
    expect(await json("member", "block", "bob@example.com", "--offline")).toMatchObject({ status: "OFFLINE" });
    expect(await json("member", "delete", "bob@example.com")).toMatchObject({ email: "bob@example.com" });
    const gone = await product.command("member", "block", "bob@example.com");
    expect([gone.code, gone.stderr.trim()]).toEqual([1, "There is no member with this id or email."]);
    // The running server sends the email of the command, without a link because there is no member site.
    const mail = await product.message("ada@example.com");
    expect(mail.link).toBeUndefined();
    expect(mail.text + mail.html).not.toContain(product.url);
  });

  it("change the language of the site to a supported one", async () => {
    expect(await json("setting", "get", "language")).toEqual({ language: "en" });
    const refused = await product.command("setting", "set", "language", "tlh");
    expect([refused.code, refused.stderr.trim()]).toEqual([
      1,
      '"language" must be one of: en, ar, de, es, fr, it, ja, nl, pl, pt, tr, zh.',
    ]);
    expect(await json("setting", "set", "language", "de")).toEqual({ language: "de" });
    expect((await product.command("setting", "set", "language", "en")).stdout).toBe("language en\n");
  });

  it("change settings of the running server", async () => {
    expect(await json("setting", "set", "captchaVisibleSecret", "a-secret")).toEqual({ captchaVisibleSecret: "set" });
    expect(await json("setting", "get", "captchaVisibleSecret")).toEqual({ captchaVisibleSecret: "set" });
    expect(await json("setting", "set", "captchaVisibleSecret", "off")).toEqual({ captchaVisibleSecret: "off" });
    expect((await product.command("setting", "set", "captchaVisibleSiteKey", "two words")).code).toBe(1);
    expect(await json("setting", "set", "passwordMinLength", "20")).toEqual({ passwordMinLength: 20 });
    expect(await json("setting", "get")).toMatchObject({ passwordMinLength: 20, memberApproval: "everyone" });
    const { clientId } = await json<{ clientId: string }>(
      "app",
      "create",
      "--name",
      "Shop",
      "--redirect-uri",
      "http://localhost:5001/callback",
    );
    const send = async (address: string, body: object, authorization = "") =>
      fetch(new URL(address, product.url), {
        method: "POST",
        headers: { "content-type": "application/json", authorization, ...newAddress() },
        body: JSON.stringify(body),
      });
    const token = (await (await send("/oauth2/token", { grantType: "anonymous", clientId })).json()) as {
      access_token: string;
    };
    const loginId = { email: "cleo@example.com" };
    const tooShort = { loginId, password: "nineteen characters" };
    const isRefused = async () => {
      const { status } = await send("/_api/iam/authentication/v2/register", tooShort, token.access_token);
      return status === 400 ? true : undefined;
    };
    expect(await until(isRefused, "the server to follow", 3_000)).toBe(true);
  });

  it("fail with one JSON object and exit code 1, or 2 for wrong usage", async () => {
    const unknown = await product.command("member", "approve", "nobody@example.com", "--json");
    expect(JSON.parse(unknown.stdout)).toEqual({ error: { message: expect.any(String) } });
    expect(unknown.code).toBe(1);
    const wrong = await product.command("member", "approve", "--json");
    expect(JSON.parse(wrong.stdout)).toEqual({ error: { message: expect.stringContaining("--help") } });
    expect(wrong.code).toBe(2);
  });

  it("exit quietly when their output is closed", async () => {
    const child = spawn(process.execPath, [launcher, "member", "list", "--data-dir", product.dataDir], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("create, list and revoke API keys of the running server", async () => {
    const { id, key } = await json<{ id: string; key: string }>(
      "key",
      "create",
      "--name",
      "Importer",
      "--role",
      "admin",
    );
    const read = async () => {
      const headers = { authorization: key, ...newAddress() };
      return (await fetch(`${product.url}/v3/posts`, { headers })).status;
    };
    const answers = (status: number) => async () => ((await read()) === status ? true : undefined);
    expect(await until(answers(200), "the key to count", 3_000)).toBe(true);
    const { keys } = await json<{ keys: object[] }>("key", "list");
    expect(keys).toMatchObject([{ id, name: "Importer", role: "admin", revokedDate: null }]);
    expect(JSON.stringify(keys)).not.toContain(key);
    await json("key", "revoke", id);
    expect(await until(answers(401), "the key to end", 3_000)).toBe(true);
    const unknown = await product.command("key", "revoke", "nobody", "--json");
    expect([unknown.code, JSON.parse(unknown.stdout).error.message]).toEqual([1, expect.stringContaining("key list")]);
    expect((await product.command("key", "create", "--name", "x", "--role", "owner")).code).toBe(2);
  });

  it("import a folder once", async () => {
    const folder = path.resolve(import.meta.dirname, "../../packages/cli/demo");
    expect(await json("import", folder, "--dry-run")).toMatchObject({ dryRun: true, added: 9 });
    expect(await json("import", folder)).toMatchObject({ dryRun: false, added: 9, report: expect.any(Array) });
    expect(await json("import", folder)).toMatchObject({ added: 0, changed: 0, unchanged: 9 });
  });

  it("import images with output of at most 80 columns, and report unwritable media folders", async () => {
    const folder = path.resolve(import.meta.dirname, "../../packages/server/src/blog/import/fixtures/jekyll");
    const media = path.join(product.dataDir, "media");
    writeFileSync(media, "a file is in the way");
    const refused = await product.command("import", folder);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      `"${media}" cannot be used as a folder, because a file of that name is in the way.`,
    );
    rmSync(media);

    const rehearsed = await product.command("import", folder, "--dry-run");
    expect(existsSync(media)).toBe(false);
    const { code, stdout } = await product.command("import", folder);
    expect([code, stdout.split("\n").filter((line) => line.length > 80)]).toEqual([0, []]);
    expect(stdout).toContain(
      "Posts and pages added 3, changed 0, unchanged 0, left out 3.\nNew categories 4, tags 2, images 2,",
    );
    const contents = /\n\nFound: posts 3, pages 0, images 3,\ncategories 4, tags 2, authors \d, comments 0\./;
    expect(rehearsed.stdout).toMatch(contents);
    expect(rehearsed.stdout.replace(contents, "")).toBe(`Dry run, nothing was changed:\n${stdout}`);
    const [picture = ""] = readdirSync(media);
    expect((await fetch(`${product.url}/media/${picture}`)).headers.get("content-type")).toMatch(/^image\//);
  });

  it("post creates, publishes, updates and schedules posts from Markdown", async () => {
    const folder = makeDataDir();
    const file = path.join(folder, "the-lamp.md");
    const write = (text: string) =>
      writeFileSync(
        file,
        `---\ntitle: The lamp\ntags: [light]\ncover: lamp.png\n---\n${text}\n\n![A lamp](lamp.png)\n`,
      );
    writeFileSync(path.join(folder, "lamp.png"), greyPng(64, 36));
    write("It glows.");
    expect(await json<object>("post", "create", file)).toMatchObject({ status: "UNPUBLISHED", isNew: true });
    expect(await product.command("post", "create", file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is a post /blog/the-lamp already."),
    });
    const { postId } = await json<{ postId: string }>("post", "publish", file);
    write("It shines.");
    expect(await json<object>("post", "publish", file)).toMatchObject({ postId, status: "PUBLISHED", isNew: false });
    expect(await product.command("post", "publish", file, "--at", "2090-01-31T18:00")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Publish it without --at."),
    });

    const { apps } = await json<{ apps: { clientId: string }[] }>("app", "list");
    const auth = OAuthStrategy({ clientId: apps[0]?.clientId ?? "" });
    const client = createClient({ host: product.url, auth, modules: { posts } });
    const { post } = await client.posts.getPostBySlug("the-lamp", { fieldsets: ["CONTENT_TEXT", "RICH_CONTENT"] });
    expect(post).toMatchObject({
      title: "The lamp",
      contentText: expect.stringContaining("It shines."),
      tagIds: [expect.any(String)],
    });
    const pictures = JSON.stringify(post).match(/[0-9a-f]{32}\.png/g);
    // Repeated uploads of one image are one file.
    expect([new Set(pictures).size, JSON.stringify(post).includes('"width":64')]).toEqual([1, true]);

    const plain = path.join(folder, "later.md");
    writeFileSync(plain, "# Later\n\nText.\n");
    const scheduled = await json<object>("post", "publish", plain, "--at", "2090-01-31T18:00");
    expect(scheduled).toMatchObject({ slug: "later", status: "SCHEDULED" });
    writeFileSync(plain, "No title.\n");
    expect(await product.command("post", "publish", plain)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("later.md has no title."),
    });
  });
});

describe("commands without a server", () => {
  it("start the database and leave no processes behind", async () => {
    const dataDir = makeDataDir();
    try {
      const env = { DATA_DIR: dataDir };
      const { code, stdout } = await runCommand(["migrate", "--json"], env);
      expect({ code, answer: JSON.parse(stdout) }).toEqual({
        code: 0,
        answer: { applied: expect.arrayContaining(["001-first.sql"]) },
      });
      expect(JSON.parse((await runCommand(["migrate", "--json"], env)).stdout)).toEqual({ applied: [] });
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
});

describe("commands in a folder without a site", () => {
  it("fail and create nothing, except commands that create something", async () => {
    const parent = makeDataDir();
    try {
      const nothing = await runCommand(["collection", "list"], {}, parent);
      expect(nothing).toMatchObject({ code: 1, stdout: "" });
      expect(nothing.stderr).toContain(`There is no site in "${path.join(realpathSync(parent), "data")}".`);
      expect(readdirSync(parent)).toEqual([]);
      expect(await runCommand(["setting", "set", "language", "de"], {}, parent)).toMatchObject({ code: 0 });
      expect((await runCommand(["setting", "get", "language"], {}, parent)).stdout).toBe("de\n");
    } finally {
      rmSync(parent, { recursive: true, force: true });
    }
  });
});

describe("an external PostgreSQL", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  it("works through DATABASE_URL, and a missing database is reported", async () => {
    const { host, port, user, database } = engine.connection;
    const urlOf = (name: string) => `postgresql://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
    const env = { DATABASE_URL: urlOf(database), SECRET_KEY: "0zUdZ2mHkM1Yl3y8qJp6vVf0cXo4tBnR5eWgA7sLiQk=" };
    const own = await startProduct({ args: ["--site", "none"], env });
    expect((await own.command("setting", "get", "--json")).code).toBe(0);
    await own.stop();
    const args = ["start", "--site", "none", "--port", String(await freePort())];
    const missing = await runCommand(args, { ...env, DATABASE_URL: urlOf("nowhere") });
    expect(missing.stderr).toContain('has no database "nowhere"');
    const otherKey = await runCommand(args, {
      ...env,
      SECRET_KEY: Buffer.from(env.SECRET_KEY, "base64").reverse().toString("base64"),
    });
    expect(otherKey.stderr).toContain("SECRET_KEY is not the key this database was created with");
  });
});
