import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../product.ts";
import { findings, sidewaysOverflow } from "./axe.ts";
import { leaveBrowser, openBrowser } from "./browser.ts";
import { changeSettings } from "./change-setting.ts";
import { makeHostedPeople, walkHostedStates } from "./hosted-states.ts";
import { type OtherApp, startOtherApp } from "./other-app.ts";
import { startProduct } from "./start-product.ts";

/** For 46 audits in sequence. */
const walkLimitMs = 300_000;
let browser: Browser;
let product: Product;
let app: OtherApp;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ args: ["--site", "none"] })]);
  app = await startOtherApp(product);
  await changeSettings(product, { hideExisting: "off" });
});
afterAll(async () => {
  await leaveBrowser(browser);
  await app.close();
  await product.stop();
});

describe.each(["light", "dark"] as const)("accessibility of the hosted pages, %s", (colorScheme) => {
  it.each(["en-GB", "de-DE"])(
    "has no violations in any state at 320 and 1280 px: %s",
    async (locale) => {
      const people = await makeHostedPeople(product, `${colorScheme}.${locale.toLowerCase()}`);
      const seen: string[] = [];
      const options = { colorScheme, locale, viewport: { width: 320, height: 800 } };
      await walkHostedStates({ browser, product, app, people }, options, async (page, state) => {
        expect([state, await page.evaluate(() => document.documentElement.lang)]).toEqual([state, locale.slice(0, 2)]);
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          expect([state, width, await sidewaysOverflow(page)]).toEqual([state, width, 0]);
          expect([state, width, await findings(page)]).toEqual([state, width, []]);
        }
        seen.push(state);
      });
      expect(new Set(seen).size).toBe(23);
    },
    walkLimitMs,
  );
});
