import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { languages } from "../../packages/server/src/platform/i18n/texts.ts";
import * as templates from "../../packages/server/src/platform/mail/templates/sign-in-templates.ts";
import { findings, mailRules } from "./axe.ts";
import { leaveBrowser, newVisitor, openBrowser } from "./browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => leaveBrowser(browser));

const siteUrl = "https://site.example";
const forgotPassword = `${siteUrl}/forgot-password`;
const context = {
  site: {
    id: "s",
    name: "Verein zur Förderung der Straßenlaternenbeleuchtung",
    language: "en",
    languages: [],
    timeZone: "UTC",
    isMain: true,
  },
  config: { publicUrl: siteUrl, siteUrl },
} as Parameters<typeof templates.approvedMail>[0];
const link = { url: `${siteUrl}/reset-password#token=${"x".repeat(43)}`, ttlMinutes: 30 };

function mailsIn(language: string) {
  const to = { email: "ada@example.com", profile: { firstName: "Ada", language } };
  return [
    templates.verificationMail(context, to, { code: "012345", ttlMinutes: 10, page: `${siteUrl}/verify-email` }),
    templates.recoveryMail(context, to, link),
    templates.recoveryMail(context, to, { ...link, isFirst: true }),
    templates.activationMail(context, to, link),
    templates.firstPasswordMail(context, to, forgotPassword),
    templates.passwordChangedMail(context, to, forgotPassword),
    templates.mfaCodeMail(context, to, { code: "012345", ttlMinutes: 10, purpose: "sign-in" }),
    templates.mfaCodeMail(context, to, { code: "012345", ttlMinutes: 10, purpose: "set-up" }),
    templates.mfaFactorAddedMail(context, to, "PUSH", forgotPassword),
    templates.mfaFactorRemovedMail(context, to, "WEBAUTHN", forgotPassword),
    templates.recoveryCodesRenewedMail(context, to, forgotPassword),
    templates.mfaResetMail(context, to, forgotPassword),
    templates.existingAccountMail(context, to, { signIn: `${siteUrl}/sign-in`, forgotPassword }),
    templates.approvedMail(context, to),
    templates.rejectedMail(context, to),
  ];
}

describe.each(languages)("emails in %s", (language) => {
  it.each(["light", "dark"] as const)("can be read on every screen, %s", async (colorScheme) => {
    const visitor = await newVisitor(browser, { colorScheme });
    const { page } = visitor;
    for (const { subject, html } of mailsIn(language)) {
      for (const width of [320, 360, 700]) {
        await page.setViewportSize({ width, height: 800 });
        await page.setContent(html);
        const { overflow, card, background } = await page.evaluate(() => ({
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          card: document.querySelector(".card")?.getBoundingClientRect().width ?? 0,
          background: getComputedStyle(document.querySelector(".card") ?? document.body).backgroundColor,
        }));
        expect([subject, overflow]).toEqual([subject, 0]);
        expect(card).toBe(Math.min(600, width - 24));
        expect(background).toBe(colorScheme === "dark" ? "rgb(23, 26, 33)" : "rgb(255, 255, 255)");
      }
      expect([subject, await findings(page, mailRules)]).toEqual([subject, []]);
    }
    await visitor.context.close();
  });
});
