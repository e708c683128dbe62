import { describe, expect, it } from "vitest";
import { createHostedSteps, titleOf } from "../../test/auth/hosted-sign-in.ts";
import { changeSetting } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { parseSetting, SettingError, type SettingName } from "../platform/settings/settings.ts";
import { updateSiteText } from "../site-admin/update-settings.ts";

const server = await createTestServer();
const { prepare, newBrowser, openLogin } = await createHostedSteps(server);

describe("the brand on hosted pages", () => {
  it("has a color with readable text in light and dark mode", async () => {
    await changeSetting(server, "brand", "#ffe600");
    const { text, headers } = await openLogin(newBrowser(), await prepare());
    const [, light, dark] = /<style[^>]*>[\s\S]*--accent: (#\w{6});[\s\S]*--accent: (#\w{6});/.exec(text) ?? [];
    expect(dark).toBe("#ffe600");
    expect(light).not.toBe("#ffe600");
    expect(headers.get("content-security-policy")).toMatch(/style-src 'nonce-[\w-]+';/);
    await changeSetting(server, "brand", "");
    expect((await openLogin(newBrowser(), await prepare())).text).not.toContain("#ffe600");
  });

  it("shows a changed site name without a restart, and the default again after a reset", async () => {
    await changeSetting(server, "siteName", "Ada’s <b>Reading</b> Room");
    const page = await openLogin(newBrowser(), await prepare());
    expect(titleOf(page)).toBe("Sign in · Ada’s &lt;b&gt;Reading&lt;/b&gt; Room");
    await changeSetting(server, "siteName", "");
    expect(titleOf(await openLogin(newBrowser(), await prepare()))).toBe("Sign in · Porchlight");
  });

  it("shows a logo with the site's name, and the name again after a reset", async () => {
    const picture = { width: 480, height: 80 };
    await changeSetting(server, "siteName", 'Ada’s "Room"');
    await changeSetting(server, "logo", { id: "0.png", ...picture });
    const { text } = await openLogin(newBrowser(), await prepare());
    expect(text).toContain(
      '<img class="logo" data-plate src="/media/0.png" width="240" height="40" alt="Ada’s &quot;Room&quot;"></a></header>',
    );
    await changeSetting(server, "logoDark", { id: "1.png", ...picture });
    const both = (await openLogin(newBrowser(), await prepare())).text;
    expect(both).toMatch(/<source media="screen and \(prefers-color-scheme: dark\)" srcset="\/media\/1\.png"/);
    expect(both).not.toContain('<img class="logo" data-plate');
    for (const name of ["logo", "logoDark"] as const) await changeSetting(server, name, null);
    expect((await openLogin(newBrowser(), await prepare())).text).toContain('">Ada’s &quot;Room&quot;</a></header>');
    await changeSetting(server, "siteName", "");
  });

  it.each<[SettingName, string, string]>([
    ["brand", "#FFE600", "#ffe600"],
    ["brand", "fa0", "#ffaa00"],
    ["brand", "off", ""],
    ["siteName", "  The Lamp ", "The Lamp"],
  ])("accepts %s %j as %j", (name, typed, value) => {
    expect(parseSetting(name, typed)).toBe(value);
  });

  it.each<[SettingName, string]>([
    ["brand", "red"],
    ["brand", "#ff"],
    ["brand", "#ffe60000"],
    ["brand", "#ffe600;}</style>"],
    ["siteName", ""],
    ["siteName", "a\nb"],
    ["siteName", "x".repeat(101)],
  ])("rejects %s %j with a message", (name, typed) => {
    expect(() => parseSetting(name, typed)).toThrow(SettingError);
  });
});

describe("custom texts on hosted pages", () => {
  it("replace the built-in texts in their language, escaped, until they are removed", async () => {
    const place = { key: "auth.signIn.title", language: "en" } as const;
    const owner = { kind: "owner" } as const;
    await updateSiteText(server.context, owner, { ...place, words: 'Come in & "stay"' });
    const page = await openLogin(newBrowser(), await prepare());
    expect(page.text).toContain("<h1>Come in &amp; &quot;stay&quot;</h1>");
    const german = await newBrowser().open((await prepare()).pageUrl, { headers: { "accept-language": "de" } });
    expect(german.text).toContain("<h1>Anmelden</h1>");
    await updateSiteText(server.context, owner, place);
    await expect(updateSiteText(server.context, { kind: "anonymous" }, place)).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
    expect((await openLogin(newBrowser(), await prepare())).text).toContain("<h1>Sign in</h1>");
  });
});
