import { describe, expect, it } from "vitest";
import { createHostedSteps, inFragment, type Prepared, titleOf } from "../../../test/auth/hosted-sign-in.ts";
import { createMfaMember, submitPassword } from "../../../test/auth/second-factor-members.ts";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import type { PageResponse, TestBrowser } from "../../../test/test-browser.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const hosted = await createHostedSteps(server);
const { steps, prepare, newBrowser, openPage, openLogin, mails, redirectUri } = hosted;
const title = "Confirm your sign-in · Porchlight";
const minute = 60_000;

/** Signs in up to the second factor. */
async function openSecondFactorPage(email: string, browser = newBrowser(), existing?: Prepared) {
  const member = await createMfaMember(server, email);
  const prepared = existing ?? (await prepare());
  const page = await submitPassword(hosted, browser, prepared, email);
  expect(titleOf(page)).toBe(title);
  return { ...member, browser, prepared, page };
}
const chosen = (browser: TestBrowser, { token }: Prepared, method: string) =>
  browser.open(`/hosted/mfa?session=${token}&method=${method}`);

async function expectTooLate(browser: TestBrowser, response: PageResponse) {
  const page = await browser.follow(response);
  expect([page.status, titleOf(page)]).toEqual([400, title]);
  expect(page.text).toContain("That took too long. Sign in again.");
  expect(page.text).toMatch(/<a class="button" href="\/hosted\/login\?session=[\w-]+">Back to sign in<\/a>/);
  expect(page.text).not.toContain("<form");
}

describe("GET /hosted/mfa", () => {
  it("shows the code form of the authenticator app with the reason, other methods, help, and a link back", async () => {
    const { page, prepared, browser } = await openSecondFactorPage("words@example.com");
    expect(page.status).toBe(200);
    expect(page.text).toContain(
      '<p class="lead">Your account requires a second factor. Open your authenticator app and enter the code it shows for this site.</p>',
    );
    expect(page.text).toMatch(
      /6 digits\. The code changes every 30 seconds\.<\/p>\s+<input id="code" [^>]*inputmode="numeric" [^>]*autocomplete="one-time-code" value="" required aria-describedby="code-hint" autofocus>/,
    );
    expect(page.text).toMatch(
      /<input id="remember" name="remember" type="checkbox" value="yes">\s+<label for="remember">Do not ask again on this device for 30 days</,
    );
    expect(page.text).toMatch(
      new RegExp(
        `<summary>Use another method</summary>\\s+<ul>\\s+<li>.*method=EMAIL">Code by email</a></li>\\s+<li><a class="button" data-variant="plain" href="/hosted/mfa\\?session=${prepared.token}&amp;method=RECOVERY_CODE">Recovery code</a></li>`,
      ),
    );
    expect(page.text).toContain("<p>Cannot use any of these? Contact the site owner.</p>");
    expect(page.text).toContain(`<a href="/hosted/login?session=${prepared.token}">Back to sign in</a>`);
    expect(page.text).not.toContain("clock of your phone");
    expect(browser.cookies.has("porchlight-hosted")).toBe(false);
  });

  it("shows the selected method, by default the preferred one", async () => {
    const { browser, prepared } = await openSecondFactorPage("methods@example.com");
    const other = await chosen(browser, prepared, "RECOVERY_CODE");
    expect(other.text).toContain(
      "Enter one of the codes you saved when you set up two-factor authentication. Each works once.</p>",
    );
    expect(other.text).toContain("10 characters from your list.");
    expect(other.text).toContain('method=TOTP">Authenticator app</a>');
    for (const method of ["SMS", "PUSH", "__proto__", "totp", "", "%00", "TOTP&method=RECOVERY_CODE"])
      expect((await chosen(browser, prepared, method)).text).toContain("Open your authenticator app");
  });

  it("shows help but no other methods if there are none", async () => {
    const { browser, page, id, prepared } = await openSecondFactorPage("no-other@example.com");
    expect(page.text).toContain("<details");
    await server.context.db.deleteFrom("recovery_codes").where("member_id", "=", id).execute();
    await server.context.db.updateTable("members").set({ email_verified: false }).where("id", "=", id).execute();
    const only = await submitPassword(hosted, browser, prepared, "no-other@example.com");
    expect(only.text).not.toContain("<details");
    expect(only.text).toContain("<p>Cannot use any of these? Contact the site owner.</p>");
  });

  it("shows no form in another browser or for another sign-in", async () => {
    const { browser, prepared } = await openSecondFactorPage("elsewhere@example.com");
    const other = newBrowser();
    await expectTooLate(other, await openPage(other, prepared, "mfa"));
    await expectTooLate(browser, await openPage(browser, await prepare(), "mfa"));
    const offer = await newBrowser().open("/hosted/mfa");
    expect(offer.status).toBe(200);
    expect(offer.text).not.toContain("<form");
  });

  it("cannot be bypassed by the other pages of the sign-in", async () => {
    const { browser, prepared, code } = await openSecondFactorPage("around@example.com");
    expect((await openPage(browser, prepared, "verify")).status).toBe(400);
    expect((await openPage(browser, prepared, "pending")).location).toBe(prepared.pageUrl);
    const authorized = await browser.open(prepared.fullUrl);
    expect(authorized.location).toBe(prepared.pageUrl);
    const silent = await browser.open((await prepare({}, "none")).fullUrl);
    expect(inFragment(silent).error).toBe("login_required");
    const page = await openPage(browser, prepared, "mfa");
    expect(inFragment(await browser.follow(await browser.send(page, { code: code() })))).toHaveProperty("code");
  });

  it("is in German for German browsers", async () => {
    const { browser, prepared } = await openSecondFactorPage("deutsch@example.com");
    const page = await browser.open(`/hosted/mfa?session=${prepared.token}`, {
      headers: { "accept-language": "de-CH" },
    });
    expect(titleOf(page)).toBe("Bestätige deine Anmeldung · Porchlight");
    expect(page.text).toContain("Auf diesem Gerät 30 Tage lang nicht mehr fragen");
  });
});

