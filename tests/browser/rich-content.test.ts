import { ApiKeyStrategy, createClient } from "@porchlight/client";
import { draftPosts, type RichContent } from "@porchlight/client/blog";
import { contentFramePath } from "@porchlight/contract/blog/paths";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { expectNothingWrong } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { createMembers, signIn } from "./session-states.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;
let address: string;

type Node = RichContent["nodes"][number];
let count = 0;
const node = (type: string, data: object = {}, ...nodes: Node[]): Node => ({ type, id: `n${++count}`, nodes, ...data });
const text = (words: string, ...decorations: object[]): Node => ({
  type: "TEXT",
  id: "",
  nodes: [],
  textData: { text: words, decorations: decorations as never },
});
const paragraph = (...nodes: (Node | string)[]) =>
  node("PARAGRAPH", {}, ...nodes.map((one) => (typeof one === "string" ? text(one) : one)));
const heading = (words: string) => ({ ...node("HEADING", { headingData: { level: 2 } }, text(words)), id: words });
const picture = { src: { url: "/media/none.png" }, width: 300, height: 200 };
const cell = (words: string) => node("TABLE_CELL", {}, paragraph(words));
const section = (words: string) =>
  node(
    "COLLAPSIBLE_ITEM",
    {},
    node("COLLAPSIBLE_ITEM_TITLE", {}, paragraph(words)),
    node("COLLAPSIBLE_ITEM_BODY", {}, paragraph(`About ${words}`)),
  );
const poll = (id: string, permissions: object, settings: object = {}) =>
  node("POLL", {
    pollData: {
      poll: {
        id,
        title: `Tea or coffee (${id})?`,
        options: [
          { id: "tea", title: "Tea" },
          { id: "coffee", title: "Coffee" },
        ],
        settings: { permissions, ...settings },
      },
    },
  });

/** A script that attempts everything forbidden and reports the results. */
const intruder = `
  const tried = { ran: true };
  for (const [name, attempt] of Object.entries({
    title: () => (parent.document.title = "taken"),
    cookie: () => document.cookie,
    storage: () => localStorage.length,
    away: () => (top.location = "/taken"),
  })) try { attempt(); tried[name] = "done"; } catch (error) { tried[name] = error.name; }
  tried.origin = self.origin;
  document.getElementById("inside").dataset.tried = JSON.stringify(tried);`;

