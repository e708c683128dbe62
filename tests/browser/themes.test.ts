import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, until } from "../product.ts";
import { findings, sidewaysOverflow } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";
import { startProduct } from "./start-product.ts";

let browser: Browser;
let product: Product;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await leaveBrowser(browser);
  await product.stop();
});

const paths = ["/", "/blog", "/blog/what-is-wrong-with-it", "/sign-in", "/collections/Tools", "/hosted/login"];

/** Styles that only the theme has. `classic` is the theme of the other accessibility tests. */
const themes = {
  journal: "--site-measure:62ch",
  magazine: "--page-width:82rem",
  documentation: "--page-width:56rem",
  portfolio: "--page-width:96rem",
} as const;
const styles: Record<string, string[]> = {};

describe.each(Object.entries(themes))("the theme %s", (theme, own) => {
  beforeAll(async () => {
    expect((await product.command("setting", "set", "theme", theme)).stderr).toBe("");
    await until(async () => (await (await fetch(product.url)).text()).includes(own) || undefined, `the theme ${theme}`);
  });

  it.each(["light", "dark"] as const)("is accessible and fits on a phone, %s", async (colorScheme) => {
    const { context, page } = await newVisitor(browser, { colorScheme, viewport: { width: 360, height: 740 } });
    for (const path of paths) {
      await page.goto(product.url + path);
      expect([path, await sidewaysOverflow(page), await findings(page)]).toEqual([path, 0, []]);
      styles[`${colorScheme} ${path}`] ??= [];
      styles[`${colorScheme} ${path}`]?.push(await computedStylesOf(page));
    }
    await context.close();
  });
});

/** Neutral color and the radius of buttons. */
const computedStylesOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const root = getComputedStyle(document.documentElement);
    const tokenOf = (name: string) => root.getPropertyValue(`--site-${name}`) || root.getPropertyValue(`--${name}`);
    return `${tokenOf("sunken")} ${tokenOf("radius")}`;
  });

it("themes have neutral colors and a radius of their own, on hosted pages too", () => {
  expect(Object.keys(styles)).toHaveLength(2 * paths.length);
  for (const seen of Object.values(styles)) expect(new Set(seen).size).toBe(Object.keys(themes).length);
});

it("images are small on phones, and nothing moves while a page loads", async () => {
  const { context, page } = await newVisitor(browser, { viewport: { width: 360, height: 740 } });
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/media/")) bodies.push(response.body().catch(() => Buffer.of()));
  });
  for (const path of ["/", "/blog", "/blog/what-is-wrong-with-it"]) {
    await page.goto(product.url + path, { waitUntil: "load" });
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
          });
          observer.observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(() => setTimeout(() => resolve(sum), 0));
        }),
    );
    expect(shift).toBeLessThan(0.02);
  }
  const pictures = (await Promise.all(bodies)).map(({ length }) => length);
  expect(pictures.length).toBeGreaterThan(2);
  expect(Math.max(...pictures)).toBeLessThan(120_000);
  await context.close();
});
