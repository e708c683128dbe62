import { describe, expect, it } from "vitest";
import { createHostedSteps, inFragment, titleOf } from "../../test/auth/hosted-sign-in.ts";
import { createMfaMember, type MfaMember, submitPassword } from "../../test/auth/second-factor-members.ts";
import { goodPassword } from "../../test/auth/sign-in-steps.ts";
import type { PageResponse, TestBrowser } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ publicUrl: "https://members.example.com" });
const hosted = await createHostedSteps(server);
const { prepare, newBrowser, openPage } = hosted;
const cookieName = "__Host-porchlight-devices";
const secondFactorTitle = "Confirm your sign-in · Porchlight";
const day = 86_400_000;

/** Signs in with a password and returns the resulting page or redirect. */
const signIn = async (browser: TestBrowser, email: string) => submitPassword(hosted, browser, await prepare(), email);
/** Completes the second factor too, and trusts this browser. */
async function signInForGood(browser: TestBrowser, { email, code }: MfaMember): Promise<PageResponse> {
  const page = await signIn(browser, email);
  expect(titleOf(page)).toBe(secondFactorTitle);
  return browser.send(page, { code: code(), remember: "yes" });
}

describe("a trusted browser", () => {
  it("signs in with the password alone for 30 days, by a cookie hidden from scripts and other sites", async () => {
    const member = await createMfaMember(server, "remember@example.com");
    const browser = newBrowser();
    const sent = await signInForGood(browser, member);
    expect(sent.setCookies).toContainEqual(
      expect.stringMatching(
        new RegExp(`^${cookieName}=[\\w-]+; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax$`),
      ),
    );
    const { value } = browser.cookies.get(cookieName)!;
    expect(Buffer.from(value, "base64url").toString("latin1")).not.toContain("remember@");
    server.advance(29 * day);
    expect(inFragment(await signIn(browser, " Remember@EXAMPLE.com "))).toHaveProperty("code");
    expect(titleOf(await signIn(newBrowser(), member.email))).toBe(secondFactorTitle);
    server.advance(day);
    expect(titleOf(await signIn(browser, member.email))).toBe(secondFactorTitle);
  });

  it("is not stored if the checkbox is not checked", async () => {
    const member = await createMfaMember(server, "not-ticked@example.com");
    const browser = newBrowser();
    await browser.send(await signIn(browser, member.email), { code: member.code() });
    expect(browser.cookies.has(cookieName)).toBe(false);
    expect(titleOf(await signIn(browser, member.email))).toBe(secondFactorTitle);
  });

  it("can be trusted with a recovery code too", async () => {
    const { email, recoveryCodes } = await createMfaMember(server, "by-recovery@example.com");
    const browser = newBrowser();
    const page = await signIn(browser, email);
    const other = await browser.open(`${page.url.href}&method=RECOVERY_CODE`);
    await browser.send(other, { code: recoveryCodes[0]!, remember: "yes" });
    expect(inFragment(await signIn(browser, email))).toHaveProperty("code");
  });

  it("requires a second factor for other members and after a new password", async () => {
    const member = await createMfaMember(server, "mine@example.com");
    const other = await createMfaMember(server, "theirs@example.com");
    const browser = newBrowser();
    await signInForGood(browser, member);
    expect(titleOf(await signIn(browser, other.email))).toBe(secondFactorTitle);
    await server.context.db.deleteFrom("remembered_devices").where("member_id", "=", member.id).execute();
    expect(titleOf(await signIn(browser, member.email))).toBe(secondFactorTitle);
  });

  it("stores five members and drops the oldest for a sixth", async () => {
    const members: MfaMember[] = [];
    for (let count = 0; count < 6; count++)
      members.push(await createMfaMember(server, `${"x".repeat(50)}-${count}@${"long.".repeat(36)}example.com`));
    const browser = newBrowser();
    for (const member of members) await signInForGood(browser, member);
    expect(browser.cookies.get(cookieName)!.value.length).toBeLessThan(4_000);
    const [first, ...others] = members;
    for (const { email } of others) expect(inFragment(await signIn(browser, email))).toHaveProperty("code");
    await signInForGood(browser, first!);
    expect(inFragment(await signIn(browser, first!.email))).toHaveProperty("code");
  });

  it("rejects a forged cookie", async () => {
    const member = await createMfaMember(server, "cookie@example.com");
    const browser = newBrowser();
    await signInForGood(browser, member);
    const stored = browser.cookies.get(cookieName)!;
    const [, flow] = [...browser.cookies].find(([name]) => name.includes("form"))!;
    for (const value of [`${stored.value.slice(0, -4)}AAAA`, flow.value, "x", "x".repeat(3_000)]) {
      browser.cookies.set(cookieName, { ...stored, value });
      expect(titleOf(await signIn(browser, member.email))).toBe(secondFactorTitle);
    }
    browser.cookies.set(cookieName, stored);
    expect(inFragment(await signIn(browser, member.email))).toHaveProperty("code");
  });

  it("is not revealed by a wrong password", async () => {
    const member = await createMfaMember(server, "quiet@example.com");
    const browser = newBrowser();
    await signInForGood(browser, member);
    const page = await openPage(browser, await prepare(), "login");
    const wrong = await browser.send(page, { email: member.email, password: `${goodPassword}!` });
    expect(wrong.status).toBe(422);
    expect(wrong.setCookies.filter((line) => line.startsWith(cookieName))).toEqual([]);
  });
});

it("is ignored and not offered for flagged sign-ins", async () => {
  const member = await createMfaMember(server, "risky@example.com");
  const browser = newBrowser();
  await signInForGood(browser, member);
  const login = await openPage(browser, await prepare(), "login");
  for (let count = 0; count < 6; count++) await browser.send(login, { email: member.email, password: "not it" });
  const page = await browser.follow(await browser.send(login, { email: member.email, password: goodPassword }));
  expect(page.text).toContain("This sign-in looks different from your usual ones.");
  expect(page.text).not.toContain('type="checkbox"');
  const former = browser.cookies.get(cookieName);
  const done = await browser.send(page, { code: member.code(), remember: "yes" });
  expect(inFragment(await browser.follow(done))).toHaveProperty("code");
  expect(browser.cookies.get(cookieName)).toEqual(former);
  expect(inFragment(await signIn(browser, member.email))).toHaveProperty("code");
});