const everything: RichContent = {
  nodes: [
    node("TOC", { tocData: { includedHeadings: [2] } }),
    heading("words"),
    paragraph(
      text("purple", { type: "COLOR", colorData: { foreground: "#7b1fa2" } }),
      " and ",
      text("gold on blue", { type: "COLOR", colorData: { foreground: "#ffd700", background: "#003366" } }),
      " and ",
      text("large", { type: "FONT_SIZE", fontSizeData: { unit: "PX", value: 28 } }),
      " and ",
      text("@Ann", { type: "MENTION", mentionData: { name: "Ann", slug: "ann" } }),
      " and ",
      text("the butler", { type: "SPOILER", spoilerData: { id: "s" } }),
      ".",
    ),
    heading("media"),
    node("AUDIO", { audioData: { audio: { src: { url: "/media/none.mp3" } }, name: "Song", authorName: "Band" } }),
    node("VIDEO", { videoData: { video: { src: { url: "https://youtu.be/dQw4w9WgXcQ" } }, title: "A film" } }),
    node("FILE", { fileData: { src: { url: "/media/none.pdf" }, name: "plan.pdf", type: "pdf", sizeInKb: "1200" } }),
    node("GALLERY", {
      galleryData: {
        items: [1, 2, 3].map((n) => ({ image: { media: picture }, altText: `Picture ${n}`, title: `No. ${n}` })),
      },
    }),
    node("GALLERY", {
      galleryData: {
        items: [1, 2, 3].map((n) => ({ image: { media: picture }, altText: `Slide ${n}` })),
        options: { layout: { type: "SLIDER" } },
      },
    }),
    node("HTML", {
      htmlData: { html: `<p id=inside>From the frame</p><script>${intruder}</script>` },
    }),
    node("LINK_PREVIEW", {
      linkPreviewData: { link: { url: "https://example.org/" }, title: "A page", description: "Worth reading" },
    }),
    node("MAP", { mapData: { mapSettings: { lat: 53.5, lng: 10, locationName: "Harbour" } } }),
    node("BUTTON", { buttonData: { text: "To the shop", link: { url: "/blog" } } }),
    heading("structure"),
    node(
      "TABLE",
      { tableData: { rowHeader: true, dimensions: { colsWidthRatio: [1, 2] } } },
      node("TABLE_ROW", {}, cell("Name"), cell("What")),
      node("TABLE_ROW", {}, cell("Lamp"), cell("Lights the porch")),
    ),
    node(
      "COLLAPSIBLE_LIST",
      { collapsibleListData: { initialExpandedItems: "FIRST" } },
      section("one"),
      section("two"),
    ),
    node("LAYOUT", {}, node("LAYOUT_CELL", {}, paragraph("left")), node("LAYOUT_CELL", {}, paragraph("right"))),
    node(
      "SMART_BLOCK",
      { smartBlockData: { type: "PROCESS_STEPS" } },
      node("SMART_BLOCK_CELL", { smartBlockCellData: { label: "First" } }, paragraph("do this")),
      node("SMART_BLOCK_CELL", { smartBlockCellData: { label: "Then" } }, paragraph("do that")),
    ),
    node("CARD", {}, paragraph("On a surface of its own")),
    heading("polls"),
    poll("open", { view: "VOTERS", vote: "ALL" }),
    poll("members", { view: "EVERYONE", vote: "SITE_MEMBERS" }),
    poll("named", { view: "EVERYONE", vote: "SITE_MEMBERS" }, { showVoters: true }),
  ],
};

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  const { stdout } = await product.command("key", "create", "--name", "Tests", "--role", "editor", "--json");
  const { key: apiKey } = JSON.parse(stdout);
  const writer = createClient({ host: product.url, auth: ApiKeyStrategy({ apiKey }), modules: { draftPosts } });
  await writer.draftPosts.createDraftPost(
    { title: "Everything at once", seoSlug: "everything", richContent: everything },
    { publish: true },
  );
  address = `${product.url}/blog/everything`;
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const pollOf = (page: Page, id: string) =>
  page.getByRole("group", { name: `Tea or coffee (${id})?` }).locator("xpath=ancestor::form");

