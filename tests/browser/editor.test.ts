import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoSidewaysOverflow, expectNothingWrong, findings } from "./axe.ts";
import { expectFocus, leaveBrowser, newVisitor, openBrowser, selectionRead } from "./browser.ts";

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

const node = (type: string, id: string): SavedNode => ({ type, id, nodes: [] });
const text = (value: string) => ({ type: "TEXT", id: "", nodes: [], textData: { text: value, decorations: [] } });

describe("the editor", () => {
  it("opens on a device that takes longer to draw it than a short timer", async () => {
    const { page } = await newVisitor(browser);
    await page.addInitScript(() => {
      const later = window.setTimeout;
      const soon = (run: () => void, milliseconds?: number) => {
        if (milliseconds !== 1) return later(run, milliseconds);
        queueMicrotask(run);
        return 0;
      };
      Object.assign(window, { setTimeout: soon });
    });
    await page.goto(url);
    const body = page.getByRole("textbox", { name: "Post body" });
    await body.pressSequentially("Hello");
    await expect.poll(() => body.innerText()).toContain("Hello");
    await page.context().close();
  });

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

  it("adds a caption to an image", async () => {
    const image = { ...node("IMAGE", "image"), imageData: { image: { src: { url: "https://media.example/a.png" } } } };
    const { page, saved } = await openEditor({ nodes: [image] });
    await page.getByRole("button", { name: "Add a caption" }).click();
    await expectFocus(page.getByRole("textbox", { name: "Post body" }));
    await page.keyboard.type("Seen from the door");
    await expect.poll(async () => (await saved())[0]?.nodes[0]?.type).toBe("CAPTION");
    expect(JSON.stringify(await saved())).toContain("Seen from the door");
    expect(await page.getByRole("button", { name: "Add a caption" }).count()).toBe(0);
    await expectNothingWrong(page);
  });

  it("edits galleries: pictures, their order and their alternative texts", async () => {
    const item = (name: string) => ({ image: { media: { src: { url: `https://media.example/${name}` } } }, tag: name });
    const gallery = {
      ...node("GALLERY", "g"),
      galleryData: { items: [item("a"), item("b")], options: { layout: {} } },
    };
    const { page, saved } = await openEditor({ nodes: [gallery] });
    await page.getByText("2 pictures").waitFor();
    await page.getByRole("button", { name: "Edit gallery" }).click();
    await page.getByRole("button", { name: "Move Picture 2 up" }).click();
    await page.getByLabel("Alternative text of picture 1").fill("The second");
    await page.locator("[role=dialog] input[type=file]").setInputFiles({
      ...{ name: "c.png", mimeType: "image/png" },
      buffer: Buffer.from([0]),
    });
    await page.getByLabel("Alternative text of picture 3").waitFor();
    await expectNothingWrong(page);
    await page.getByRole("button", { name: "Remove Picture 2" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("2 pictures").waitFor();
    expect((await saved())[0]?.galleryData).toEqual({
      items: [
        { ...item("b"), altText: "The second" },
        {
          image: { media: { src: { url: "https://media.example/c.png", id: "m1" }, width: 2, height: 1 } },
          altText: "",
        },
      ],
      options: { layout: {} },
    });
  });

  it("uploads a file for a block", async () => {
    const { page, saved } = await openEditor();
    await page.keyboard.type("/file");
    await page.keyboard.press("Enter");
    await page.locator("[role=dialog] input[type=file]").setInputFiles({
      ...{ name: "plan.pdf", mimeType: "application/pdf" },
      buffer: Buffer.from([0]),
    });
    await expect.poll(() => page.getByLabel("URL").inputValue()).toBe("https://media.example/plan.pdf");
    await page.getByRole("button", { name: "Insert" }).click();
    await expect
      .poll(async () => (await saved()).find(({ type }) => type === "FILE")?.fileData)
      .toMatchObject({
        src: { url: "https://media.example/plan.pdf" },
        name: "plan.pdf",
      });
  });

  it("moves, duplicates, turns and deletes blocks by keyboard", async () => {
    const { page, saved } = await openEditor();
    await page.keyboard.type("one\ntwo");
    const texts = async () =>
      (await saved()).map(({ type, nodes }) => [type, nodes[0]?.textData].map((part) => JSON.stringify(part)).join());
    const choose = async (item: string) => {
      await page.keyboard.press("Alt+F10");
      await page.getByRole("button", { name: "Block actions" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: item }).focus();
      await page.keyboard.press("Enter");
    };
    await page.keyboard.press("Alt+F10");
    expect(await page.evaluate(() => document.activeElement?.closest("[role=toolbar]") !== null)).toBe(true);
    await page.keyboard.press("Escape");
    // The editor gets the focus with the next frame.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Post body");
    await choose("Move up");
    await expect.poll(async () => (await texts()).join()).toMatch(/two.*one/);
    await choose("Heading 3");
    await expect.poll(async () => (await texts())[0]).toMatch(/HEADING.*two/);
    await choose("Duplicate");
    await expect.poll(async () => (await texts()).length).toBe(3);
    await choose("Delete");
    await expect.poll(async () => (await texts()).length).toBe(2);
    // An open menu of React Aria does not follow a resize in each case, so it is opened at each width.
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole("button", { name: "Block actions" }).click();
      await page.getByRole("menu").waitFor();
      expect(await findings(page)).toEqual([]);
      await expectNoSidewaysOverflow(page);
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
    }
  });

  it("writes callouts: from the menu and from Markdown, of several kinds", async () => {
    const { page, saved, context, expectQuietConsole } = await openEditor();
    await page.keyboard.type("/call");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Mind the step\n\nBehind it\n> [!WARNING] Hot");
    expect(outline(await saved())).toBe(
      'LAYOUT(LAYOUT_CELL(PARAGRAPH("Mind the step"))), PARAGRAPH("Behind it"), ' +
        'LAYOUT(LAYOUT_CELL(PARAGRAPH("Hot")))',
    );
    expect((await saved()).map((node) => node.layoutData)).toMatchObject([
      { background: { type: "COLOR", color: "#eceefc" }, borderColor: "#3346c9" },
      ...[undefined, { background: { type: "COLOR", color: "#fdf5e4" }, borderColor: "#8a5300" }],
    ]);
    await page.getByRole("note", { name: "Warning" }).waitFor();
    await page.keyboard.press("Alt+F10");
    await page.getByRole("button", { name: "Callout" }).press("Enter");
    await page.getByRole("menuitemradio", { name: "Tip" }).press("Enter");
    await page.getByRole("note", { name: "Tip" }).waitFor();
    await expectNothingWrong(page);
    await page.keyboard.press("Alt+F10");
    await page.getByRole("button", { name: "Callout" }).press("Enter");
    await page.getByRole("menuitemradio", { name: "Remove callout" }).press("Enter");
    await expect.poll(async () => outline(await saved())).toMatch(/PARAGRAPH\("Hot"\)$/);
    expectQuietConsole();
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
    await expect
      .poll(async () => outline(await saved()))
      .toBe(
        'HEADING("Head"), PARAGRAPH("One bad ", "good"), ' +
          'BULLETED_LIST(LIST_ITEM(PARAGRAPH("a"), BULLETED_LIST(LIST_ITEM(PARAGRAPH("b"))))), ' +
          'TABLE(TABLE_ROW(TABLE_CELL(PARAGRAPH("h"))), TABLE_ROW(TABLE_CELL(PARAGRAPH("c"))))',
      );
    expect(JSON.stringify(await saved())).not.toContain("javascript:");
    expect(await page.title()).toBe("Editor");
    await context.close();
  });

  it("pastes a document of Google Docs with its lists, table and image", async () => {
    const { page, saved, context } = await openEditor();
    const styled = (words: string, style = "font-weight:400") =>
      `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;${style}">${words}</span>`;
    const item = (words: string, level: number) =>
      `<li dir="ltr" style="list-style-type:disc" aria-level="${level}"><p dir="ltr" role="presentation">${styled(words)}</p></li>`;
    await pasteHtml(
      page,
      `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-3c1f"><h1 dir="ltr">${styled("Plan")}</h1>` +
        `<h2 dir="ltr">${styled("Part")}</h2><p dir="ltr">${styled("Some ")}${styled("bold", "font-weight:700")}` +
        `${styled("2", "vertical-align:super")}</p><br /><p dir="ltr">&nbsp;</p>` +
        `<ul>${item("One", 1)}<ul>${item("Inner", 2)}</ul>${item("Two", 1)}</ul>` +
        `<p dir="ltr">${styled(`Before<img src="data:image/png;base64,iVBORw0KGgo=" width="2" />`)}</p>` +
        `<div dir="ltr"><table><colgroup><col width="312"></colgroup><tbody><tr><td><p dir="ltr">${styled("Cell")}</p></td></tr></tbody></table></div></b>`,
    );
    await expect.poll(async () => outline(await saved())).toContain("IMAGE");
    const nodes = await saved();
    expect(outline(nodes)).toBe(
      'HEADING("Plan"), HEADING("Part"), PARAGRAPH("Some ", "bold", "2"), ' +
        'BULLETED_LIST(LIST_ITEM(PARAGRAPH("One"), BULLETED_LIST(LIST_ITEM(PARAGRAPH("Inner")))), LIST_ITEM(PARAGRAPH("Two"))), ' +
        'PARAGRAPH("Before"), IMAGE(), TABLE(TABLE_ROW(TABLE_CELL(PARAGRAPH("Cell"))))',
    );
    expect(nodes.slice(0, 2).map(({ headingData }) => headingData)).toMatchObject([{ level: 2 }, { level: 3 }]);
    expect(nodes[2]!.nodes.map(({ textData }) => (textData as { decorations: object[] }).decorations)).toMatchObject([
      [],
      [{ type: "BOLD" }],
      [{ type: "SUPERSCRIPT" }],
    ]);
    expect(nodes[5]).toMatchObject({ imageData: { image: { src: { url: "https://media.example/image.png" } } } });
    await page.keyboard.press("Control+z");
    expect(outline(await saved())).toBe("");
    await context.close();
  });

  it("pastes before the converter is loaded, and if it cannot be loaded", async () => {
    const { page, body, saved } = await openEditor();
    const list = '<h1>Trip</h1><p class="x">One<br>two</p>';
    const released = Promise.withResolvers<void>();
    await page.route("**/convert-pasted-*", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.reload();
    await body.focus();
    await pasteHtml(page, list);
    expect(await body.innerText()).not.toContain("Trip");
    released.resolve();
    await expect.poll(async () => outline(await saved())).toBe('HEADING("Trip"), PARAGRAPH("One\\ntwo")');

    await page.unroute("**/convert-pasted-*");
    await page.route("**/convert-pasted-*", (route) => route.abort());
    await page.reload();
    await body.focus();
    await pasteHtml(page, list);
    await expect.poll(() => body.innerText()).toContain("Trip");
    await page.context().close();
  });

  it("pastes Markdown as blocks, with one step to undo, or as it is with Shift", async () => {
    const { page, saved, context, expectQuietConsole } = await openEditor();
    const text =
      "# Bread\n\nTake **much** time\nand `salt`.\n\n- [x] flour\n- [ ] water\n\n1. mix\n   - well\n2. bake\n\n> said\n\n" +
      "```rust\nlet a = 1;\n  a\n```\n\n| a | b |\n|---|---|\n| 1 | [2](https://example.org) |\n\n<b>raw</b>[^1]";
    await paste(page, { "text/plain": text });
    await expect
      .poll(async () => outline(await saved()))
      .toBe(
        'HEADING("Bread"), PARAGRAPH("Take ", "much", " time\\nand ", "salt", "."), ' +
          'CHECKBOX_LIST(LIST_ITEM(PARAGRAPH("flour")), LIST_ITEM(PARAGRAPH("water"))), ' +
          'ORDERED_LIST(LIST_ITEM(PARAGRAPH("mix"), BULLETED_LIST(LIST_ITEM(PARAGRAPH("well")))), LIST_ITEM(PARAGRAPH("bake"))), ' +
          'BLOCKQUOTE(PARAGRAPH("said")), CODE_BLOCK("let a = 1;\\n  a"), ' +
          'TABLE(TABLE_ROW(TABLE_CELL(PARAGRAPH("a")), TABLE_CELL(PARAGRAPH("b"))), ' +
          'TABLE_ROW(TABLE_CELL(PARAGRAPH("1")), TABLE_CELL(PARAGRAPH("2")))), PARAGRAPH("<b>raw</b>[^1]")',
      );
    const nodes = await saved();
    expect(nodes[2]!.nodes[0]).toMatchObject({ listItemData: { checked: true } });
    expect(nodes[5]).toMatchObject({ codeBlockData: { language: "rust" } });
    expect(nodes[6]).toMatchObject({ tableData: { rowHeader: true } });
    await page.keyboard.press("Control+z");
    expect(outline(await saved())).toBe("");
    await page.keyboard.press("Shift");
    await paste(page, { "text/plain": "# plain" });
    expect(outline(await saved())).toBe('PARAGRAPH("# plain")');
    expectQuietConsole();
    await context.close();
  });

  it("makes a link of a pasted URL in the text, and undoes it, a link and a video in one step each", async () => {
    const { page, saved, context } = await openEditor({
      nodes: [{ ...node("PARAGRAPH", "p"), nodes: [text("See ")] }],
    });
    await page.keyboard.press("Control+End");
    await paste(page, { "text/plain": "https://example.org/a" });
    const link = { type: "LINK", linkData: { link: { url: "https://example.org/a" } } };
    expect((await saved())[0]!.nodes[1]).toMatchObject({
      textData: { text: "https://example.org/a", decorations: [link] },
    });
    await page.keyboard.press("Control+z");
    expect(outline(await saved())).toBe('PARAGRAPH("See ")');
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await paste(page, { "text/plain": "https://vimeo.com/76979871" });
    await page.getByText("The page loads it from Vimeo after a click.").waitFor();
    await page.keyboard.press("Control+z");
    expect(outline(await saved())).not.toContain("VIDEO");
    await context.close();
  });

  it("adds three dropped images at once, undoes them in one step, and rejects other files", async () => {
    const { page, saved, context } = await openEditor({
      nodes: [{ ...node("PARAGRAPH", "p"), nodes: [text("Text")] }],
    });
    const drop = (...names: string[]) =>
      page.evaluate((files) => {
        const data = new DataTransfer();
        for (const name of files)
          data.items.add(new File(["x"], name, { type: name.endsWith("png") ? "image/png" : "application/pdf" }));
        const target = document.querySelector(".editor-text p")!;
        const { left, bottom } = target.getBoundingClientRect();
        const place = { clientX: left + 2, clientY: bottom - 2 };
        target.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true, ...place }));
      }, names);
    await drop("a.png", "b.png", "c.png");
    await expect
      .poll(async () => outline(await saved()))
      .toMatch(/^(?:PARAGRAPH\("Text"\), )?IMAGE\(\), IMAGE\(\), IMAGE\(\)/);
    await page.keyboard.press("Control+z");
    expect(outline(await saved())).toBe('PARAGRAPH("Text")');
    await drop("plan.pdf");
    await page.getByText("Only images can be dropped here. Add other files with the plus button.").waitFor();
    await context.close();
  });

  it("inserts a copied image, and says that images of other sites are left out", async () => {
    const { page, saved, context } = await openEditor();
    await pasteImage(page, '<meta charset="utf-8"><img src="https://elsewhere.example/lamp.png">');
    await expect.poll(async () => outline(await saved())).toContain("IMAGE");
    await pasteHtml(page, '<p>Words <img src="https://elsewhere.example/x.png"></p>');
    await page.getByText("Images from other sites and programs were left out.").waitFor();
    expect(outline(await saved())).toBe('IMAGE(), PARAGRAPH("Words")');
    await page.keyboard.type("!");
    await page.getByText("Images from other sites").waitFor({ state: "detached" });
    await context.close();
  });

  it("moves blocks with keys, and lists its keys", async () => {
    const { page, saved, context } = await openEditor();
    await page.keyboard.type("one\ntwo");
    await page.keyboard.press("Alt+Shift+ArrowUp");
    expect(outline(await saved())).toBe('PARAGRAPH("two"), PARAGRAPH("one")');
    await page.keyboard.press("Alt+Shift+ArrowDown");
    expect(outline(await saved())).toBe('PARAGRAPH("one"), PARAGRAPH("two")');
    await page.keyboard.press("Control+/");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Move the block up").waitFor();
    await expectNothingWrong(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.type("!");
    await expect.poll(async () => outline(await saved())).toContain("two!");
    await context.close();
  });

  it("scrolls a wide table instead of the page, on a phone", async () => {
    const cell = (id: string) => ({
      ...node("TABLE_CELL", id),
      nodes: [{ ...node("PARAGRAPH", `p${id}`), nodes: [text("Word")] }],
    });
    const row = { ...node("TABLE_ROW", "r"), nodes: Array.from({ length: 8 }, (_, n) => cell(`c${n}`)) };
    const { page, context } = await openEditor(
      { nodes: [{ ...node("TABLE", "t"), nodes: [row], tableData: { rowHeader: true } }] },
      { viewport: { width: 360, height: 740 } },
    );
    await expectNoSidewaysOverflow(page);
    await expectNothingWrong(page);
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
    await expect.poll(saved).toMatchObject([{ type: "MAP", mapData: map.mapData }]);
    await pasteHtml(page, '<div data-type="opaqueBlock" data-node="{">x</div><p data-source="{}">y</p>');
    await expect.poll(async () => outline(await saved())).toContain('"y"');
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

async function paste(page: Page, contents: Record<string, string>): Promise<void> {
  await selectionRead(page);
  await page.evaluate((values) => {
    const data = new DataTransfer();
    for (const [type, value] of Object.entries(values)) data.setData(type, value);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, contents);
}

const pasteHtml = (page: Page, html: string) => paste(page, { "text/html": html });

async function pasteImage(page: Page, html = ""): Promise<void> {
  await selectionRead(page);
  await page.evaluate((markup) => {
    const data = new DataTransfer();
    if (markup) data.setData("text/html", markup);
    data.items.add(new File([new Uint8Array([1, 2, 3])], "lamp.png", { type: "image/png" }));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, html);
}
