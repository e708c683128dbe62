import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeZip } from "../../packages/importers/test/write-zip.ts";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, openBrowser, type Visitor } from "./browser.ts";
import { openConsole } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let owner: Visitor;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: [], env: { OUTBOUND_PRIVATE: "on" } })]);
  owner = await openConsole(browser, product);
  page = owner.page;
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const wordPress = (...titles: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Harbor</title><link>https://harbor.invalid</link><wp:wxr_version>1.2</wp:wxr_version>
${titles
  .map(
    (title, n) => `<item><title>${title}</title><link>https://harbor.invalid/post-${n}</link>
<content:encoded><![CDATA[<p>About ${title}.</p>]]></content:encoded><wp:post_id>${n + 1}</wp:post_id>
<wp:post_date_gmt>2024-03-0${n + 1} 10:00:00</wp:post_date_gmt><wp:post_name>post-${n}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`,
  )
  .join("\n")}
</channel></rss>`;

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

async function check(file: ChosenFile): Promise<void> {
  await page.goto(`${product.url}/admin/settings/jobs`);
  await page.getByRole("button", { name: "Import a blog" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a blog" });
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    dialog.getByRole("button", { name: "Choose a file" }).click(),
  ]);
  await chooser.setFiles(file);
  await dialog.getByText(file.name).waitFor();
  await expectNothingWrong(page);
  await dialog.getByRole("button", { name: "Check", exact: true }).click();
}

/** Drops files on the page. */
const drop = (...files: [name: string, content: string][]) =>
  page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    for (const [name, content] of dropped) dataTransfer.items.add(new File([content], name, { type: "text/xml" }));
    for (const type of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, files);

const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
const exportOf = (name: string, content: string) => ({ name, mimeType: "text/xml", buffer: Buffer.from(content) });
const postCount = async () => {
  await page.goto(`${product.url}/admin/posts`);
  await page.getByRole("main").getByText("Write your first post.").or(page.getByRole("grid")).first().waitFor();
  return page
    .getByRole("main")
    .getByText(/^Pier|^Mole/)
    .count();
};

describe.each([
  [1280, "light"],
  [360, "dark"],
] as const)("a blog from a file, at %i px, %s", (width, colorScheme) => {
  it("is checked without being stored, then imported, and removed again", async () => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const name = `harbor-${width}.xml`;
    await check(exportOf(name, wordPress(`Pier ${width}`, `Mole ${width}`)));
    await row(name).getByText("Checked", { exact: true }).waitFor();
    await row(name).getByText("2 to add, 0 to change, 0 to skip").waitFor();
    await expectNothingWrong(page);
    expect(await postCount()).toBe(0);

    await page.goto(`${product.url}/admin/settings/jobs`);
    await page.getByRole("button", { name: `Start import of ${name}` }).click();
    await row(name).getByText("Done", { exact: true }).waitFor();
    await row(name).getByText("2 added, 0 changed, 0 skipped").waitFor();
    await expectNothingWrong(page);
    await page.goto(`${product.url}/admin/posts`);
    await page.getByText(`Pier ${width}`).first().waitFor();

    await page.goto(`${product.url}/admin/settings/jobs`);
    await page.getByRole("button", { name: `Undo the import of ${name}` }).click();
    await row(name).getByText("Undone", { exact: true }).waitFor();
    expect(await postCount()).toBe(0);
  });
});

describe("a file", () => {
  it("can be a ZIP archive, and its check can be discarded", async () => {
    const zip = writeZip({ "content/blog/pier.md": "---\ntitle: Pier\ndate: 2024-01-01\n---\nSea." });
    await check({ name: "site.zip", mimeType: "application/zip", buffer: zip });
    await row("site.zip").getByText("1 to add, 0 to change, 0 to skip").waitFor();
    await page.getByRole("button", { name: "Cancel the import of site.zip" }).click();
    await row("site.zip").getByText("Canceled", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Start import of site.zip" }).count()).toBe(0);
  });

  it("can be dropped; several at once are rejected with a sentence", async () => {
    await page.goto(`${product.url}/admin/settings/jobs`);
    await page.getByRole("button", { name: "Import a blog" }).click();
    const dialog = page.getByRole("dialog", { name: "Import a blog" });
    await dialog.getByText("You can also drop the file here, or paste it.").waitFor();
    await drop(["one.xml", wordPress("Pier")], ["two.xml", wordPress("Mole")]);
    await dialog.getByRole("alert").getByText("Drop one file.", { exact: false }).waitFor();
    await drop(["dropped.xml", wordPress("Pier")]);
    await dialog.getByText("dropped.xml").waitFor();
    await dialog.getByRole("alert").waitFor({ state: "detached" });
    await expectNothingWrong(page);
    await dialog.getByRole("button", { name: "Check", exact: true }).click();
    await row("dropped.xml").getByText("1 to add, 0 to change, 0 to skip").waitFor();
  });

  it("can be dropped in German", async () => {
    const german = { name: "porchlight_console_language", domain: new URL(product.url).hostname, path: "/admin" };
    await page.context().addCookies([{ ...german, value: "de" }]);
    await page.goto(`${product.url}/admin/settings/jobs`);
    await page.getByRole("button", { name: "Blog importieren" }).click();
    const dialog = page.getByRole("dialog", { name: "Blog importieren" });
    await dialog.getByText("Du kannst die Datei auch hier ablegen oder einfügen.").waitFor();
    await drop(["hafen.xml", wordPress("Pier")]);
    await dialog.getByText("hafen.xml").waitFor();
    await expectNothingWrong(page);
    await page.context().clearCookies({ name: german.name });
  });

  it("that is no blog is rejected with a sentence", async () => {
    await check(exportOf("notes.xml", "<notes>Nothing</notes>"));
    await row("notes.xml")
      .getByText(/Failed|Nothing found/)
      .waitFor();
    await row("notes.xml").locator(".text-danger").last().waitFor();
    expect(await page.getByRole("button", { name: "Start import of notes.xml" }).count()).toBe(0);
    await expectNothingWrong(page);
  });

  it("that is empty, or lost on its way, can be chosen again", async () => {
    await check(exportOf("empty.xml", ""));
    const dialog = page.getByRole("dialog", { name: "Import a blog" });
    await dialog.getByText("The file is empty. Choose another one.").waitFor();
    await page.context().route("**/file?token=*", (route) => route.abort());
    await check(exportOf("lost.xml", wordPress("Pier")));
    await dialog.getByText("The upload was interrupted. Check your connection and try again.").waitFor();
    await page.context().unroute("**/file?token=*");
    await dialog.getByRole("button", { name: "Check", exact: true }).click();
    await row("lost.xml").getByText("Checked", { exact: true }).waitFor();
    await row("lost.xml").getByText("Canceled", { exact: true }).waitFor();
  });
});

const homePage = `<!doctype html><html lang="en"><head><title>Harbor</title><meta property="og:site_name" content="Harbor">
<link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body><main><h1>Harbor</h1></main></body></html>`;
const feed = (url: string) => `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Harbor</title><link>${url}</link><item><title>Pier of the website</title><link>${url}pier/</link><guid>${url}pier/</guid>
<pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate>
<content:encoded><![CDATA[${"<p>The tide comes in twice a day, and leaves the pier to the gulls.</p>".repeat(8)}]]></content:encoded></item></channel></rss>`;

describe("a website by its address", () => {
  it("is previewed with its counts and settings, then imported", async () => {
    const website = createServer(({ url }, response) => {
      if (url === "/") response.end(homePage);
      else if (url === "/feed.xml") response.end(feed(address));
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(website.address() as AddressInfo).port}/`;
    await page.goto(`${product.url}/admin/settings/jobs`);
    await page.getByRole("button", { name: "Import a blog" }).click();
    const dialog = page.getByRole("dialog", { name: "Import a blog" });
    await dialog.getByText("A public address").click();
    await dialog.getByLabel("Blog address").fill(address);
    await dialog.getByRole("button", { name: /Format$/ }).click();
    await page.getByRole("option", { name: "Website (all pages)" }).click();
    await dialog.getByText("Use the name, logo, color and language of the source for this site").click();
    await expectNothingWrong(page);
    await dialog.getByRole("button", { name: "Check", exact: true }).click();
    await row(address).getByText("1 to add, 0 to change, 0 to skip").waitFor();
    await row(address)
      .getByRole("button", { name: /notes?$/ })
      .click();
    await page.getByRole("dialog").getByText('Changes the setting siteName to "Harbor".').waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: `Start import of ${address}` }).click();
    await row(address).getByText("Done", { exact: true }).waitFor();
    expect((await product.command("setting", "list")).stdout).toMatch(/^siteName Harbor$/m);
    website.closeAllConnections();
    await new Promise((resolve) => website.close(resolve));
  });
});
