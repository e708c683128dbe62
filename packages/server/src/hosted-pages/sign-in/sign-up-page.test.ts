import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createHostedSteps, inFragment, type Prepared, titleOf } from "../../../test/auth/hosted-sign-in.ts";
import { changeSetting, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import type { TestBrowser } from "../../../test/test-browser.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const { steps, email, redirectUri, prepare, newBrowser, openPage, mails } = await createHostedSteps(server);
const findMember = (typed: string) =>
  server.context.db.selectFrom("members").selectAll().where("email_key", "=", typed).executeTakeFirst();
const newcomer = { firstName: "Grace", lastName: "", email: "grace@example.com", password: goodPassword };
const verifyUrl = ({ token }: Prepared) => `/hosted/verify?session=${token}`;
const authorizeUrl = ({ token }: Prepared) => `/_api/oauth2/authorize?session=${token}`;

async function signUp(browser: TestBrowser, prepared: Prepared, typed: Record<string, string> = newcomer) {
  return browser.send(await openPage(browser, prepared, "sign-up"), typed);
}

describe("GET /hosted/sign-up", () => {
  it("shows optional name fields, the email, and a password with its rule", async () => {
    const prepared = await prepare();
    const page = await openPage(newBrowser(), prepared, "sign-up");
    expect([page.status, titleOf(page)]).toEqual([200, "Create your account · Porchlight"]);
    expect(page.text).toContain(`<form class="form" method="post" action="/hosted/sign-up?session=${prepared.token}">`);
    expect(page.text).toMatch(
      /First name \(optional\)<\/label>\s+<input id="firstName" [^>]*autocomplete="given-name" value="" autofocus>/,
    );
    expect(page.text).toMatch(
      /Last name \(optional\)<\/label>\s+<input id="lastName" [^>]*autocomplete="family-name" value="">/,
    );
    expect(page.text).toMatch(/<input id="email" [^>]*type="email" [^>]*autocomplete="email" value="" required>/);
    expect(page.text).toMatch(
      /<p class="hint" id="password-hint">At least 8 characters\. Spaces and any language are fine\.<\/p>\s+<input id="password" name="password" type="password" [^>]*autocomplete="new-password" required aria-describedby="password-hint">/,
    );
    expect(page.text).toContain(
      `Have an account already? <a href="/hosted/login?session=${prepared.token}">Sign in</a>`,
    );
    expect(page.headers.get("content-security-policy")).toContain(`form-action 'self' ${server.origin};`);
    expect(page.text.length).toBeLessThan(12_000);
  });

  it("shows the site's minimum password length", async () => {
    await changeSetting(server, "passwordMinLength", 15);
    const browser = newBrowser();
    const page = await openPage(browser, await prepare(), "sign-up");
    expect(page.text).toContain("At least 15 characters.");
    const refused = await browser.send(page, { ...newcomer, password: "fourteen chars" });
    expect(refused.text).toContain('<a href="#password">Use at least 15 characters</a>');
    await changeSetting(server, "passwordMinLength", 8);
  });
});

describe("POST /hosted/sign-up", () => {
  it("emails a code without a link, which signs in at the app", async () => {
    const browser = newBrowser();
    const prepared = await prepare();
    const sent = await signUp(browser, prepared);
    expect([sent.status, sent.location]).toEqual([303, verifyUrl(prepared)]);
    expect(await findMember("grace@example.com")).toMatchObject({ status: "PENDING", profile: { firstName: "Grace" } });
    const [mail, ...others] = await mails("grace@example.com");
    expect(others).toEqual([]);
    expect(mail).not.toHaveProperty("link");
    expect(mail!.text).toContain("Hello Grace,");

    const page = await browser.follow(sent);
    expect(page.text).toContain('We sent a code to <bdi class="strong">grace@example.com</bdi>.');
    const done = await browser.follow(await browser.send(page, { code: mail!.code! }));
    expect(done.location?.split("#")[0]).toBe(redirectUri);
    const { code, ...others2 } = inFragment(done);
    expect(others2).toEqual({ state: "STATE", iss: "http://localhost:4000" });
    const tokens = await steps.exchange({ code, codeVerifier: prepared.codeVerifier, redirectUri });
    expect(tokens.status).toBe(200);
  });

  it("stores the language of the new member and uses it in emails", async () => {
    const browser = newBrowser();
    const german = { headers: { "accept-language": "sv, de;q=0.9" } };
    const page = await browser.open(`/hosted/sign-up?session=${(await prepare()).token}`, german);
    expect(titleOf(page)).toBe("Erstelle dein Konto · Porchlight");
    await browser.send(page, { ...newcomer, email: "deutsch@example.com" }, german);
    expect((await findMember("deutsch@example.com"))?.profile).toMatchObject({ language: "de" });
    expect((await mails("deutsch@example.com"))[0]?.subject).toMatch(/^\d{6} ist dein Code für Porchlight$/);
  });

  it("shows errors in the order of the fields and retains everything but the password", async () => {
    const browser = newBrowser();
    const typed = { firstName: "G".repeat(101), lastName: "L".repeat(101), email: "nope", password: "short" };
    const page = await signUp(browser, await prepare(), typed);
    expect([page.status, titleOf(page)]).toEqual([422, "Error: Create your account · Porchlight"]);
    expect([...page.text.matchAll(/<li><a href="#(\w+)">([^<]+)<\/a><\/li>/g)].map(([, ...issue]) => issue)).toEqual([
      ["firstName", "Use 100 characters or fewer"],
      ["lastName", "Use 100 characters or fewer"],
      ["email", "Enter an email address, like name@example.com"],
      ["password", "Use at least 8 characters"],
    ]);
    expect(page.text).toContain(`value="${typed.firstName}"`);
    expect(page.text).toMatch(/<input id="email" [^>]*value="nope" required aria-invalid="true"/);
    expect(page.text).toMatch(/aria-describedby="password-hint password-error"/);
    expect(page.text).not.toContain("short");
    const empty = await browser.send(page, { firstName: "", lastName: "", email: " ", password: "" });
    expect(empty.text).toContain('<a href="#email">Enter your email address</a>');
    const done = await browser.send(empty, { ...newcomer, email: "at-last@example.com" });
    expect(done.status).toBe(303);
  });

  it.each([
    ["password123", "This password is too common. Choose another one."],
    ["barbara.liskov", "Do not use your email or the site&#39;s name"],
    ["x".repeat(257), "Use 256 characters or fewer"],
    ["x".repeat(6_000), "Use 256 characters or fewer"],
  ])("shows for the password %j: %s", async (password, words) => {
    const typed = { ...newcomer, email: "barbara.liskov@example.com", password };
    const page = await signUp(newBrowser(), await prepare(), typed);
    expect(page.status).toBe(422);
    expect(page.text).toContain(`<a href="#password">${words}</a>`);
    expect(await findMember("barbara.liskov@example.com")).toBeUndefined();
  });

  it("escapes names and removes line breaks", async () => {
    const browser = newBrowser();
    const hostile = { ...newcomer, email: "names@example.com", firstName: ' <b>"\t\r\n&amp; ', lastName: "\u2028" };
    expect((await signUp(browser, await prepare(), hostile)).status).toBe(303);
    expect((await findMember("names@example.com"))?.profile).toEqual({ firstName: '<b>" &amp;' });
    const typo = await signUp(browser, await prepare(), { ...hostile, email: "nope" });
    expect(typo.text).toContain('value=" &lt;b&gt;&quot;');
    expect(typo.text).not.toContain("<b>");
  });

  it("responds the same for an existing email and emails its owner how to sign in", async () => {
    const comparable = (text: string) =>
      text
        .replace(/nonce="[^"]*"/g, "")
        .replace(/session=[\w-]+/g, "")
        .replace(/value="[\w-]{43}"/g, "")
        .replace(/[\w.]+@example\.com/g, "…");
    const pages = [];
    for (const typed of [email, "unseen@example.com"]) {
      const browser = newBrowser();
      const prepared = await prepare();
      const sent = await signUp(browser, prepared, { ...newcomer, email: typed });
      expect([sent.status, sent.location]).toEqual([303, verifyUrl(prepared)]);
      const page = await browser.follow(sent);
      const wrong = await browser.send(page, { code: "000000" });
      expect(wrong.text).toContain("That code is incorrect. 4 attempts left.");
      pages.push(comparable(page.text), comparable(wrong.text));
    }
    expect(pages.slice(2)).toEqual(pages.slice(0, 2));

    const [mail, ...others] = await mails(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "You already have an account at Porchlight", link: server.origin });
    const forgot = `http://localhost:4000/hosted/forgot?app=${server.clientId}`;
    expect(mail!.text).toContain(`Sign in\n${server.origin}\n\nReset password\n${forgot}\n`);
    const page = await newBrowser().open(forgot);
    expect([page.status, titleOf(page)]).toEqual([200, "Forgot your password? · Porchlight"]);
  });

  it("shows that an account exists, with links, if the owner allows it or it cannot be hidden", async () => {
    const expectTold = async () => {
      const prepared = await prepare();
      const page = await signUp(newBrowser(), prepared, { ...newcomer, email, password: "not their password" });
      expect(page.status).toBe(422);
      expect(page.text).toContain(
        `<a href="#email">There is already an account with this email.</a> <a href="/hosted/login?session=${prepared.token}">Sign in</a>, or <a href="/hosted/forgot?session=${prepared.token}">reset your password</a>.`,
      );
      expect(page.text).toContain('value="Grace"');
    };
    await changeSetting(server, "hideExisting", "off");
    await expectTold();
    await changeSetting(server, "hideExisting", "hosted");
    await changeSetting(server, "emailVerification", "off");
    await expectTold();
    await changeSetting(server, "emailVerification", "required");
  });

  it("signs in if emails are not verified", async () => {
    await changeSetting(server, "emailVerification", "off");
    const browser = newBrowser();
    const sent = await signUp(browser, await prepare(), { ...newcomer, email: "at-once@example.com" });
    expect(inFragment(await browser.follow(sent))).toHaveProperty("code");
    await changeSetting(server, "emailVerification", "required");
  });

  it("emails one code when the form is submitted twice, sequentially or concurrently", async () => {
    const browser = newBrowser();
    const prepared = await prepare();
    const page = await openPage(browser, prepared, "sign-up");
    const typed = { ...newcomer, email: "double@example.com" };
    const atOnce = await Promise.all([browser.send(page, typed), browser.send(page, typed)]);
    const last = await browser.send(page, typed);
    const sent = [...atOnce, last];
    expect(sent.map(({ status, location }) => [status, location])).toEqual(
      Array.from({ length: 3 }, () => [303, verifyUrl(prepared)]),
    );
    const [mail, ...others] = await mails("double@example.com");
    expect(others).toEqual([]);
    const verify = await browser.follow(last);
    expect(inFragment(await browser.follow(await browser.send(verify, { code: mail!.code! })))).toHaveProperty("code");
  });

  it.each([
    { setting: "hideExisting", next: verifyUrl, mailCount: 1 },
    { setting: "emailVerification", next: authorizeUrl, mailCount: 0 },
  ] as const)("continues with both responses to a form that is submitted twice if $setting is off", async (row) => {
    const { setting, next, mailCount } = row;
    await changeSetting(server, setting, "off");
    const address = `twice-${mailCount}@example.com`;
    const browser = newBrowser();
    const prepared = await prepare();
    const page = await openPage(browser, prepared, "sign-up");
    const send = () => browser.send(page, { ...newcomer, email: address });
    const responses = [...(await Promise.all([send(), send()])), await send()];
    expect(responses.map(({ location }) => location)).toEqual(Array.from({ length: 3 }, () => next(prepared)));
    expect(await mails(address)).toHaveLength(mailCount);
    await changeSetting(server, setting, setting === "hideExisting" ? "hosted" : "required");
  });

  it("counts wrong passwords for an existing email as failed sign-ins", async () => {
    // The account is delayed for a second.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await changeSetting(server, "hideExisting", "off");
    await steps.newMember("tried@example.com");
    const attempt = async (password: string) =>
      (await signUp(newBrowser(), await prepare(), { ...newcomer, email: "tried@example.com", password })).status;
    expect(await attempt(goodPassword)).toBe(303);
    for (let tries = 0; tries < 10; tries++) expect(await attempt("not their password")).toBe(422);
    expect(await attempt(goodPassword)).toBe(429);
    expect((await steps.login("tried@example.com")).status).toBe(429);
    await changeSetting(server, "hideExisting", "hosted");
  });

  it("retains names and email when the email is changed", async () => {
    const browser = newBrowser();
    const prepared = await prepare();
    const typed = { ...newcomer, lastName: "Hopper", email: "typo@example.com" };
    const verify = await browser.follow(await signUp(browser, prepared, typed));
    const change = /<a href="([^"]+)">Change email<\/a>/.exec(verify.text)![1]!;
    expect(change).toBe(`/hosted/sign-up?session=${prepared.token}`);
    const page = await browser.open(change);
    for (const value of ["Grace", "Hopper", "typo@example.com"]) expect(page.text).toContain(`value="${value}"`);
    const again = await browser.follow(await browser.send(page, { ...typed, email: "right@example.com" }));
    expect(again.text).toContain("right@example.com");
    const [mail] = await mails("right@example.com");
    expect(inFragment(await browser.follow(await browser.send(again, { code: mail!.code! })))).toHaveProperty("code");
  });

  it("passes the email between sign-in and sign-up after failures", async () => {
    const browser = newBrowser();
    const prepared = await prepare();
    const login = await browser.open(prepared.pageUrl);
    await browser.send(login, { email: " someone@example.com", password: "wrong horse battery" });
    for (const name of ["sign-up", "forgot", "login"])
      expect((await openPage(browser, prepared, name)).text).toContain('value="someone@example.com"');
    await signUp(browser, prepared, { ...newcomer, email: "other@example.com", password: "short" });
    expect((await openPage(browser, prepared, "login")).text).toContain('value="other@example.com"');
    const elsewhere = await openPage(browser, await prepare(), "login");
    expect(elsewhere.text).toContain('autocomplete="username webauthn" value=""');
  });

  it("counts attempts like the API and shows the wait", async () => {
    const browser = newBrowser();
    const page = await openPage(browser, await prepare(), "sign-up");
    const send = (count: number) => browser.send(page, { ...newcomer, email: `many-${count}@example.com` });
    for (let count = 0; count < 10; count++) expect((await send(count)).status).toBe(303);
    const limited = await send(10);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(limited.text).toMatch(/Too many attempts\. Try again in (?:\d+ seconds|1 minute)\./);
    expect(limited.text).toContain('value="many-10@example.com"');
    expect(await findMember("many-10@example.com")).toBeUndefined();
  });

  it("creates no account after the sign-in expired, and links back to the app", async () => {
    const browser = newBrowser();
    const page = await openPage(browser, await prepare(), "sign-up");
    server.advance(10 * 60_000);
    const late = await browser.send(page, { ...newcomer, email: "late@example.com" });
    expect([late.status, late.location]).toEqual([400, undefined]);
    expect(late.text).toContain("Go back to Tests and sign in again.");
    expect(late.text).toContain(`<a class="button" href="${server.origin}">Go to Tests</a>`);
    expect(await findMember("late@example.com")).toBeUndefined();
  });
});
