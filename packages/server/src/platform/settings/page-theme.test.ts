import { siteThemes } from "@porchlight/contract/site/site-settings";
import { describe, expect, it } from "vitest";
import { createTexts } from "../i18n/texts.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { themeStyles, withTheme } from "./page-theme.ts";

const mail = composeMail(
  createTexts("en"),
  { email: "ada@example.com", profile: {} },
  { kind: "approved", values: { siteName: "Lantern" } },
  {
    subject: "Reset",
    heading: "Reset your password",
    paragraphs: ["Our color is background:#3346c9."],
    link: { label: "Reset", url: "https://example.com/" },
    footer: "Footer",
  },
).html;

describe("withTheme", () => {
  it("leaves an email unchanged without a theme and color", () => {
    expect(withTheme(mail, { theme: "classic", brand: "" })).toBe(mail);
  });

  it("uses fonts, radius, and colors of the site, and leaves the text unchanged", () => {
    const themed = withTheme(mail, { theme: "journal", brand: "#7a1f3d" });
    expect(themed).toContain("font:16px/24px &#39;Source Serif 4&#39;,Georgia");
    expect(themed).toContain('bgcolor="#7a1f3d" style="background:#7a1f3d;border-radius:3px"');
    expect(themed).toContain("Our color is background:#3346c9.");
    expect(themed).toContain(".page { background: #15130f !important }");
    expect(themed).not.toContain("Segoe UI");
  });

  it("has text on the button with enough contrast for a light color", () => {
    expect(withTheme(mail, { theme: "classic", brand: "#ffe600" })).not.toContain("background:#ffe600;border-radius");
  });
});

describe("themeStyles", () => {
  it("are empty for the default look", () => {
    expect(themeStyles({ theme: "classic", brand: "" })).toBeUndefined();
  });

  it.each(siteThemes.filter((theme) => theme !== "classic"))("of %s differ in background and shape", (theme) => {
    const styles = themeStyles({ theme, brand: "" })?.text ?? "";
    expect(styles).toMatch(/--radius: \d+px; --radius-card: \d+px; --bg: #\w{6};/);
    expect(styles).not.toContain("--accent");
  });
});
