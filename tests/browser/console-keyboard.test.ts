import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { expectFocus, leaveBrowser, newVisitor, openBrowser, selectionRead, type Visitor } from "./browser.ts";
import { openConsole, ownerPassword } from "./open-console.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let writer: Visitor;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: [] })]);
  await openConsole(browser, product);
  writer = await newVisitor(browser);
  // A key pressed before file choosers are intercepted would open one of the browser.
  writer.page.on("filechooser", () => undefined);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

/** Whether the element, something in it, or the button with it has the focus. */
const containsFocus = (element: Element): boolean =>
  element.contains(document.activeElement) || element.closest("button, summary, a, label") === document.activeElement;

/** Presses a key until the element, or something in it, has the focus. */
async function reach(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; presses < 120; presses++) {
    if (await target.first().evaluate(containsFocus)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} cannot be reached with ${key}.`);
}

/** Reaches an element and presses Enter. */
async function enter(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await reach(page, target, key);
  await page.keyboard.press("Enter");
}

/** Chooses an option of an open list. The list, or its search field, gets the focus after it is shown. */
async function chooseByKeyboard(page: Page, name: string): Promise<void> {
  await page.getByRole("option", { name }).waitFor();
  await page.locator(":focus:not(button)").waitFor();
  await page.keyboard.type(name.slice(0, 3));
  await page.keyboard.press("Enter");
}

const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();
const state = (page: Page, name: string) => page.getByRole("main").getByText(name, { exact: true }).first().waitFor();
const body = (page: Page) => page.getByRole("textbox", { name: "Post body" });

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("with the keyboard only", () => {
  it("a person signs in, writes a post with a link, an image, a callout and a footnote, and publishes it", async () => {
    const { page } = writer;
    await page.goto(`${product.url}/admin/`);
    await reach(page, page.locator("[name=email]"));
    await page.keyboard.type("ada@example.com");
    await reach(page, page.locator("[name=password]"));
    await page.keyboard.type(ownerPassword);
    await page.keyboard.press("Enter");
    const navigation = page.getByRole("navigation", { name: "Console" });
    await enter(page, navigation.getByRole("link", { name: "Posts" }));
    await enter(page, page.getByRole("button", { name: "New post" }));
    await reach(page, page.getByRole("textbox", { name: "Title", exact: true }));
    await page.keyboard.type("By keyboard");
    await page.keyboard.press("Enter");
    await expectFocus(body(page));

    await page.keyboard.type("The light of the harbor[^1]");
    await page.keyboard.type("Seen from the pier");
    await page.keyboard.press("Enter");
    await page.keyboard.type(" shines");
    await page.keyboard.press("Control+Shift+ArrowLeft");
    await selectionRead(page);
    await page.keyboard.press("Alt+F10");
    await enter(page, page.getByRole("button", { name: "Link", exact: true }), "ArrowRight");
    await page.getByRole("dialog", { name: "Link" }).locator("input:focus").waitFor();
    await page.keyboard.type("https://example.org/light");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expectFocus(body(page));
    await selectionRead(page);
    await page.keyboard.press("ArrowRight");
    await selectionRead(page);
    await page.keyboard.press("Enter");
    await page.keyboard.type("/call");
    await page.getByRole("option", { name: "Callout" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Bring a lamp\n\n/image");
    await page.getByRole("option", { name: "Image" }).waitFor();
    await page.keyboard.press("Enter");
    const picker = page.getByRole("dialog", { name: "Choose from the media library" });
    await reach(page, picker.getByRole("button", { name: "Upload", exact: true }));
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
    await chooser.setFiles({ name: "harbor.png", mimeType: "image/png", buffer: png });
    await picker.locator("[aria-selected=true]").first().waitFor();
    await enter(page, picker.getByRole("button", { name: "Choose", exact: true }));
    await page.getByLabel("Alternative text").waitFor();
    await reach(page, page.getByLabel("Alternative text"));
    await page.keyboard.type("The harbor at night");
    await saved(page);
    await expectNothingWrong(page);

    await enter(page, page.getByRole("button", { name: "Publish", exact: true }), "Shift+Tab");
    const dialog = page.getByRole("dialog", { name: "Publish this post" });
    await enter(page, dialog.getByRole("button", { name: "Publish" }));
    await state(page, "Published");
    const html = await (await page.request.get(`${product.url}/blog/By-keyboard`)).text();
    expect(html).toMatch(/<div[^>]* role="note" aria-label="Note"[^>]*>.*Bring a lamp/);
    expect(html).toMatch(/<a href="#[\da-f]{8}" role="doc-noteref"><sup>1<\/sup><\/a>/);
    expect(html).toMatch(/<li id="[\da-f]{8}"><p>Seen from the pier <a href="#[\da-f]{8}" role="doc-backlink"/);
    expect(html).toContain('href="https://example.org/light"');
    expect(html).toContain('alt="The harbor at night"');
  });

  it("a person translates the post, finds the translation by its language, and schedules it", async () => {
    const { page } = writer;
    await enter(page, page.getByText("Language and translations"));
    await enter(page, page.getByRole("button", { name: /Add a translation/ }));
    await chooseByKeyboard(page, "German");
    await enter(page, page.getByRole("button", { name: "Create the translation" }));
    await page.waitForURL(/beside=/);
    await page.getByRole("region", { name: "Other language" }).waitFor();
    const title = page.getByRole("textbox", { name: "Title", exact: true });
    await reach(page, title);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Mit der Tastatur");
    await saved(page);

    await enter(page, page.getByRole("link", { name: "All posts" }), "Shift+Tab");
    await page.getByRole("row", { name: /By keyboard/ }).waitFor();
    await enter(page, page.getByRole("button", { name: /Language/ }));
    await chooseByKeyboard(page, "German");
    await page.waitForURL(/language=de/);
    await page.getByRole("row", { name: /By keyboard/ }).waitFor({ state: "detached" });
    await expectNothingWrong(page);
    const row = page.getByRole("row", { name: /Mit der Tastatur/ });
    await reach(page, page.getByRole("grid", { name: "Posts" }));
    await reach(page, row, "ArrowDown");
    await enter(page, row.getByRole("link"), "ArrowRight");

    await enter(page, page.getByRole("button", { name: "Publish", exact: true }));
    await reach(page, page.getByRole("radiogroup", { name: "Publication time" }));
    await page.keyboard.press("ArrowDown");
    await reach(page, page.getByLabel("Date and time"));
    await page.keyboard.type("01012099");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("0900A");
    await enter(page, page.getByRole("button", { name: "Schedule" }));
    await state(page, "Scheduled");
    writer.expectQuietConsole();
  });
});

/** What the clipboard of Word holds: named styles, lists as paragraphs with a symbol, and conditional comments. */
function wordHtml(bytes: number): string {
  const listItem = (words: string, level: number) =>
    `<p class=MsoListParagraph style='margin-left:${level * 36}.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
    `<span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; ` +
    `</span></span></span><![endif]><span lang=EN-US style='mso-ansi-language:EN-US'>${words}<o:p></o:p></span></p>`;
  const section = (n: number) =>
    `<h2 style='mso-outline-level:2'>Chapter ${n}<o:p></o:p></h2><p class=MsoNormal style='mso-margin-top-alt:auto'><b style=` +
    `'mso-bidi-font-weight:normal'>Zoë</b> met 张伟, محمد, Ольга\nand דוד<br>in a harbor.<o:p></o:p></p>` +
    listItem("Bread", 1) +
    listItem("Rye", 2) +
    listItem("Salt", 1);
  let sections = "";
  for (let n = 1; sections.length < bytes; n++) sections += section(n);
  return `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{mso-style-parent:""}</style>
<!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]--></head><body lang=EN-US><!--StartFragment-->${sections}<p class=MsoNormal>The end</p><!--EndFragment--></body></html>`;
}

