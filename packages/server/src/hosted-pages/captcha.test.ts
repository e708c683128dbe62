import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { newCaptchaToken } from "../../test/auth/captcha-provider.ts";
import { createHostedSteps, inFragment, titleOf } from "../../test/auth/hosted-sign-in.ts";
import { changeSetting, goodPassword } from "../../test/auth/sign-in-steps.ts";
import type { PageResponse, TestBrowser } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const { email, prepare, newBrowser, openLogin, openPage, mails } = await createHostedSteps(server);
const policyOf = ({ headers }: { headers: Headers }) => headers.get("content-security-policy");

describe("the captcha of hosted pages", () => {
  it("is off by default", async () => {
    const page = await openLogin(newBrowser(), await prepare());
    expect(page.text).not.toMatch(/class="captcha"|data-task/);
  });

  it("allows one sign-in per token and retains the email of a rejected one", async () => {
    await changeSetting(server, "captcha", "always");
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    expect(page.text).toContain('data-purpose="login" data-kind="silent"');
    const refused = await browser.send(page, { email, password: goodPassword });
    expect(refused.status).toBe(400);
    expect(titleOf(refused)).toBe("Error: Sign in · Porchlight");
    expect(refused.text).toContain("Send the form again so that we can check that you are human.");
    expect(refused.text).toContain(`value="${email}"`);
    expect(refused.text).not.toContain(goodPassword);

    const captchaSilent = await newCaptchaToken(server, "login", "silent");
    const used = await browser.send(refused, { email, password: "not my password", captchaSilent });
    expect(used.text).toContain("Incorrect email or password.");
    const again = await browser.send(used, { email, password: goodPassword, captchaSilent });
    expect(again.text).toContain("The check has expired. Run it again.");
    expect(again.text).toContain('data-kind="visible"');
    const captchaVisible = await newCaptchaToken(server, "login", "visible");
    const signedIn = await browser.follow(await browser.send(again, { email, password: goodPassword, captchaVisible }));
    expect(inFragment(signedIn)).toHaveProperty("code");
  });

  it("is required to sign up if emails are not verified", async () => {
    await changeSetting(server, "emailVerification", "off");
    const browser = newBrowser();
    const page = await openPage(browser, await prepare(), "sign-up");
    expect(page.text).toContain('data-purpose="register"');
    expect(page.text).toMatch(/<noscript><p class="hint">This form requires JavaScript[^<]* ask the site owner/);
    const fields = { email: "grace@example.com", password: goodPassword };
    const refused = await browser.send(page, fields);
    expect(refused.status).toBe(400);
    expect(await mails("grace@example.com")).toEqual([]);
    await changeSetting(server, "emailVerification", "required");
    const captchaSilent = await newCaptchaToken(server, "register", "silent");
    const verify = await browser.follow(await browser.send(refused, { ...fields, captchaSilent }));
    expect(titleOf(verify)).toBe("Check your email · Porchlight");
  });

  it("is not required for the first three sign-ups per hour and IP address, and twenty per site, that verify the email", async () => {
    const signUp = async (browser: TestBrowser, who: string) => {
      const page = await openPage(browser, await prepare(), "sign-up");
      expect(page.text).not.toContain("JavaScript");
      return browser.follow(await browser.send(page, { email: who, password: goodPassword }));
    };
    const browser = newBrowser();
    const verify = await signUp(browser, "scriptless@example.com");
    const [{ code = "" } = {}] = await mails("scriptless@example.com");
    expect(inFragment(await browser.follow(await browser.send(verify, { code })))).toHaveProperty("code");
    for (let count = 2; count <= 3; count++)
      expect(titleOf(await signUp(browser, `scriptless-${count}@example.com`))).toContain("Check your email");
    const refused = await signUp(browser, "scriptless-4@example.com");
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(
      '<noscript><p class="hint">Without JavaScript, you can send this form only a few times an hour.',
    );
    expect(await mails("scriptless-4@example.com")).toEqual([]);
    for (let count = 4; count <= 20; count++)
      expect((await signUp(newBrowser(), `elsewhere-${count}@example.com`)).status).toBe(200);
    expect((await signUp(newBrowser(), "elsewhere-21@example.com")).status).toBe(400);
    const api = await server.call("POST", "/_api/iam/authentication/v2/register", {
      token: await server.visitorToken(),
      body: { loginId: { email: "program@example.com" }, password: goodPassword },
    });
    expect(api.body.details.applicationError.code).toBe("-19971");
    server.advance(60 * 60_000);
    expect((await signUp(browser, "scriptless-4@example.com")).status).toBe(200);
  });

  it("offers browsers without scripts an emailed link, three per hour and IP address", async () => {
    const login = await openLogin(newBrowser(), await prepare());
    expect(login.text).toMatch(
      /<noscript><p class="hint">This form requires JavaScript[\s\S]*<a href="\/hosted\/forgot\?session=[^"]+">get a link/,
    );
    const browser = newBrowser();
    const responses: PageResponse[] = [];
    for (const who of ["ada", "joan", "mary", "rosa"]) {
      const page = await openPage(browser, await prepare(), "forgot");
      expect(page.text).not.toContain("JavaScript");
      responses.push(await browser.send(page, { email: `${who}@example.com` }));
    }
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 400]);
    expect(responses[3]?.text).toContain("Without JavaScript, you can send this form only a few times an hour.");
    expect((await mails(email)).at(-1)).toMatchObject({ link: expect.stringContaining("/hosted/reset?") });
  });

  it("fits the size limit of the page and loads no third-party scripts by default", async () => {
    const page = await openPage(newBrowser(), await prepare(), "sign-up");
    expect(gzipSync(page.text).byteLength).toBeLessThan(12_000);
    expect(policyOf(page)).not.toContain("frame-src");
  });

  it("allows the provider's scripts and frames only where it is required", async () => {
    await changeSetting(server, "captchaVisibleSiteKey", "site-key");
    await changeSetting(server, "captchaVisibleSecret", server.context.secrets.seal("secret").toString("base64"));
    await changeSetting(server, "captchaProvider", "turnstile");
    const browser = newBrowser();
    const prepared = await prepare();
    const policy = policyOf(await openLogin(browser, prepared));
    const source = "https://challenges.cloudflare.com";
    expect(policy).toMatch(new RegExp(`script-src 'nonce-[\\w-]+' ${source};`));
    expect(policy).toContain(`frame-src ${source};`);
    expect(policyOf(await openPage(browser, prepared, "reset"))).not.toContain(source);
    await changeSetting(server, "captcha", "off");
    expect(policyOf(await openLogin(browser, prepared))).not.toContain(source);
  });

  it("appears with the response to the fifth failure if required after failures", async () => {
    await changeSetting(server, "captchaProvider", "proof-of-work");
    await changeSetting(server, "captcha", "afterFailures");
    const browser = newBrowser();
    let page = await openLogin(browser, await prepare());
    for (let index = 0; index < 5; index++) {
      expect(page.text).not.toContain('class="captcha"');
      page = await browser.send(page, { email, password: "not my password" });
      expect(page.status).toBe(422);
    }
    expect(page.text).toContain('class="captcha"');
    const captchaSilent = await newCaptchaToken(server, "login", "silent");
    const signedIn = await browser.follow(await browser.send(page, { email, password: goodPassword, captchaSilent }));
    expect(inFragment(signedIn)).toHaveProperty("code");
  });

  it("cannot be bypassed by a sign-up that signs in to an existing account", async () => {
    await changeSetting(server, "hideExisting", "off");
    const signUp = async (password: string) => {
      const browser = newBrowser();
      return browser.send(await openPage(browser, await prepare(), "sign-up"), { email, password });
    };
    expect((await signUp(goodPassword)).status).toBe(303);
    for (let index = 0; index < 5; index++) expect((await signUp("not my password")).status).toBe(422);
    const refused = await signUp(goodPassword);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("There is already an account with this email.");
  });
});
