import { brandAccents } from "@porchlight/contract/site/brand-colors";
import { describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { getBranding } from "./branding.ts";

const { context } = await createTestServer();
const brandOf = async (brand: string) => {
  const read = async () => ({ ...(await context.settings.read()), brand });
  return (await getBranding({ ...context, settings: { ...context.settings, read } })).brand;
};

describe("getBranding", () => {
  it("returns no styles without a brand color", async () => {
    expect(await getBranding(context)).toMatchObject({ brand: "", logo: undefined });
  });

  it("returns styles for light, dark and selected themes, and follows a change", async () => {
    for (const brand of ["#ffb400", "#3346c9", "#ffb400"]) {
      const { light, dark } = brandAccents(brand);
      const styles = await brandOf(brand);
      expect(styles).toContain(`:root:root{--site-accent:${light.accent};`);
      expect(styles.split(`--site-accent:${dark.accent};--site-accent-hover:${dark.hover}`)).toHaveLength(3);
      expect(styles.split("{").length).toBe(styles.split("}").length);
    }
    expect(await brandOf("")).toBe("");
  });

  it("returns the last known settings while the database is unavailable, and never those of another site", async () => {
    const settings = { ...context.settings, read: () => Promise.reject(new Error("The database is away.")) };
    const before = await getBranding(context);
    expect(before.appearance.siteName).toBe(context.site.name);
    expect(await getBranding({ ...context, settings })).toBe(before);
    const site = { ...context.site, id: "another" };
    await expect(getBranding({ ...context, settings, site })).rejects.toThrow("The database is away.");
  });

  it("returns the owner's texts in the language of the site, without those of hosted pages", async () => {
    expect((await getBranding(context)).appearance).not.toHaveProperty("texts");
    const read = async () => ({ en: { "blog.all.title": "Journal", "hosted.home.link": "{site}" }, de: {} });
    const siteTexts = { ...context.siteTexts, read };
    expect((await getBranding({ ...context, siteTexts })).appearance.texts).toEqual({ "blog.all.title": "Journal" });
  });
});
