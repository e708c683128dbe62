import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { findings, sidewaysOverflow } from "./axe.ts";
import { hydrated, leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { runHere } from "./commands.ts";
import { copyFirstStart, startProduct } from "./start-product.ts";

const password = "ein langer Gang am Meer";
const nextPassword = "eine Lampe in jedem Fenster";
let browser: Browser;
let product: Product;

beforeAll(async () => {
  const dataDir = copyFirstStart("bare");
  const changed = await runHere(["setting", "set", "language", "de"], { DATA_DIR: dataDir });
  expect(changed.stdout).toBe("language de\n");
  [browser, product] = await Promise.all([openBrowser(), startProduct({ dataDir })]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const open = async (page: Page, path: string) => {
  await page.goto(new URL(path, product.url).href);
  await hydrated(page, "form");
};
const memberButton = (page: Page) => page.getByRole("button", { name: /^Dein Konto/ });
const languageOf = ({ html }: { html: string }) => /<html lang="([^"]*)"/.exec(html)?.[1];

describe("a German site", () => {
  it("handles sign-up, approval and a forgotten password in German on screen and by email", async () => {
    const email = "gerda@example.com";
    await changeSettings(product, { memberApproval: "owner" });
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await open(page, "/sign-up");
    await page.getByRole("button", { name: "Konto erstellen" }).click();
    await page.getByRole("alert").getByText("Gib deine E-Mail-Adresse ein").waitFor();
    expect(await page.title()).toMatch(/^Fehler: /);
    await page.getByLabel("Vorname").fill("Gerda");
    await page.getByLabel("E-Mail-Adresse").fill(email);
    await page.getByLabel("Passwort", { exact: true }).fill("kurz");
    await page.getByText("Es fehlen noch 4 Zeichen").waitFor();
    await page.getByLabel("Passwort", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Konto erstellen" }).click();
    await page.getByRole("heading", { name: "Sieh in dein Postfach" }).waitFor();
    const first = await product.message(email);
    expect(first.subject).toMatch(/^\d{6} ist dein Code für /);
    expect(first.text).toMatch(/^Hallo Gerda,/);
    await page.getByLabel("Code").pressSequentially(first.code ?? "");
    await page.getByRole("button", { name: "Bestätigen" }).click();
    await page.getByRole("heading", { name: "Deine Anfrage wird geprüft" }).waitFor();

    await product.command("member", "approve", email);
    expect((await product.message(email, 2)).subject).toMatch(/^Du bist jetzt Mitglied bei /);

    await open(page, "/forgot-password");
    await page.getByLabel("E-Mail-Adresse").fill(email);
    await page.getByRole("button", { name: "Link senden" }).click();
    await page.getByRole("heading", { name: "Sieh in dein Postfach" }).waitFor();
    await page.goto((await product.message(email, 3)).link ?? "");
    await page.getByRole("heading", { name: "Wähle ein neues Passwort" }).waitFor();
    await page.getByLabel("Neues Passwort", { exact: true }).fill(nextPassword);
    await page.getByRole("button", { name: "Speichern und anmelden" }).click();
    await memberButton(page).waitFor();
    expect((await product.message(email, 4)).subject).toMatch(/^Dein Passwort für .* wurde geändert$/);
    expect((await product.inbox(email)).map(languageOf)).toEqual(["de", "de", "de", "de"]);

    await page.goto(`${product.url}/account`);
    await page.getByRole("main").getByText("Beigetreten:").waitFor();
    visitor.expectQuietConsole();
    await visitor.context.close();
  });

  it("rejects a person in German", async () => {
    const email = "nein@example.com";
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await open(page, "/sign-up");
    await page.getByLabel("E-Mail-Adresse").fill(email);
    await page.getByLabel("Passwort", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Konto erstellen" }).click();
    await product.message(email);
    expect((await product.command("member", "reject", email)).code).toBe(0);
    expect(await product.message(email, 2)).toMatchObject({ subject: expect.stringMatching(/^Deine Anfrage an /) });
    await open(page, "/sign-in");
    await page.getByLabel("E-Mail-Adresse").fill(email);
    await page.getByLabel("Passwort", { exact: true }).fill(password);
    await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
    await page.getByRole("heading", { name: "Dieses Konto ist gesperrt" }).waitFor();
    await page.getByRole("main").getByText("Wende dich an das Team der Website.").waitFor();
    await visitor.context.close();
  });

  it.each(["light", "dark"] as const)("has room for its longer words, and nothing wrong, %s", async (colorScheme) => {
    const visitor = await newVisitor(browser, { colorScheme, viewport: { width: 320, height: 800 } });
    const { page } = visitor;
    for (const path of ["/", "/blog", "/sign-in", "/sign-up", "/verify-email", "/forgot-password", "/pending"]) {
      await page.goto(product.url + path);
      await hydrated(page, "main");
      expect([path, await sidewaysOverflow(page)]).toEqual([path, 0]);
      expect([path, await findings(page)]).toEqual([path, []]);
    }
    visitor.expectQuietConsole();
    await visitor.context.close();
  });
});
