import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { expect } from "vitest";
import { newAddress } from "../product.ts";

const wholes = [
  process.env.CHROMIUM_WHOLE_PATH ?? process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const candidates = [process.env.CHROMIUM_PATH, "/usr/bin/chromium-headless-shell", ...wholes];

export interface BrowserOptions extends LaunchOptions {
  /** Whether to launch the full browser; the headless shell has no back-forward cache. */
  isWhole?: boolean;
}

/** The machine's Chromium, without sandbox (tests may run as root) and without external requests. */
export async function launchBrowser({ isWhole = false, ...options }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = (isWhole ? wholes : candidates).find((path) => path !== undefined && existsSync(path));
  return chromium.launch({
    ...options,
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-dev-shm-usage",
      "--font-render-hinting=none",
    ],
  });
}

let shared: Browser | undefined;

/**
 * A browser shared by the files of a worker, one after the other. Each visitor has separate cookies, storage and cache.
 */
export async function openBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launchBrowser();
  return shared;
}

/** Closes all visitors, and leaves the browser to the next file. */
export async function leaveBrowser(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}

/** A visitor: separate cookies and storage, and a record of all console messages. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Console errors and warnings, failed scripts and blocked resources. */
  complaints: string[];
  /** Fails if there were any. */
  expectQuietConsole(): void;
}

/** Each has an IP address of its own, by a header on all requests; cross-origin requests must not send it. */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const extraHTTPHeaders = newAddress();
  const context = await browser.newContext({
    extraHTTPHeaders,
    locale: "en-GB",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return {
    context,
    page,
    complaints,
    expectQuietConsole: () => expect(complaints).toEqual([]),
  };
}

/** Waits until React has hydrated the element; before, a click would submit a plain form. */
export async function hydrated(page: Page, selector = "header button, form"): Promise<void> {
  await page.waitForFunction((wanted) => {
    const element = document.querySelector(wanted);
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps"));
  }, selector);
}

/** Waits for it, because scripts move the focus after they have rendered. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((node) => node === document.activeElement)).toBe(true);
}

/** Records the main elements that are removed from pages loaded from now on, as hydration must not do. */
export async function watchRemovals(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const removed: string[] = [];
    Object.assign(window, { removed });
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ removedNodes }) => [...removedNodes]))
        if (node instanceof Element && (node.matches("h1, button") || node.querySelector("h1, button")))
          removed.push(node.outerHTML);
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { removed: string[] }).removed);
}

/** Types a code key by key, because a pasted one submits itself. */
export async function typeCode(field: Locator, code: string): Promise<void> {
  await field.fill("");
  await field.pressSequentially(code);
}

/** Waits until the editor has read the selection that a key changed: browsers report it with the next frame. */
export const selectionRead = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
