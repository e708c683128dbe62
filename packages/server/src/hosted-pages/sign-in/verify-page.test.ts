import { describe, expect, it } from "vitest";
import {
  createHostedSteps,
  formTokenOn,
  inFragment,
  type Prepared,
  titleOf,
} from "../../../test/auth/hosted-sign-in.ts";
import { changeSetting, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import type { PageResponse, TestBrowser } from "../../../test/test-browser.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const { steps, prepare, newBrowser, openPage, mails } = await createHostedSteps(server);
const startAgain = "Sign in again to get a new code.";
const wrongFor = (code: string | undefined, by: number) => String((Number(code) + by) % 1_000_000).padStart(6, "0");
const codesTo = async (email: string) => (await mails(email)).map(({ code }) => code!);

/** Signs up and returns the verification page. */
async function begin(email: string, browser = newBrowser(), prepared?: Prepared) {
  const started = prepared ?? (await prepare());
  const signUp = await openPage(browser, started, "sign-up");
  const page = await browser.follow(await browser.send(signUp, { email, password: goodPassword }));
  return { browser, prepared: started, page };
}
async function expectStartAgain(browser: TestBrowser, response: PageResponse) {
  const page = await browser.follow(response);
  expect([page.status, titleOf(page)]).toEqual([400, "Check your email · Porchlight"]);
  expect(page.text).toContain(startAgain);
  expect(page.text).toMatch(/<a class="button" href="\/hosted\/login\?session=[\w-]+">Sign in<\/a>/);
  expect(page.text).not.toContain("<form");
}

describe("GET /hosted/verify", () => {
  it("shows the code field with a numeric keyboard and offers another code", async () => {
    const { page, prepared } = await begin("ada.l@example.com");
    expect([page.status, titleOf(page)]).toEqual([200, "Check your email · Porchlight"]);
    expect(page.text).toMatch(
      /6 digits\. The code expires after 10 minutes\.<\/p>\s+<input id="code" [^>]*inputmode="numeric" [^>]*autocomplete="one-time-code" value="" required aria-describedby="code-hint" autofocus>/,
    );
    expect(page.text).toContain('name="resend" value="yes">Send a new code</button>');
    expect(page.text).toContain("You can request a new code once a minute.");
    expect(page.text.match(new RegExp(`action="/hosted/verify\\?session=${prepared.token}"`, "g"))).toHaveLength(2);
  });

  it("shows no form in another browser or for another sign-in", async () => {
    const { browser, prepared } = await begin("elsewhere@example.com");
    const other = newBrowser();
    await expectStartAgain(other, await openPage(other, prepared, "verify"));
    await expectStartAgain(browser, await openPage(browser, await prepare(), "verify"));
  });

  it("rejects a forged cookie", async () => {
    const { browser, prepared } = await begin("cookie@example.com");
    const { prepared: second } = await begin("cookie-2@example.com", browser);
    const [first, other] = [...browser.cookies.keys()].filter((name) => name.startsWith("porchlight-flow-"));
    const swapped = browser.cookies.get(first!)!;
    browser.cookies.set(other!, swapped);
    await expectStartAgain(browser, await openPage(browser, second, "verify"));
    browser.cookies.set(first!, { ...swapped, value: `${swapped.value.slice(0, -4)}AAAA` });
    await expectStartAgain(browser, await openPage(browser, prepared, "verify"));
  });
});

describe("POST /hosted/verify", () => {
  it("accepts a code in any spacing", async () => {
    const { browser, page } = await begin("spaces@example.com");
    const [code] = await codesTo("spaces@example.com");
    const wide = code!.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const done = await browser.send(page, { code: ` ${wide.slice(0, 3)} – ${wide.slice(3)} ` });
    expect(inFragment(await browser.follow(done))).toHaveProperty("code");
    expect([...browser.cookies.keys()].filter((name) => name.includes("flow"))).toEqual([]);
  });

  it("reports malformed codes without counting them, and the remaining attempts after a wrong one", async () => {
    const { browser, page } = await begin("wrong@example.com");
    const [code] = await codesTo("wrong@example.com");
    for (const [typed, words] of [
      ["", "Enter the code from the email"],
      ["12345", "Enter all 6 digits of the code"],
      ["1234567", "Enter all 6 digits of the code"],
      ["12a456", "Enter all 6 digits of the code"],
    ] as const) {
      const refused = await browser.send(page, { code: typed });
      expect([refused.status, titleOf(refused)]).toEqual([422, "Error: Check your email · Porchlight"]);
      expect(refused.text).toContain(`<a href="#code">${words}</a>`);
      expect(refused.text).toContain(`value="${typed}" required aria-invalid="true"`);
    }
    for (const [by, words] of ["4 attempts", "4 attempts", "3 attempts", "2 attempts", "1 attempt"].entries()) {
      // The same wrong code twice costs one try.
      const refused = await browser.send(page, { code: wrongFor(code, Math.max(by, 1)) });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(`<a href="#code">That code is incorrect. ${words} left.</a>`);
    }
    for (const typed of [wrongFor(code, 5), code!]) {
      const refused = await browser.send(page, { code: typed });
      expect(refused.text).toContain('<a href="#code">That code has expired. Send a new one.</a>');
    }
  });

  it("reports an expired code", async () => {
    const { browser, page, prepared } = await begin("old@example.com");
    const [code] = await codesTo("old@example.com");
    await server.context.db
      .updateTable("redirect_sessions")
      .set({ expires_at: new Date(Date.now() + 3_600_000) })
      .execute();
    server.advance(10 * 60_000);
    const refused = await browser.send(page, { code: code! });
    expect(refused.text).toContain("That code has expired. Send a new one.");
    server.advance(5 * 60_000);
    await expectStartAgain(browser, await browser.send(page, { code: code! }));
    expect((await openPage(browser, prepared, "login")).text).toContain('value="old@example.com"');
  });

  it("sends another code after one minute, not before, and confirms it", async () => {
    const { browser, page } = await begin("again@example.com");
    const tooSoon = await browser.send(page, { resend: "yes" });
    expect(tooSoon.status).toBe(429);
    expect(Number(tooSoon.headers.get("retry-after"))).toBeGreaterThan(50);
    expect(tooSoon.text).toMatch(/You requested a code less than a minute ago\. Try again in (?:5\d|60) seconds\./);
    expect(await codesTo("again@example.com")).toHaveLength(1);

    server.advance(60_000);
    const sent = await browser.send(page, { resend: "yes" });
    expect(sent.status).toBe(303);
    const shown = await browser.follow(sent);
    expect(titleOf(shown)).toBe("Check your email · Porchlight");
    expect(shown.text).toMatch(
      /data-kind="success" role="status">.*We sent a new code\. Older codes no longer work\./s,
    );
    const [first, second] = await codesTo("again@example.com");
    if (first !== second) expect((await browser.send(shown, { code: first! })).status).toBe(422);
    expect((await browser.send(shown, { resend: "yes" })).status).toBe(429);
    server.advance(60_000);
    expect((await browser.open(shown.url.href)).text).not.toContain("We sent a new code.");
    expect(inFragment(await browser.follow(await browser.send(shown, { code: second! })))).toHaveProperty("code");
  });

  it("continues for a member who signs in before verifying, and links to the page where the email was entered", async () => {
    await steps.register("unconfirmed@example.com");
    const [code] = await codesTo("unconfirmed@example.com");
    const browser = newBrowser();
    const prepared = await prepare();
    const login = await openPage(browser, prepared, "login");
    const page = await browser.follow(
      await browser.send(login, { email: "unconfirmed@example.com", password: goodPassword }),
    );
    expect(page.text).toContain(`<a href="/hosted/login?session=${prepared.token}">Change email</a>`);
    expect(inFragment(await browser.follow(await browser.send(page, { code: code! })))).toHaveProperty("code");
  });

  it("signs in once when the form is submitted twice, sequentially or concurrently", async () => {
    const { browser, page, prepared } = await begin("double@example.com");
    const [code] = await codesTo("double@example.com");
    const sent = await Promise.all([browser.send(page, { code: code! }), browser.send(page, { code: code! })]);
    const locations = sent.map(({ location }) => location).sort();
    expect(locations).toEqual([
      `/_api/oauth2/authorize?session=${prepared.token}`,
      `/hosted/verify?session=${prepared.token}`,
    ]);
    // The browser shows the second response, with the cookies of both.
    const done = await browser.follow(await browser.open(locations[1]!));
    expect(inFragment(done)).toHaveProperty("code");
    const late = await browser.send(page, { code: code! });
    expect([late.status, titleOf(late)]).toEqual([400, "This sign-in link no longer works · Porchlight"]);
  });

  it("separates two tabs", async () => {
    const { browser, page: firstPage } = await begin("tab-1@example.com");
    const { page: secondPage } = await begin("tab-2@example.com", browser);
    expect([firstPage.text.includes("tab-1@"), secondPage.text.includes("tab-2@")]).toEqual([true, true]);
    const [first] = await codesTo("tab-1@example.com");
    const [second] = await codesTo("tab-2@example.com");
    const secondDone = await browser.follow(await browser.send(secondPage, { code: second! }));
    const firstDone = await browser.follow(await browser.send(firstPage, { code: first! }));
    expect([inFragment(firstDone), inFragment(secondDone)]).toEqual([
      expect.objectContaining({ code: expect.any(String) }),
      expect.objectContaining({ code: expect.any(String) }),
    ]);
  });

  it("links back to the app when the sign-in expired, and the code stays valid for the next one", async () => {
    const { browser, page } = await begin("expired@example.com");
    const [code] = await codesTo("expired@example.com");
    server.advance(9.9 * 60_000);
    const prepared = await prepare();
    server.advance(6_001);
    const late = await browser.send(page, { code: code! });
    expect([late.status, titleOf(late)]).toEqual([400, "This sign-in link no longer works · Porchlight"]);
    expect(late.text).toContain(`<a class="button" href="${server.origin}">Go to Tests</a>`);
    const login = await openPage(browser, prepared, "login");
    const again = await browser.follow(
      await browser.send(login, { email: "expired@example.com", password: goodPassword }),
    );
    const codes = await codesTo("expired@example.com");
    expect(inFragment(await browser.follow(await browser.send(again, { code: codes.at(-1)! })))).toHaveProperty("code");
  });

  it("counts attempts like the API, except requests for another code", async () => {
    const { browser, page } = await begin("limit@example.com");
    for (let count = 0; count < 20; count++) expect((await browser.send(page, { code: "1" })).status).toBe(422);
    const limited = await browser.send(page, { code: "1" });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(limited.text).toContain("Too many attempts. Try again in");
    expect((await browser.send(page, { resend: "yes" })).text).toContain(
      "You requested a code less than a minute ago.",
    );
  });
});

describe("POST /hosted/verify without a pending verification", () => {
  it("asks to start again, also beyond the limit", async () => {
    const { page, prepared } = await begin("forgotten@example.com");
    const browser = newBrowser();
    const login = await openPage(browser, prepared, "login");
    const formToken = formTokenOn(login);
    for (let count = 0; count < 20; count++) {
      const sent = await browser.send(page, { code: "000000", formToken });
      expect([sent.status, sent.location]).toEqual([303, page.url.pathname + page.url.search]);
    }
    const limited = await browser.send(page, { code: "000000", formToken });
    expect(limited.status).toBe(429);
    expect(limited.text).toContain(startAgain);
    expect((await browser.send(page, { resend: "yes", formToken })).status).toBe(303);
  });
});

describe("GET /hosted/pending", () => {
  it("shows that the owner decides and where the notification is sent", async () => {
    await changeSetting(server, "memberApproval", "owner");
    const { browser, page, prepared } = await begin("waiting@example.com");
    const [code] = await codesTo("waiting@example.com");
    const sent = await browser.send(page, { code: code! });
    expect([sent.status, sent.location]).toEqual([303, `/hosted/pending?session=${prepared.token}`]);
    const pending = await browser.follow(sent);
    expect([pending.status, titleOf(pending)]).toEqual([200, "Waiting for approval · Porchlight"]);
    expect(pending.text).toContain("<p>Email confirmed.</p>");
    expect(pending.text).toContain(
      'We will email <bdi class="strong">waiting@example.com</bdi> when there is a decision.',
    );
    expect(pending.text).toContain(`<a class="button" href="${server.origin}">Back to the site</a>`);
    expect(pending.text).toMatch(
      new RegExp(`href="/hosted/login\\?session=${prepared.token}">Sign in with a different account</a>`),
    );
    expect(browser.cookies.has("porchlight-hosted")).toBe(false);

    const login = await openPage(browser, prepared, "login");
    const again = await browser.follow(
      await browser.send(login, { email: "waiting@example.com", password: goodPassword }),
    );
    expect(titleOf(again)).toBe("Waiting for approval · Porchlight");
    expect(again.text).not.toContain("Email confirmed.");
    await server.context.db
      .updateTable("members")
      .set({ status: "ACTIVE", pending_reasons: [] })
      .where("email", "=", "waiting@example.com")
      .execute();
    const done = await browser.send(login, { email: "waiting@example.com", password: goodPassword });
    expect(inFragment(await browser.follow(done))).toHaveProperty("code");
    await changeSetting(server, "memberApproval", "everyone");
  });

  it("redirects other visitors to the sign-in", async () => {
    const prepared = await prepare();
    const led = await openPage(newBrowser(), prepared, "pending");
    expect([led.status, led.location]).toEqual([303, prepared.pageUrl]);
    expect((await newBrowser().open("/hosted/pending?session=unknown")).status).toBe(400);
    const { status, headers } = await server.call("POST", `/hosted/pending?session=${prepared.token}`);
    expect([status, headers.get("allow")]).toEqual([405, "GET"]);
  });
});
