import { describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { brandAccents } from "./brand-colors.ts";
import { getBranding } from "./branding.ts";

const { context } = await createTestServer();
const brandOf = async (brand: string) => {
  const read = async () => ({ ...(await context.settings.read()), brand });
  return (await getBranding({ settings: { ...context.settings, read } })).brand;
};

describe("getBranding", () => {
  it("returns no styles without a brand color", async () => {
    expect(await getBranding(context)).toEqual({ brand: "", logo: undefined });
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
});
