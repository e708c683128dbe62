import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { openConsole } from "./open-console.ts";
import { createMembers } from "./session-states.ts";
import { type ProductWithDatabase, startWithDatabase } from "./with-database.ts";

let browser: Browser;
let product: Product;
let database: ProductWithDatabase["database"];
let stop: () => Promise<void>;
let page: Page;

beforeAll(async () => {
  ({ browser, product, database, stop } = await startWithDatabase());
  await createMembers(product, "mia@example.com", "noa@example.com", "pia@example.com");
  ({ page } = await openConsole(browser, product));
  await page.setViewportSize({ width: 1280, height: 900 });
});
afterAll(() => stop());

const open = (path: string) => page.goto(`${product.url}/admin${path}`);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const toolbar = () => page.getByRole("toolbar");

/** Selects all entries of a list, presses a button of its toolbar, and undoes that. */
async function undo(path: string, action: string, message: string): Promise<void> {
  await open(path);
  await page.getByRole("row").nth(1).waitFor();
  // Not "Select all": with that, members are changed in the background, without an undo.
  const boxes = page.getByRole("row").getByRole("checkbox");
  for (let row = 1; row < (await boxes.count()); row++) {
    await boxes.nth(row).click({ force: true });
    await expect.poll(() => boxes.nth(row).isChecked()).toBe(true);
    // Moves the rows when it appears.
    await toolbar().waitFor();
  }
  await toolbar().getByRole("button", { name: action, exact: true }).click();
  const toast = page.getByRole("alertdialog").filter({ hasText: message });
  await toast.getByRole("button", { name: "Undo" }).click();
  await toast.waitFor({ state: "detached" });
}

async function createPost(title: string): Promise<void> {
  await open("/posts/new");
  await page.getByLabel("Title").fill(title);
  await page.getByText("Saved", { exact: true }).waitFor();
}

const stateOf = async (title: string) =>
  (await database.query("select status, featured, scheduled_at, edits from posts where title = $1", [title])).rows;
const statesOfMembers = async () =>
  (
    await database.query(
      "select email, status, pending_reasons, activity_status from members where email ~ '^(mia|noa|pia)@' order by email",
    )
  ).rows;

describe("undo in the console", () => {
  it("schedules posts again that were unpublished or published", async () => {
    await createPost("Tomorrow");
    await database.query("update posts set status = 'SCHEDULED', scheduled_at = '2099-01-01' where title = 'Tomorrow'");
    const before = await stateOf("Tomorrow");
    await undo("/posts?search=Tomorrow", "Unpublish", "1 post unpublished");
    await expect.poll(() => stateOf("Tomorrow")).toEqual(before);
    await undo("/posts?search=Tomorrow", "Publish", "1 post published");
    await expect.poll(() => stateOf("Tomorrow")).toEqual(before);
  });

  it("does not publish unfinished changes, and leaves posts alone that were so already", async () => {
    await createPost("Finished A");
    await createPost("Finished B");
    await undo("/posts?search=Finished", "Publish", "2 posts published");
    await expect.poll(() => stateOf("Finished A")).toMatchObject([{ status: "UNPUBLISHED" }]);
    await database.query(`update posts set status = 'PUBLISHED', first_published_at = now(), last_published_at = now()
      where title = 'Finished A'`);
    await database.query(`update posts set edits = '{"title": "Finished half"}' where title = 'Finished A'`);
    const before = await stateOf("Finished A");
    await undo("/posts?search=Finished half", "Unpublish", "1 post unpublished");
    await expect.poll(() => stateOf("Finished A")).toEqual(before);

    await database.query("update posts set edits = null, featured = true where title = 'Finished A'");
    await undo("/posts?search=Finished", "Feature", "1 post featured");
    await expect.poll(() => stateOf("Finished B")).toMatchObject([{ featured: false }]);
    expect(await stateOf("Finished A")).toMatchObject([{ featured: true, status: "PUBLISHED" }]);
    await undo("/posts?search=Finished", "Publish", "1 post published");
    await expect.poll(() => stateOf("Finished B")).toMatchObject([{ status: "UNPUBLISHED" }]);
    expect(await stateOf("Finished A")).toMatchObject([{ featured: true, status: "PUBLISHED" }]);
  });

  it("returns members to what they were, not to active", async () => {
    await database.query(`update members set status = 'PENDING', pending_reasons = '{PENDING_ADMIN_APPROVAL_REQUIRED}'
      where email = 'mia@example.com'`);
    await database.query("update members set status = 'BLOCKED' where email = 'noa@example.com'");
    await database.query("update members set activity_status = 'MUTED' where email = 'pia@example.com'");
    const before = await statesOfMembers();
    await undo("/members?search=example.com", "Block", "2 members blocked");
    await expect.poll(statesOfMembers).toEqual(before);
    await undo("/members?search=example.com", "Mute", "2 members muted");
    await expect.poll(statesOfMembers).toEqual(before);
  });

  it("shows the version of a page that was public", async () => {
    await open("/site/pages/new");
    await page.getByLabel("Title").fill("Terms");
    await page.getByText("Saved", { exact: true }).waitFor();
    await button("Publish").click();
    await page.getByText("Published", { exact: true }).first().waitFor();
    await page.getByLabel("Title").fill("Half-written terms");
    await page.getByText("Saved", { exact: true }).waitFor();
    const read = async () => {
      const response = await page.request.get(`${product.url}/terms`);
      return [response.status(), /<h1[^>]*>(?:<bdi[^>]*>)?([^<]*)/.exec(await response.text())?.[1]];
    };
    const before = await read();
    await button("More actions").click();
    await page.getByRole("menuitem", { name: "Unpublish" }).click();
    const toast = page.getByRole("alertdialog").filter({ hasText: "Unpublished" });
    await toast.getByRole("button", { name: "Undo" }).click();
    await toast.waitFor({ state: "detached" });
    await expect.poll(read).toEqual(before);
    expect(before).toEqual([200, "Terms"]);
  });
});
