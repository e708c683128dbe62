import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNothingWrong } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";

let browser: Browser;
let server: Server;
let url: string;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-x'; img-src 'self' blob: https:; font-src 'self'";

beforeAll(async () => {
  browser = await openBrowser();
  const { outputFiles } = await build({
    entryPoints: { app: fileURLToPath(new URL("editor-page/app.tsx", import.meta.url)) },
    ...{ bundle: true, format: "esm", splitting: true, write: false, outdir: "/", jsx: "automatic" },
    loader: { ".woff2": "empty" },
    define: { "process.env.NODE_ENV": '"production"' },
    minify: true,
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path.replace(/^.*\//, "/"), contents]));
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Editor</title>
<meta name="viewport" content="width=device-width"><meta property="csp-nonce" nonce="x"><link rel="stylesheet" href="/app.css">
<div id="app"></div><script type="module" src="/app.js"></script></html>`;
  server = createServer((request, response) => {
    const file = files.get(request.url ?? "/");
    const type = /\.js$/.test(request.url ?? "") ? "text/javascript" : file ? "text/css" : "text/html";
    response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "content-security-policy": policy });
    response.end(file ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await leaveBrowser(browser);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface SavedNode {
  type: string;
  id: string;
  nodes: SavedNode[];
  [data: string]: unknown;
}

async function openEditor(content?: object, options = {}) {
  const visitor = await newVisitor(browser, options);
  const { page } = visitor;
  if (content) await page.addInitScript((value) => Object.assign(window, { content: value }), content);
  await page.goto(url);
  const body = page.getByRole("textbox", { name: "Post body" });
  await body.focus();
  const saved = () => page.evaluate(() => (window as unknown as { saved?: { nodes: SavedNode[] } }).saved?.nodes ?? []);
  return { ...visitor, page, body, saved };
}

/** Nodes in short: `TYPE(child, "text")`. */
const outline = (nodes: SavedNode[]): string =>
  nodes
    .map(({ type, nodes: children, textData }) =>
      type === "TEXT" ? JSON.stringify((textData as { text: string }).text) : `${type}(${outline(children ?? [])})`,
    )
    .join(", ");

const text = (value: string) => ({ type: "TEXT", id: "", nodes: [], textData: { text: value, decorations: [] } });

describe("the editor", () => {
  it("turns Markdown into blocks and formats while typing", async () => {
    const { page, saved, context, expectQuietConsole } = await openEditor();
    await page.keyboard.type("## Title\nSome **bold** and `code`.\n- one\ntwo\n\n1. first\n\n> quote\n\n---");
    const nodes = await saved();
    expect(outline(nodes)).toBe(
      'HEADING("Title"), PARAGRAPH("Some ", "bold", " and ", "code", "."), ' +
        'BULLETED_LIST(LIST_ITEM(PARAGRAPH("one")), LIST_ITEM(PARAGRAPH("two"))), ' +
        'ORDERED_LIST(LIST_ITEM(PARAGRAPH("first"))), BLOCKQUOTE(PARAGRAPH("quote")), DIVIDER(), PARAGRAPH()',
    );
    expect(nodes[0]).toMatchObject({ headingData: { level: 2 } });
    expect(nodes[1]?.nodes[1]).toMatchObject({ textData: { decorations: [{ type: "BOLD", fontWeightValue: 700 }] } });
    expectQuietConsole();
    await context.close();
  });

  it("inserts blocks from the slash menu by keyboard", async () => {
    const { page, body, saved, context, expectQuietConsole } = await openEditor();
    await page.keyboard.type("/");
    await page.getByRole("option", { name: "Text" }).waitFor();
    await page.keyboard.type("check");
    expect(await page.getByRole("option").allTextContents()).toEqual(["Checklist"]);
    const active = await body.getAttribute("aria-activedescendant");
    expect(await page.locator(`[id="${active}"]`).textContent()).toBe("Checklist");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Buy milk");
    await page.getByRole("checkbox", { name: "Done" }).check();
    expect(outline(await saved())).toBe('CHECKBOX_LIST(LIST_ITEM(PARAGRAPH("Buy milk")))');
    expect((await saved())[0]?.nodes[0]).toMatchObject({ listItemData: { checked: true } });
    expectQuietConsole();
    await context.close();
  });

  it("requests the data of a button, and changes it", async () => {
    const { page, saved, context } = await openEditor();
    await page.keyboard.type("/button");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Insert" }).click();
    await page.getByText("Enter text.").waitFor();
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Donate");
    await page.getByLabel("URL").fill("javascript:alert(1)");
    await page.getByRole("button", { name: "Insert" }).click();
    await page.getByText("Enter a URL that starts with https:// or /.").waitFor();
    await page.getByLabel("URL").fill("https://example.org/donate");
    await page.getByRole("button", { name: "Insert" }).click();
    await page.getByRole("button", { name: "Edit button" }).click();
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Give");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Give").waitFor();
    expect((await saved()).find(({ type }) => type === "BUTTON")).toMatchObject({
      buttonData: { type: "LINK", text: "Give", link: { url: "https://example.org/donate" } },
    });
    await context.close();
  });

  it("uploads pasted images, and saves them with their alternative text", async () => {
    const { page, saved, context } = await openEditor();
    await page.evaluate(() => Object.assign(window, { failUploads: true }));
    await pasteImage(page);
    await page.getByText("lamp.png was not uploaded. The connection was lost.").waitFor();
    expect(outline(await saved())).not.toContain("IMAGE");
    await page.evaluate(() => Object.assign(window, { failUploads: false }));
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Alternative text").fill("A lamp");
    const image = (await saved()).find(({ type }) => type === "IMAGE");
    expect(image).toMatchObject({
      imageData: { image: { src: { url: "https://media.example/lamp.png", id: "m1" }, width: 2 }, altText: "A lamp" },
    });
    await context.close();
  });

  it("edits tables", async () => {
    const { page, saved, context } = await openEditor();
    await page.keyboard.type("/table");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Name");
    await page.getByRole("button", { name: "Table" }).click();
    await page.getByRole("menuitem", { name: "Insert column after" }).click();
    await page.getByRole("button", { name: "Table" }).click();
    await page.getByRole("menuitem", { name: "Header row" }).click();
    const table = (await saved()).find(({ type }) => type === "TABLE");
    expect(table?.nodes.map(({ nodes }) => nodes.length)).toEqual([4, 4, 4]);
    expect(table).toMatchObject({ tableData: { rowHeader: true } });
    await context.close();
  });

  it("retains what it does not show", async () => {
    const unknown = { type: "FUTURE_BLOCK", id: "f", nodes: [{ type: "X", id: "" }], futureBlockData: { a: [1] } };
    const map = { type: "MAP", id: "m", nodes: [], mapData: { mapSettings: { address: "Here" } } };
    const paragraph = { type: "PARAGRAPH", id: "p", nodes: [text("Before")], style: { paddingTop: "4px" } };
    const { page, saved, context } = await openEditor({ nodes: [paragraph, unknown, map] });
    await page.getByText("Future block").waitFor();
    await page.getByText("Before").click();
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    expect(await saved()).toEqual([{ ...paragraph, nodes: [text("Before!")] }, unknown, map]);
    await page.getByRole("button", { name: "Remove map" }).click();
    expect(outline(await saved())).toBe('PARAGRAPH("Before!"), FUTURE_BLOCK(X())');
    await page.keyboard.press("Control+z");
    expect(await saved()).toEqual([{ ...paragraph, nodes: [text("Before!")] }, unknown, map]);
    await context.close();
  });

  it("pastes HTML without scripts and unknown attributes", async () => {
    const { page, saved, context } = await openEditor();
    await pasteHtml(
      page,
      '<h2 onclick="x()">Head</h2><p>One <a href="javascript:alert(1)">bad</a> <a href="https://example.org">good</a>' +
        "<script>document.title = 'hacked'</script><img src=x onerror=\"document.title='hacked'\"></p>" +
        "<ul><li>a<ul><li>b</li></ul></li></ul><table><tr><th>h</th></tr><tr><td>c</td></tr></table>",
    );
    expect(outline(await saved())).toBe(
      'HEADING("Head"), PARAGRAPH("One bad ", "good"), ' +
        'BULLETED_LIST(LIST_ITEM(PARAGRAPH("a"), BULLETED_LIST(LIST_ITEM(PARAGRAPH("b"))))), ' +
        'TABLE(TABLE_ROW(TABLE_CELL(PARAGRAPH("h"))), TABLE_ROW(TABLE_CELL(PARAGRAPH("c"))))',
    );
    expect(JSON.stringify(await saved())).not.toContain("javascript:");
    expect(await page.title()).toBe("Editor");
    await context.close();
  });

  it("places the cursor by a click after everything was selected", async () => {
    const map = { type: "MAP", id: "m", nodes: [], mapData: {} };
    const { page, saved, context } = await openEditor({ nodes: [map] });
    await page.keyboard.press("Control+a");
    await page.locator(".editor-text > p").last().click();
    await page.keyboard.type("After");
    expect(outline(await saved())).toBe('MAP(), PARAGRAPH("After")');
    await context.close();
  });

  it("pastes a copied block with its data, and ignores malformed data", async () => {
    const map = { type: "MAP", id: "m", nodes: [], mapData: { mapSettings: { address: "Here" } } };
    const { page, saved, context } = await openEditor({ nodes: [map] });
    const copy = await page.evaluate(() => {
      const data = new DataTransfer();
      getSelection()?.selectAllChildren(document.querySelector(".editor-text")!);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }),
      );
      return data.getData("text/html");
    });
    expect(copy).toContain("Here");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Backspace");
    await pasteHtml(page, copy);
    expect(await saved()).toMatchObject([{ type: "MAP", mapData: map.mapData }]);
    await pasteHtml(page, '<div data-type="opaqueBlock" data-node="{">x</div><p data-source="{}">y</p>');
    expect(outline(await saved())).toContain('"y"');
    await context.close();
  });

  it.each(["light", "dark"] as const)("has nothing wrong at 320 and 1280 px, %s", async (colorScheme) => {
    const image = { type: "IMAGE", id: "i", nodes: [], imageData: { image: { src: { url: "/x.png" } }, altText: "X" } };
    const html = { type: "HTML", id: "h", nodes: [], htmlData: { html: "<b>x</b>" } };
    const { page, context } = await openEditor(
      { nodes: [{ type: "PARAGRAPH", id: "p", nodes: [text("Text")] }, image, html] },
      { colorScheme },
    );
    await expectNothingWrong(page);
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" /");
    await page.getByRole("listbox").waitFor();
    await expectNothingWrong(page);
    await context.close();
  });
});

async function pasteHtml(page: Page, html: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/html", text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, html);
}

async function pasteImage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([1, 2, 3])], "lamp.png", { type: "image/png" }));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
}
