import { AxeBuilder } from "@axe-core/playwright";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Rules for pages of the site. */
const pageRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Rules for emails, which have no landmarks. */
export const mailRules = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/**
 * Violations found by axe, one line per rule.
 *
 * @param rules Tags of axe's rules, or all. Default: those for pages of the site.
 */
export async function findings(page: Page, rules: string[] | "all" = pageRules): Promise<string[]> {
  const options: RunOptions = {
    // Listing passed elements takes most of the time on long pages.
    resultTypes: ["violations"],
    ...(rules === "all" ? {} : { runOnly: { type: "tag", values: rules } }),
  };
  const violations = await violationsOf(page, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** Frames in which axe can run. */
const scriptedFrames = "iframe:not([sandbox]), iframe[sandbox~=allow-scripts]";

/** Checking frames takes an additional page and three times as long. */
async function violationsOf(page: Page, options: RunOptions): Promise<AxeResults["violations"]> {
  await page.evaluate(transitionsEnded);
  if ((await page.locator(scriptedFrames).count()) > 0)
    return (await new AxeBuilder({ page }).options(options).analyze()).violations;
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (requested) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, requested);
      return violations;
    },
    { ...options, iframes: false },
  );
}

/** During a color transition, contrast is lower. `finished` of a replaced transition may stay pending in Chromium. */
async function transitionsEnded(): Promise<void> {
  const isRunning = ({ playState, effect }: Animation) =>
    playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime);
  while (document.getAnimations().some(isRunning)) await new Promise(requestAnimationFrame);
}

/** Pages must not scroll horizontally. Source: WCAG 2.2, 1.4.10. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Waits for it, because scripts may change the layout after a resize. */
export async function expectNoSidewaysOverflow(page: Page): Promise<void> {
  await expect.poll(() => sidewaysOverflow(page)).toBe(0);
}

/** Checks the page at 1280 and 320 px, and leaves it at 320. */
export async function expectNothingWrong(page: Page): Promise<void> {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 320, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await expectNoSidewaysOverflow(page);
    expect(await findings(page)).toEqual([]);
  }
}