describe("POST /hosted/mfa", () => {
  it("accepts a code of the authenticator app in any spacing", async () => {
    const { browser, page, prepared, code } = await openSecondFactorPage("app@example.com");
    const wide = code().replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const done = await browser.follow(await browser.send(page, { code: ` ${wide.slice(0, 3)} – ${wide.slice(3)} ` }));
    const grant = { code: inFragment(done).code, codeVerifier: prepared.codeVerifier, redirectUri };
    expect((await steps.exchange(grant)).status).toBe(200);
    expect([...browser.cookies.keys()].filter((name) => /flow|devices/.test(name))).toEqual([]);
  });

  it("accepts a recovery code once, in any spelling", async () => {
    const { browser, prepared, email, recoveryCodes } = await openSecondFactorPage("recovery@example.com");
    const typed = ` ${recoveryCodes[3]!.toUpperCase().replace("-", " ")} `;
    const page = await chosen(browser, prepared, "RECOVERY_CODE");
    expect(inFragment(await browser.follow(await browser.send(page, { code: typed })))).toHaveProperty("code");

    const next = await prepare();
    await submitPassword(hosted, browser, next, email);
    const again = await browser.send(await chosen(browser, next, "RECOVERY_CODE"), { code: typed });
    expect([again.status, titleOf(again)]).toEqual([422, `Error: ${title}`]);
    expect(again.text).toContain('<a href="#code">That code is incorrect, or was used before.</a>');
  });

  it("reports malformed codes without counting an attempt", async () => {
    const { browser, page, prepared, code } = await openSecondFactorPage("no-code@example.com");
    for (const [typed, words] of [
      ["", "Enter the code"],
      ["12345", "Enter all 6 digits of the code"],
      ["1234567", "Enter all 6 digits of the code"],
      ["12a456", "Enter all 6 digits of the code"],
      ["9".repeat(5_000), "Enter all 6 digits of the code"],
    ] as const) {
      const refused = await browser.send(page, { code: typed, remember: "yes" });
      expect([refused.status, titleOf(refused)]).toEqual([422, `Error: ${title}`]);
      expect(refused.text).toContain(`<a href="#code">${words}</a>`);
      expect(refused.text).toContain(`value="${typed}" required aria-invalid="true"`);
      expect(refused.text).toContain('type="checkbox" value="yes" checked>');
    }
    const recovery = await chosen(browser, prepared, "RECOVERY_CODE");
    for (const [typed, words] of [
      ["", "Enter the code"],
      ["abcde-2345", "Recovery codes have 10 characters"],
    ] as const)
      expect((await browser.send(recovery, { code: typed })).text).toContain(`<a href="#code">${words}</a>`);
    const right = await browser.send(page, { code: code() });
    expect(inFragment(await browser.follow(right))).toHaveProperty("code");
  });

  it("reports a wrong code, and suggests checking the clock at the second one", async () => {
    const { browser, page, prepared } = await openSecondFactorPage("wrong@example.com");
    const clock = "Make sure your phone sets its clock automatically.";
    const first = await browser.send(page, { code: "000000" });
    expect([first.status, titleOf(first)]).toEqual([422, `Error: ${title}`]);
    expect(first.text).toContain('<a href="#code">That code is incorrect, or was used before.</a>');
    expect(first.text).not.toContain(clock);
    const second = await browser.send(first, { code: "000000" });
    expect(second.text).toContain(clock);
    expect((await browser.send(second, { code: "" })).text).toContain(clock);

    const recovery = await chosen(browser, prepared, "RECOVERY_CODE");
    const wrong = await browser.send(recovery, { code: "aaaaa-aaaaa" });
    expect((await browser.send(wrong, { code: "aaaaa-aaaaa" })).text).not.toContain(clock);
    for (const failures of ["NaN", "1e999", "-1", "<b>"])
      expect((await browser.send(page, { code: "1", failures })).status).toBe(422);
  });

  it("accepts each code of the authenticator app once", async () => {
    const { browser, page, email, code } = await openSecondFactorPage("once@example.com");
    const used = code();
    expect(inFragment(await browser.follow(await browser.send(page, { code: used })))).toHaveProperty("code");
    const other = newBrowser();
    const next = await submitPassword(hosted, other, await prepare(), email);
    expect((await other.send(next, { code: used })).text).toContain("That code is incorrect, or was used before.");
  });

  it("allows five attempts in 15 minutes, then shows the wait", async () => {
    const { browser, page, email, code } = await openSecondFactorPage("five@example.com");
    for (let count = 0; count < 5; count++) expect((await browser.send(page, { code: "000000" })).status).toBe(422);
    const limited = await browser.send(page, { code: code() });
    expect([limited.status, titleOf(limited)]).toEqual([429, `Error: ${title}`]);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(600);
    expect(limited.text).toMatch(/Too many attempts\. Try again in 1[45] minutes\./);
    expect(limited.text).toContain('name="code"');
    server.advance(15 * minute);
    const later = await submitPassword(hosted, browser, await prepare(), email);
    expect(inFragment(await browser.follow(await browser.send(later, { code: code() })))).toHaveProperty("code");
  });

  it("counts attempts per IP address, across members", async () => {
    const { browser, page } = await openSecondFactorPage("address-1@example.com");
    for (let count = 0; count < 20; count++) await browser.send(page, { code: "000000" });
    const other = await openSecondFactorPage("address-2@example.com", browser);
    const limited = await browser.send(other.page, { code: other.code() });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("signs in once when the form is submitted twice concurrently, and both responses continue", async () => {
    const { browser, page, code } = await openSecondFactorPage("double@example.com");
    const typed = code();
    const sent = await Promise.all([browser.send(page, { code: typed }), browser.send(page, { code: typed })]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    // The browser shows the second response, with the cookies of both.
    const done = await browser.follow(sent.find(({ location }) => location?.startsWith("/hosted/mfa")) ?? sent[1]!);
    expect(inFragment(done)).toHaveProperty("code");
    const late = await browser.send(page, { code: typed });
    expect([late.status, titleOf(late)]).toEqual([400, "This sign-in link no longer works · Porchlight"]);
  });

  it("separates two tabs", async () => {
    const first = await openSecondFactorPage("tab-1@example.com");
    const second = await openSecondFactorPage("tab-2@example.com", first.browser);
    const { browser } = first;
    const secondDone = await browser.follow(await browser.send(second.page, { code: second.code() }));
    const firstDone = await browser.follow(await browser.send(first.page, { code: first.code() }));
    for (const [done, { id, prepared }] of [
      [firstDone, first],
      [secondDone, second],
    ] as const) {
      const grant = { code: inFragment(done).code, codeVerifier: prepared.codeVerifier, redirectUri };
      const { body } = await steps.exchange(grant);
      const userInfo = await server.call("GET", "/oauth2/user-info", { token: body.access_token });
      expect(userInfo.body.sub).toBe(id);
    }
  });

  it("never accepts one person's code for another person in the same sign-in", async () => {
    const first = await openSecondFactorPage("person-1@example.com");
    const second = await openSecondFactorPage("person-2@example.com", first.browser, first.prepared);
    const { browser } = first;
    const refused = await browser.send(first.page, { code: first.code() });
    expect([refused.status, titleOf(refused)]).toEqual([403, "We could not process this form · Porchlight"]);
    expect(refused.text).toMatch(/<a class="button" href="\/hosted\/mfa\?session=[\w-]+&amp;method=TOTP">Try again</);
    expect(inFragment(await browser.follow(await browser.send(second.page, { code: second.code() })))).toHaveProperty(
      "code",
    );
  });

  it("continues from an open page after the same person entered their password again", async () => {
    const { browser, page, prepared, email, code } = await openSecondFactorPage("back@example.com");
    const login = await openPage(browser, prepared, "login");
    expect(login.text).toContain(`value="${email}"`);
    await submitPassword(hosted, browser, prepared, email);
    expect(inFragment(await browser.follow(await browser.send(page, { code: code() })))).toHaveProperty("code");
  });

  it("stays valid while another sign-in fails", async () => {
    const { browser, page, prepared, code } = await openSecondFactorPage("beside@example.com");
    const login = await openPage(browser, prepared, "login");
    const refused = await browser.send(login, { email: "other@example.com", password: "not it" });
    expect(refused.status).toBe(422);
    expect(inFragment(await browser.follow(await browser.send(page, { code: code() })))).toHaveProperty("code");
  });

  it("asks to sign in again with the same email when a new password ended the sign-in", async () => {
    const { browser, page, prepared, email, id, code } = await openSecondFactorPage("ended@example.com");
    await server.context.db
      .updateTable("second_steps")
      .set({ used_at: server.context.now() })
      .where("member_id", "=", id)
      .execute();
    await expectTooLate(browser, await browser.send(page, { code: code() }));
    await expectTooLate(browser, await browser.send(page, { code: code() }));
    expect((await openPage(browser, prepared, "login")).text).toContain(`value="${email}"`);
  });

  it("links back to the app when the sign-in expired", async () => {
    const { browser, page, code } = await openSecondFactorPage("late@example.com");
    server.advance(10 * minute);
    const late = await browser.send(page, { code: code() });
    expect([late.status, titleOf(late)]).toEqual([400, "This sign-in link no longer works · Porchlight"]);
    expect(late.text).toContain(`<a class="button" href="${server.origin}">Go to Tests</a>`);
  });

  it("rejects a member who was blocked in the meantime", async () => {
    const { browser, page, id, code } = await openSecondFactorPage("blocked@example.com");
    await server.context.db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", id).execute();
    const refused = await browser.send(page, { code: code() });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("This account is blocked. Contact the site owner.");
    expect(browser.cookies.has("porchlight-hosted")).toBe(false);
  });
});

describe("other paths to the second factor", () => {
  it("lead from a password reset to it, in the sign-in that requested the reset", async () => {
    const { email, code } = await createMfaMember(server, "reset@example.com");
    const browser = newBrowser();
    const prepared = await prepare();
    await browser.send(await openPage(browser, prepared, "forgot"), { email });
    const link = (await mails(email)).at(-1)!.link!;
    const reset = await browser.follow(await browser.open(link));
    const page = await browser.follow(await browser.send(reset, { password: "a lamp in every window" }));
    expect([page.status, titleOf(page)]).toEqual([200, title]);
    expect(browser.cookies.has("porchlight-hosted")).toBe(false);
    expect((await openPage(browser, prepared, "login")).text).toContain(`value="${email}"`);
    expect(inFragment(await browser.follow(await browser.send(page, { code: code() })))).toHaveProperty("code");
  });

  it("lead from email verification to it", async () => {
    const { email, id, code } = await createMfaMember(server, "unconfirmed@example.com");
    await server.context.db
      .updateTable("members")
      .set({ status: "PENDING", pending_reasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"] })
      .where("id", "=", id)
      .execute();
    const browser = newBrowser();
    const verify = await submitPassword(hosted, browser, await prepare(), email);
    expect(titleOf(verify)).toBe("Check your email · Porchlight");
    const mailed = (await mails(email)).at(-1)!.code!;
    const page = await browser.follow(await browser.send(verify, { code: mailed }));
    expect([page.status, titleOf(page)]).toEqual([200, title]);
    expect(inFragment(await browser.follow(await browser.send(page, { code: code() })))).toHaveProperty("code");
  });

  it("lead from an app without second factors to the hosted sign-in", async () => {
    const { email, code } = await createMfaMember(server, "hand-over@example.com");
    const api = await createSignInSteps(server);
    expect((await api.login(email, goodPassword)).body.state).toBe("REQUIRE_MFA");
    const browser = newBrowser();
    const prepared = await prepare({}, "login");
    const login = await openLogin(browser, prepared);
    const page = await browser.follow(await browser.send(login, { email, password: goodPassword }));
    const done = await browser.follow(await browser.send(page, { code: code() }));
    const grant = { code: inFragment(done).code, codeVerifier: prepared.codeVerifier, redirectUri };
    expect((await steps.exchange(grant)).status).toBe(200);
  });
});
