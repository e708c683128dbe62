import { AxeBuilder } from "@axe-core/playwright";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What a page of the site has to keep to. */
const pageRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What a mail has to: it is no page of a site, and has no landmarks. */
export const mailRules = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/**
 * What axe finds wrong with the page as it is, one line for each rule.
 *
 * @param rules Tags of axe's rules, or all that it has. Default: what a page of the site has to keep to.
 */
export async function findings(page: Page, rules: string[] | "all" = pageRules): Promise<string[]> {
  const options: RunOptions = {
    // Of what is right it would name each element too, which takes most of the time on long pages.
    resultTypes: ["violations"],
    ...(rules === "all" ? {} : { runOnly: { type: "tag", values: rules } }),
  };
  const violations = await violationsOf(page, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

/** To look into frames takes a page more and thrice as long, also where there are none. */
async function violationsOf(page: Page, options: RunOptions): Promise<AxeResults["violations"]> {
  await page.evaluate(transitionsEnded);
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations;
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, asked);
    return violations;
  }, options);
}

/** Half-way from one colour to another, a text has the contrast of neither. */
async function transitionsEnded(): Promise<void> {
  const running = document.getAnimations().filter(({ playState }) => playState === "running");
  const finite = running.filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(finite.map(({ finished }) => finished));
}

/** Nothing may stick out to the side: a page is read by scrolling one way. Source: WCAG 2.2, 1.4.10. */
export async function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Looks at the page as it is, at 1280 and at 320 px; it is left at 320. */
export async function expectNothingWrong(page: Page): Promise<void> {
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 320, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await sidewaysOverflow(page)).toBe(0);
    expect(await findings(page)).toEqual([]);
  }
}
