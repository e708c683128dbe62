import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNothingWrong } from "./axe.ts";
import { type ItemForms, main, paragraph, save, startItemForms, table, words } from "./item-forms.ts";
import type { Answer } from "./owner-program.ts";

const fields = [
  { key: "title", displayName: "Title", type: "TEXT" },
  { key: "text", displayName: "Text", type: "RICH_CONTENT" },
  { key: "html", displayName: "Notice", type: "RICH_TEXT" },
];

let forms: ItemForms;
beforeAll(async () => {
  forms = await startItemForms(fields);
}, 120_000);
afterAll(() => forms.stop());

describe("rich text field", () => {
  const red = { type: "COLOR", colorData: { foreground: "#b42318" } };
  const link = {
    type: "LINK",
    linkData: { link: { url: "https://example.com/a", target: "BLANK", rel: { nofollow: true } } },
  };
  const bold = { type: "BOLD", fontWeightValue: 700 };
  const odd = { type: "constructor" };
  const item = (id: string, ...nodes: object[]) => ({ type: "LIST_ITEM", id, nodes });
  const whole = {
    nodes: [
      {
        type: "HEADING",
        id: "top",
        nodes: [words("Top")],
        headingData: { level: 3, textStyle: { textAlignment: "CENTER" } },
      },
      paragraph("p1", words("Some "), words("red", red, bold), words(" and "), words("linked", link)),
      table,
      {
        ...{ type: "ORDERED_LIST", id: "o", orderedListData: { start: 3 } },
        nodes: [
          item("i1", paragraph("p2", words("first", odd))),
          item("i2", paragraph("p3", words("second")), {
            ...{ type: "BULLETED_LIST", id: "b", nodes: [item("i3", paragraph("p4", words("inner")))] },
          }),
        ],
      },
      { type: "BLOCKQUOTE", id: "q", nodes: [paragraph("p5", words("said\nso"))], blockquoteData: { indentation: 1 } },
      { type: "SOMETHING_NEW", id: "n", nodes: [], newData: { at: { $date: "2024-01-01T00:00:00.000Z" } } },
      paragraph("p6"),
    ],
    metadata: { version: 1, id: "whole" },
    documentStyle: { paragraph: { lineHeight: "1.5" } },
  };
  const box = (page: Page, name: string) => page.getByRole("textbox", { name: `${name} (optional)` });
  /** Moves the caret behind a text, like a click. */
  const caretBehind = (page: Page, text: string) =>
    page.evaluate((text) => {
      const walker = document.createTreeWalker(document.querySelector(".site-rich-text")!, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!(node as Text).data.endsWith(text)) continue;
        (node.parentElement!.closest("[contenteditable=true]") as HTMLElement).focus();
        document.getSelection()!.collapse(node, (node as Text).data.length);
      }
    }, text);

  it("retains unedited and unsupported content exactly", async () => {
    const { page, leave } = await forms.member("kept", { text: whole });
    await caretBehind(page, "linked");
    await page.keyboard.type(", too");
    await save(page);
    const changed = structuredClone(whole) as typeof whole;
    const [, second] = changed.nodes as { nodes: object[] }[];
    second!.nodes.push(words(", too"));
    expect((await forms.storedItem("kept")).text).toEqual(changed);

    await forms.edit(page, "kept");
    await caretBehind(page, "first");
    await page.keyboard.press("Enter");
    await page.keyboard.type("between");
    await caretBehind(page, "red");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("!");
    await save(page);
    const { nodes } = (await forms.storedItem("kept")).text;
    expect(nodes[1].nodes[1]).toEqual(words("re!d", red, bold));
    const [one, two, three] = nodes[3].nodes;
    expect(nodes[3]).toMatchObject({ id: "o", orderedListData: { start: 3 } });
    expect([one, three]).toEqual((whole.nodes[3] as { nodes: object[] }).nodes);
    expect(two.nodes[0].nodes).toEqual([words("between")]);
    expect(new Set([one.id, two.id, three.id, one.nodes[0].id, two.nodes[0].id]).size).toBe(5);
    for (const index of [0, 2, 4, 5, 6]) expect(nodes[index]).toEqual(changed.nodes[index]);
    await leave();
  });

  it("is edited with headings, lists, quotes and links by keyboard, and shown accordingly", async () => {
    const { page, leave } = await forms.member("written");
    const text = box(page, "Text");
    const tool = async (name: string) => {
      await page.keyboard.press("Alt+F10");
      const bar = page.getByRole("toolbar", { name: "Formatting for Text" });
      while ((await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))) !== name)
        await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      return bar;
    };
    await text.focus();
    await page.keyboard.type("Bread");
    await tool("Heading");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Take ");
    await page.keyboard.press("ControlOrMeta+b");
    await page.keyboard.type("much");
    await page.keyboard.press("ControlOrMeta+b");
    await page.keyboard.type(" time");
    await page.keyboard.press("Enter");
    await page.keyboard.type("flour");
    await tool("Bulleted list");
    await page.keyboard.press("Enter");
    await page.keyboard.type("water");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Read on");
    for (let n = 0; n < 2; n++) await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("javascript:alert(1)");
    await page.keyboard.press("Enter");
    await page.getByText("Enter an address, like").waitFor();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("example.com/bread");
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Slowly.");
    const bar = await tool("Quote");
    expect(await bar.getByRole("button", { name: "Quote" }).getAttribute("aria-pressed")).toBe("true");
    await expectNothingWrong(page);
    await save(page);
    const linked = { type: "LINK", linkData: { link: { url: "https://example.com/bread" } } };
    const anyId = expect.stringMatching(/^.+$/);
    const plain = (...nodes: object[]) => ({ type: "PARAGRAPH", id: anyId, nodes });
    const { text: saved } = await forms.storedItem("written");
    expect(saved).toMatchObject({ metadata: { version: 1 }, documentStyle: {} });
    expect(saved.nodes).toEqual([
      { type: "HEADING", id: anyId, nodes: [words("Bread")], headingData: { level: 2 } },
      plain(words("Take "), words("much", bold), words(" time")),
      {
        ...{ type: "BULLETED_LIST", id: anyId },
        nodes: [item(anyId, plain(words("flour"))), item(anyId, plain(words("water")))],
      },
      plain(words("Read on", linked)),
      { type: "BLOCKQUOTE", id: anyId, nodes: [plain(words("Slowly."))] },
    ]);
    await main(page).getByRole("heading", { name: "Bread" }).waitFor();
    expect(await main(page).locator("strong", { hasText: "much" }).count()).toBe(1);
    expect(await main(page).getByRole("listitem").allInnerTexts()).toEqual(["flour", "water"]);
    const shown = main(page).getByRole("link", { name: "Read on" });
    expect(await shown.getAttribute("href")).toBe("https://example.com/bread");
    expect(await main(page).locator("blockquote").innerText()).toBe("Slowly.");
    await leave();
  });

  it("undoes and redoes changes, and removes an emptied value", async () => {
    const { page, leave } = await forms.member("undone", { text: { nodes: [paragraph("p", words("One two"))] } });
    const text = box(page, "Text");
    await caretBehind(page, "two");
    await page.keyboard.press("Enter");
    // Slowly typed characters would be undone one by one.
    await page.keyboard.insertText("three");
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+z");
    expect((await text.innerText()).trim()).toBe("One two");
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await page.keyboard.press("ControlOrMeta+Shift+z");
    expect((await text.innerText()).split(/\n+/)).toEqual(["One two", "three"]);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await save(page);
    expect(await forms.storedItem("undone")).toEqual({});
    await leave();
  });

  it("in HTML retains unsupported elements, and runs no scripts", async () => {
    const first = '<p class="lead">One <span style="color: red">red</span> <img src="/x.png" alt="x"></p>';
    const rest = '<table><tbody><tr><td onclick="document.title=1">cell</td></tr></tbody></table><ul><li>a</li></ul>';
    const { page, leave } = await forms.member("html", { html: `${first}${rest}<p>Two</p><h4 id="x">Four</h4>` });
    await box(page, "Notice").press("ControlOrMeta+End");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    await page.keyboard.type(" & <b>");
    await save(page);
    expect((await forms.storedItem("html")).html).toBe(`${first}${rest}<p>Two &amp; &lt;b&gt;</p><h4 id="x">Four</h4>`);
    await forms.edit(page, "html");
    await box(page, "Notice").press("ControlOrMeta+Home");
    await page.keyboard.type("Now ");
    await save(page);
    const { html } = await forms.storedItem("html");
    expect(html).toBe(`${first.replace("One", "Now One")}${rest}<p>Two &amp; &lt;b&gt;</p><h4 id="x">Four</h4>`);
    expect(await page.title()).not.toBe("1");
    await leave();
  });

  it("pastes foreign content without anything harmful", async () => {
    const { page, leave } = await forms.member("pasted", { text: { nodes: [paragraph("p", words("Before"))] } });
    await caretBehind(page, "Before");
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData(
        "text/html",
        `<h2 style="color:red" onclick="document.title=1">Head</h2><script>document.title = 1</script>
        <img src=x onerror="document.title=1"><ul><li>a <b>bold</b></li><li><a href="javascript:1">b</a></li></ul>
        <table><tr><td>cell</td></tr></table>`,
      );
      const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(paste);
    });
    await save(page);
    const { nodes } = (await forms.storedItem("pasted")).text;
    expect(nodes.map(({ type }: Answer) => type)).toEqual(["PARAGRAPH", "HEADING", "BULLETED_LIST", "PARAGRAPH"]);
    expect(JSON.stringify(nodes)).not.toMatch(/javascript|onclick|onerror|document/);
    expect(nodes[2].nodes[0].nodes[0].nodes).toEqual([words("a "), words("bold", bold)]);
    expect(await page.title()).not.toBe("1");
    await leave();
  });
});
