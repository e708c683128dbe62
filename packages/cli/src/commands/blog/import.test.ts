import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestServer } from "@porchlight/server/testing";
import { afterAll, afterEach, expect, it } from "vitest";
import { main } from "../../main.ts";

const secretKey = randomBytes(32);
const server = await createTestServer({ secretKey });
const { db, config } = server.context;
const { host, port, user, database } = config.connection as unknown as Record<string, string>;
const env = {
  DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host!)}:${port}/${database}?sslmode=disable`,
  SECRET_KEY: secretKey.toString("base64"),
  OUTBOUND_PRIVATE: "on",
};
const folder = await mkdtemp(join(tmpdir(), "porchlight-import-"));

const article = (title: string) =>
  `<!doctype html><html lang="de"><head><title>${title}</title><meta property="og:site_name" content="Pier">
  <meta name="theme-color" content="#0a5c8f"><meta name="date" content="2024-01-02"></head>
  <body><article><h1>${title}</h1>${`<p>${"The tide comes in twice a day. ".repeat(9)}</p>`.repeat(3)}</article></body></html>`;
const requests: string[] = [];
const site = createServer((request, response) => {
  requests.push(request.url ?? "");
  const isPage = request.url === "/" || request.url === "/tide/";
  response.writeHead(isPage ? 200 : 404);
  response.end(isPage ? article(request.url === "/" ? "Pier" : "Tide") + '<a href="/tide/">Tide</a>' : "");
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;

afterEach(async () => {
  for (const table of ["imports", "posts", "settings"] as const) await db.deleteFrom(table).execute();
  requests.length = 0;
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await new Promise((resolve) => site.close(resolve));
});

async function run(argv: string[], confirm?: (question: string) => Promise<boolean>) {
  let [stdout, stderr] = ["", ""];
  const code = await main(["import", ...argv], {
    env,
    json: argv.includes("--json"),
    terminal: false,
    ...(confirm && { confirm }),
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
}

const titles = async () => (await db.selectFrom("posts").select("title").execute()).map(({ title }) => title);

it("exits with 1 if every item of the source was refused, and says so", async () => {
  const item = (id: number) =>
    `<item><title>T</title><wp:post_id>${id}</wp:post_id><wp:status>trash</wp:status><wp:post_type>post</wp:post_type></item>`;
  const file = join(folder, "trash.xml");
  await writeFile(
    file,
    `<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>x</title>${item(1)}${item(2)}</channel></rss>`,
  );
  for (const options of [["--dry-run"], []]) {
    const { code, stdout } = await run([file, ...options]);
    expect(code).toBe(1);
    expect(stdout).toContain("Nothing can be imported: all 2 items were left out, for the reasons above.");
    expect(stdout).toContain("The post is in the trash and is left out. (2)");
  }
});

it("previews a website, and imports it only after a confirmation", async () => {
  const fast = ["--rate", "50"];
  const unconfirmed = await run([url, ...fast]);
  expect(unconfirmed.code).toBe(1);
  expect(unconfirmed.stdout).toContain("Found: posts 1, pages 0, images");
  expect(unconfirmed.stderr).toContain("To import, run the command again with --yes.");
  const questions: string[] = [];
  const answer = (isConfirmed: boolean) => async (question: string) => {
    questions.push(question);
    return isConfirmed;
  };
  expect(await run([url, ...fast], answer(false))).toMatchObject({
    code: 0,
    stderr: expect.stringMatching("Nothing was imported."),
  });
  const preview = await run([url, ...fast, "--json"]);
  expect([preview.code, JSON.parse(preview.stdout)]).toMatchObject([
    1,
    {
      dryRun: true,
      needsConfirmation: true,
      contents: { posts: 1 },
      settings: [{ name: "siteName", value: "Pier" }, {}, {}],
    },
  ]);
  expect(await titles()).toEqual([]);

  requests.length = 0;
  expect(await run([url, ...fast], answer(true))).toMatchObject({ code: 0 });
  expect(questions).toEqual(["Import this?", "Import this?"]);
  expect(await titles()).toEqual(["Tide"]);
  expect(requests.filter((path) => path === "/tide/")).toHaveLength(1);
});

it("applies settings only with --settings", async () => {
  const settings = async () =>
    (
      await db
        .selectFrom("settings")
        .select("name")
        .where("site_id", "=", server.context.site.id)
        .orderBy("name")
        .execute()
    ).map(({ name }) => name);
  const { stdout } = await run([url, "--rate", "50", "--yes"]);
  expect(stdout).toContain(
    "Settings found in the source (apply them with --settings):\n\nsetting   value\nsiteName  Pier\nlanguage  de",
  );
  expect(await settings()).toEqual([]);
  expect((await run([url, "--rate", "50", "--yes", "--settings"])).stdout).toContain("Changed settings:");
  expect(await settings()).toEqual(["brand", "language", "siteName"]);
});

it("refuses a rate or a number of pages outside their limits", async () => {
  for (const wrong of [
    ["--rate", "0"],
    ["--rate", "51"],
    ["--max-pages", "0"],
    ["--max-pages", "1e9"],
  ])
    expect((await run([url, ...wrong])).code).toBe(2);
});
