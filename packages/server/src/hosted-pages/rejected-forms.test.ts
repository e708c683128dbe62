import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createHostedSteps, formTokenOn, titleOf } from "../../test/auth/hosted-sign-in.ts";
import type { PageResponse, TestBrowser } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const { email, prepare, newBrowser, openLogin, openPage } = await createHostedSteps(server);
const problem = "Error: Sign in · Porchlight";

/** Submits a form without following redirects. */
const post = (browser: TestBrowser, page: PageResponse, fields: Record<string, string>) =>
  browser.open(page.url.href, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ formToken: formTokenOn(page), ...fields }).toString(),
  });

describe("a rejected form", () => {
  it("redirects to its page, so that going back from an app does not resubmit it", async () => {
    const browser = newBrowser();
    const prepared = await prepare();
    const page = await openLogin(browser, prepared);
    const refused = await post(browser, page, { email, password: "wrong horse" });
    expect([refused.status, refused.location, refused.text]).toEqual([303, prepared.pageUrl, ""]);
    const [name, stored] = [...browser.cookies].find(([cookie]) => cookie.includes("problem")) ?? [];
    expect(stored?.attributes).toMatch(/Max-Age=60; Path=\/; HttpOnly; SameSite=Lax/);
    expect(Buffer.from(stored?.value ?? "", "base64url").toString("latin1")).not.toMatch(/wrong horse|ada@/);
    const head = await browser.open(prepared.pageUrl, { method: "HEAD" });
    expect(head.status).toBe(422);
    const shown = await browser.open(prepared.pageUrl);
    expect([shown.status, titleOf(shown)]).toEqual([422, problem]);
    expect(shown.text).toContain(`value="${email}"`);
    expect(shown.text).not.toContain("wrong horse");
    expect(browser.cookies.has(name ?? "")).toBe(false);
    const again = await browser.open(prepared.pageUrl);
    expect([again.status, titleOf(again)]).toEqual([200, "Sign in · Porchlight"]);
    expect(again.text).toContain(`value="${email}"`);
  });

  it("shows the problem once, on its own page, in its own browser, and rejects forged cookies", async () => {
    const browser = newBrowser();
    const [prepared, other] = [await prepare(), await prepare()];
    await post(browser, await openLogin(browser, prepared), { email, password: "wrong horse" });
    const [name, { value }] = [...browser.cookies].find(([cookie]) => cookie.includes("problem"))!;
    for (const path of ["sign-up", "forgot"]) expect((await openPage(browser, prepared, path)).status).toBe(200);
    expect((await openPage(browser, other, "login")).status).toBe(200);
    for (const made of [`${value.slice(0, -4)}AAAA`, "x", "", "%", "e30"]) {
      const stranger = newBrowser();
      stranger.cookies.set(name, { value: made, attributes: "" });
      expect((await stranger.open(prepared.pageUrl)).status).toBe(200);
    }
    expect(titleOf(await browser.open(prepared.pageUrl))).toBe(problem);
  });

  it("is shown without a redirect if the input is too long for a cookie", async () => {
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    for (const typed of ["x".repeat(3_000), "ü".repeat(1_500), '"'.repeat(1_500)]) {
      const refused = await post(browser, page, { email: typed, password: "wrong horse" });
      expect([refused.status, titleOf(refused)]).toEqual([422, problem]);
    }
    for (const { value } of browser.cookies.values()) expect(value.length).toBeLessThan(4_000);
  });
});

describe("URLs below /hosted", () => {
  it.each(["/hosted", "/hosted/", "/hosted/nothing", "/hosted/login/", "/hosted/Login", "/hosted/login.php?session=x"])(
    "show an error page for %s",
    async (path) => {
      const page = await newBrowser().open(path, { headers: { "accept-language": "de" } });
      expect([page.status, titleOf(page)]).toEqual([404, "Diese Seite gibt es nicht · Porchlight"]);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect((await newBrowser().open(path)).text).toContain("Check the address, or go to Porchlight");
    },
  );

  it("serve the script at an immutable URL", async () => {
    const page = await openLogin(newBrowser(), await prepare());
    const [, address = ""] = /<script type="module" nonce="[\w-]+" src="([^"]+)">/.exec(page.text) ?? [];
    const script = await newBrowser().open(address);
    expect(script.status).toBe(200);
    expect(Object.fromEntries(script.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(gzipSync(page.text + script.text).byteLength).toBeLessThan(12_000);
    const former = await newBrowser().open("/hosted/script/0123456789abcdef.js");
    expect([former.status, former.headers.get("cache-control"), former.text]).toEqual([200, "no-store", script.text]);
  });
});
