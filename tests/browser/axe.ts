import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/**
 * What axe finds wrong with the page as it is, one line for each rule.
 *
 * @param hasFrames Whether to look into frames of other origins too, which takes thrice as long. Default: true.
 */
export async function findings(page: Page, { hasFrames = true } = {}): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Of what is right it would name each element too, which takes most of the time on long pages.
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .setLegacyMode(!hasFrames)
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** Nothing may stick out to the side: a page is read by scrolling one way. Source: WCAG 2.2, 1.4.10. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Looks at the page as it is, at 1280 and at 320 px; it is left at 320. */
export async function expectNothingWrong(page: Page, options: { hasFrames?: boolean } = {}): Promise<void> {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 320, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await findings(page, options)).toEqual([]);
  }
}