/** Changes a section of the account, and waits until it is saved. */
async function changeBlock(page: Page, title: string, fill: () => Promise<unknown>): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^(Edit ${title}|Add your name)$`) }).click();
  await fill();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("region", { name: title }).getByText("Saved").waitFor();
}

describe("content with every node", () => {
  it("is complete and styled without scripts", async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false });
    const { page } = visitor;
    await page.route("**/media/**", (route) => route.fulfill({ status: 204 }));
    await page.goto(address);
    for (const words of [
      "the butler",
      "A film",
      "plan.pdf",
      "Lights the porch",
      "do that",
      "On a surface of its own",
      "Coffee",
    ])
      expect(await page.getByRole("article").getByText(words).first().isVisible(), words).toBe(true);
    expect(await page.getByText("gold on blue").evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      "rgb(0, 51, 102)",
    );
    expect(await page.getByText("large", { exact: true }).evaluate((one) => getComputedStyle(one).fontSize)).toBe(
      "28px",
    );
    await visitor.context.close();
  });

  it.each(["light", "dark"] as const)("has nothing wrong in %s, at any width", async (colorScheme) => {
    const visitor = await newVisitor(browser, { colorScheme });
    const { page } = visitor;
    await page.route("**/media/**", (route) => route.fulfill({ status: 204 }));
    await page.goto(address);
    await hydrated(page, ".site-poll form");
    await pollOf(page, "members").getByText("Only members can vote.").waitFor();
    await expectNothingWrong(page);
    const purple = await page.getByText("purple").evaluate((one) => getComputedStyle(one).color);
    expect(purple === "rgb(123, 31, 162)").toBe(colorScheme === "light");
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("reveals spoilers and loads frames on request, and sandboxes the frames", async () => {
    const { page, context } = await newVisitor(browser);
    await page.goto(address);
    await hydrated(page, ".site-poll form");
    const hidden = page.getByText("the butler");
    expect(await hidden.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Show hidden content" }).press("Enter");
    expect(await hidden.isVisible()).toBe(true);

    expect(await page.locator("iframe.site-frame").count()).toBe(0);
    await page.getByRole("button", { name: "Load embedded content" }).click();
    const frame = page.frameLocator("iframe.site-frame");
    expect(await frame.locator("#inside[data-tried]").innerText()).toBe("From the frame");
    expect(JSON.parse((await frame.locator("#inside").getAttribute("data-tried")) ?? "")).toEqual({
      ran: true,
      title: "SecurityError",
      cookie: "SecurityError",
      storage: "SecurityError",
      away: "SecurityError",
      origin: "null",
    });
    expect(await page.title()).toContain("Everything at once");
    expect(page.url()).toBe(address);
    expect(await page.locator("iframe.site-frame").getAttribute("sandbox")).not.toContain("same-origin");
    await context.close();
  });

  it("shows nothing at the frame page's own URL", async () => {
    const { page, context } = await newVisitor(browser);
    await page.goto(`${product.url}/healthz`);
    const [popup] = await Promise.all([
      context.waitForEvent("page"),
      page.evaluate((path) => Object.assign(window, { popup: window.open(path) }) && undefined, contentFramePath),
    ]);
    await popup.waitForLoadState();
    await popup.evaluate(() => {
      const arrived = new Promise((resolve) => window.addEventListener("message", () => resolve(true)));
      Object.assign(window, { arrived });
    });
    await page.evaluate(() => {
      const { popup: opened } = window as unknown as { popup: Window };
      opened.postMessage({ html: "<h1>Sign in here</h1>" }, "*");
    });
    expect(await popup.evaluate(() => (window as unknown as { arrived: Promise<boolean> }).arrived)).toBe(true);
    expect(await popup.locator("h1").count()).toBe(0);
    await context.close();
  });

  it("votes once, and explains who may not", async () => {
    const { page, context } = await newVisitor(browser);
    await page.goto(address);
    await hydrated(page, ".site-poll form");
    const open = pollOf(page, "open");
    await open.getByText("Vote to see the results.").waitFor();
    await open.getByRole("button", { name: "Vote" }).click();
    await open.getByText("Choose an answer first.").waitFor();
    await open.getByLabel("Coffee").check();
    await open.getByRole("button", { name: "Vote" }).click();
    await open.getByText("Thank you for voting.").waitFor();
    await open.getByText("100% (1 vote)").waitFor();
    expect(await open.getByRole("button", { name: "Vote" }).count()).toBe(0);

    await page.reload();
    await open.getByText("You have voted.").waitFor();
    expect(await open.getByLabel("Coffee").isChecked()).toBe(true);
    expect(await open.getByLabel("Tea").isDisabled()).toBe(true);
    await pollOf(page, "members").getByText("Only members can vote. Sign in to vote.").waitFor();
    await context.close();
  });

  it("names members with a public profile to readers who see the results only", async () => {
    const named = (page: Page) => pollOf(page, "named");
    await createMembers(product, "ada@example.com", "ben@example.com");
    for (const [email, nickname, seenBy] of [
      ["ada@example.com", "Ada of the Lamps", "Everyone"],
      ["ben@example.com", "Ben in the Dark", "Only you and the site owner"],
    ] as const) {
      const visitor = await newVisitor(browser);
      const { page } = visitor;
      await page.route("**/media/**", (route) => route.fulfill({ status: 204 }));
      await signIn(product, page, email, "/account");
      await changeBlock(page, "Name", () => page.getByLabel("Display name").fill(nickname));
      await changeBlock(page, "Profile visibility", () =>
        page.getByRole("combobox", { name: "Who can see your profile" }).selectOption(seenBy),
      );
      await page.goto(address);
      await hydrated(page, ".site-poll form");
      await named(page).getByText("Members with a public profile are shown with their votes.").waitFor();
      expect(await named(page).locator(".site-poll-results").count()).toBe(0);
      await named(page).getByLabel("Tea").check();
      await named(page).getByRole("button", { name: "Vote" }).click();
      await named(page).getByText("Thank you for voting.").waitFor();
      visitor.expectQuietConsole();
      await visitor.context.close();
    }
    const { page, context } = await newVisitor(browser);
    await page.goto(address);
    await named(page).getByText("100% (2 votes)").waitFor();
    expect(await named(page).locator(".site-poll-names").innerText()).toBe("Ada of the Lamps and 1 other");
    await context.close();
  });
});
