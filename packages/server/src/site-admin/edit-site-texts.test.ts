import { describe, expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";
import { listSiteTexts, replaceSiteText, restoreSiteText } from "./edit-site-texts.ts";
import { listAuditEvents } from "./list-audit-events.ts";

const { context } = await createTestServer({ siteTexts: { en: { "home.title": "Hi {name}" }, de: {} } });
const request = { caller: { kind: "owner" } } as const;
const place = { language: "en", key: "auth.signIn.title" } as const;
const replace = (text: string, key: string = place.key) =>
  replaceSiteText(context, request, { params: { ...place, key }, body: { text } });
const textOf = async (language: "en" | "de") =>
  (await listSiteTexts(context, request, { params: { language } })).texts.find(({ key }) => key === place.key);

describe("texts of the hosted pages", () => {
  it("are replaced in one language and restored, with an audit event", async () => {
    expect(await replace("  Come in & stay ")).toEqual({
      text: { key: place.key, builtIn: "Sign in", custom: "Come in & stay" },
    });
    expect(await textOf("en")).toMatchObject({ custom: "Come in & stay" });
    expect(await textOf("de")).toMatchObject({ builtIn: "Anmelden", custom: null });
    await restoreSiteText(context, request, { params: place });
    expect(await textOf("en")).toMatchObject({ custom: null });
    await replace("Come in");
    await replace("Sign in");
    expect(await textOf("en")).toMatchObject({ custom: null });
    const [event] = await listAuditEvents(context, request.caller, { limit: 1 });
    expect(event).toMatchObject({ event: "setting-changed", details: { name: "text auth.signIn.title en" } });
  });

  it("are not saved over those of another person", async () => {
    const saveOn = (text: string, basedOn: string | null) =>
      replaceSiteText(context, request, { params: place, body: { text, basedOn } });
    await saveOn("Theirs", null);
    const conflict = { code: "SITE_SETTINGS_CHANGED" };
    await expect(saveOn("Mine", null)).rejects.toMatchObject(conflict);
    expect(await textOf("en")).toMatchObject({ custom: "Theirs" });
    await saveOn("Mine", "Theirs");
    await restoreSiteText(context, request, { params: place });
    await expect(saveOn("Mine again", "Mine")).rejects.toMatchObject(conflict);
    expect(await textOf("en")).toMatchObject({ custom: null });
  });

  it("include those of the member site, in English where there are no others", async () => {
    const key = "home.title";
    const { texts } = await listSiteTexts(context, request, { params: { language: "de" } });
    expect(texts.find((text) => text.key === key)).toEqual({ key, builtIn: "Hi {name}", custom: null });
    expect(await replace("Welcome, {name}", key)).toEqual({
      text: { key, builtIn: "Hi {name}", custom: "Welcome, {name}" },
    });
    expect((await context.siteTexts.read()).en[key]).toBe("Welcome, {name}");
  });

  it.each([
    ["", place.key],
    ["a\nb", place.key],
    ["x".repeat(1_001), place.key],
    ["Hello {name}", place.key],
    ["A code is on its way.", "auth.verifyEmail.sent"],
    ["A code is on its way to {email", "auth.verifyEmail.sent"],
  ])("are not replaced by %j", async (text, key) => {
    await expect(replace(text, key)).rejects.toMatchObject({ violations: [{ field: "text" }] });
  });

  it.each(["mail.frame.footer", "toString", "__proto__", "", "auth.signIn.title "])("have no key %j", async (key) => {
    await expect(replace("Text", key)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(restoreSiteText(context, request, { params: { ...place, key } })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("can only be read and changed by owners", async () => {
    const visitor = { caller: { kind: "anonymous" } } as const;
    const notAllowed = { code: "NOT_ALLOWED" };
    await expect(listSiteTexts(context, visitor, { params: { language: "en" } })).rejects.toMatchObject(notAllowed);
    await expect(replaceSiteText(context, visitor, { params: place, body: { text: "x" } })).rejects.toMatchObject(
      notAllowed,
    );
    await expect(restoreSiteText(context, visitor, { params: place })).rejects.toMatchObject(notAllowed);
  });
});