const paste = (page: Page, html: string, plain = "") =>
  page.evaluate(
    ([rich, text]) => {
      const data = new DataTransfer();
      if (rich) data.setData("text/html", rich);
      data.setData("text/plain", text!);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [html, plain],
  );

async function newPost(page: Page, title: string): Promise<void> {
  await page.goto(`${product.url}/admin/posts/new`);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await page.keyboard.press("Enter");
  await expectFocus(body(page));
}

describe("pasted text", () => {
  it("of one megabyte from a word processor becomes headings, lists and text, and is saved", async () => {
    const { page } = writer;
    await newPost(page, "From Word");
    await paste(page, wordHtml(1_000_000));
    await body(page).getByText("The end").waitFor();
    await page.keyboard.type("!");
    await body(page).getByText("The end!").waitFor();
    await saved(page);
    await page.reload();
    await body(page).getByText("The end!").waitFor();
    expect(await body(page).locator("h2").first().textContent()).toBe("Chapter 1");
    expect(await body(page).locator("h2 + p").first().innerText()).toBe(
      "Zoë met 张伟, محمد, Ольга and דוד\nin a harbor.",
    );
    const list = body(page).locator(":scope > ul").first();
    expect((await list.innerText()).split(/\s+/)).toEqual(["Bread", "Rye", "Salt"]);
    expect(await list.locator("ul").innerText()).toBe("Rye");
    expect(await body(page).locator("h2").count()).toBeGreaterThan(500);
  });

  it("loses its scripts, but not its text", async () => {
    const { page, context } = writer;
    const requests: string[] = [];
    context.on("request", (request) => requests.push(request.url()));
    await newPost(page, '<img src=x onerror="document.title=1">');
    await paste(
      page,
      "<p onclick='document.title=1'>One</p><script>document.title=1</script><svg onload='document.title=1'><text>Two</text></svg>" +
        "<p><a href='javascript:document.title=1'>Three</a> <a href='data:text/html,x'>Four</a></p>" +
        "<iframe src='https://evil.example/frame'></iframe><img src='https://evil.example/x.png' onerror='document.title=1'>" +
        "<p style='background:url(https://evil.example/y)'>Five</p><form action='https://evil.example'><button>Six</button></form>",
    );
    await saved(page);
    for (const word of ["One", "Two", "Three", "Four", "Five", "Six"])
      await body(page).getByText(word).first().waitFor();
    expect(await body(page).locator("a[href], script, iframe, svg, form, [style*=url]").count()).toBe(0);
    await page.reload();
    await body(page).getByText("Five").waitFor();
    expect(await page.title()).not.toBe("1");
    expect(requests.filter((url) => !url.startsWith(product.url) && !/^(?:blob|data):/.test(url))).toEqual([]);
  });

  it("that is too long is rejected with a sentence, and changes nothing", async () => {
    const { page } = writer;
    await newPost(page, "Too long");
    await page.keyboard.type("Before");
    await paste(page, "", "word ".repeat(900_000));
    await page.getByRole("alert").getByText("The text is too long to be pasted at once.").waitFor();
    await saved(page);
    await expectNothingWrong(page);
    await page.keyboard.type(" and after");
    await page.getByText("The text is too long to be pasted at once.").waitFor({ state: "detached" });
    await body(page).getByText("Before and after", { exact: true }).waitFor();
  });

  it("that is a URL becomes a link or a video, of which nothing is loaded", async () => {
    const { page } = writer;
    await newPost(page, "Addresses");
    await page.keyboard.type("See the harbor");
    await page.keyboard.press("Control+Shift+ArrowLeft");
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("harbor");
    await selectionRead(page);
    await paste(page, "", "https://example.org/harbor");
    await page.keyboard.press("End");
    await selectionRead(page);
    await page.keyboard.press("Enter");
    await paste(page, "", "https://youtu.be/dQw4w9WgXcQ");
    await body(page).getByText("The page loads it from YouTube after a click.").waitFor();
    expect(await body(page).getByRole("link", { name: "harbor" }).getAttribute("href")).toBe(
      "https://example.org/harbor",
    );
    await saved(page);
    await expectNothingWrong(page);
    writer.expectQuietConsole();
  });
});
