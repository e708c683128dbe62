import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createHostedSteps, inFragment, titleOf } from "../../../test/auth/hosted-sign-in.ts";
import { changeSetting, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import type { PageResponse } from "../../../test/test-browser.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { readFlow } from "../cookies/flow-cookie.ts";

const server = await createTestServer();
const { steps, email, prepare, newBrowser, openLogin, signIn } = await createHostedSteps(server);
const expired = "This sign-in link no longer works";
const doNotMatch = "Incorrect email or password.";

describe("GET /hosted/login", () => {
  it("works without scripts, with password managers and the keyboard", async () => {
    const prepared = await prepare();
    const page = await openLogin(newBrowser(), prepared);
    expect(page.status).toBe(200);
    expect(titleOf(page)).toBe("Sign in · Porchlight");
    expect(page.text.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" nonce="[\w-]{22}" src="\/hosted\/script\/[\w-]{16}\.js">$/),
    ]);
    expect(page.text).toMatch(/<button type="button" class="reveal" [^>]* hidden>Show<\/button>/);
    expect(page.text).toContain(`<form class="form" method="post" action="${prepared.pageUrl}">`);
    expect(page.text).toMatch(
      /<label for="email">Email address<\/label>\s+<input id="email" [^>]*type="email" [^>]*autocomplete="username webauthn" value="" required autofocus>/,
    );
    expect(page.text).toMatch(
      /<input id="password" name="password" type="password" [^>]*autocomplete="current-password" required>/,
    );
    expect(page.text).toContain(`href="/hosted/forgot?session=${prepared.token}"`);
    expect(page.text).toContain(`href="/hosted/sign-up?session=${prepared.token}"`);
    expect(page.text.match(/<h1>/g)).toHaveLength(1);
    expect(page.text.length).toBeLessThan(12_000);
  });

  it("allows its form to redirect to the app and nothing else", async () => {
    const page = await openLogin(newBrowser(), await prepare());
    const nonce = /<style nonce="([\w-]{22})">/.exec(page.text)?.[1];
    expect(Object.fromEntries(page.headers)).toEqual({
      "access-control-expose-headers": expect.any(String),
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self' ${server.origin}; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`,
      "content-type": "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "same-origin",
      "set-cookie": expect.any(String),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-wix-request-id": expect.any(String),
    });
  });

  it("is in the language of the browser, by default the site's", async () => {
    const { pageUrl } = await prepare();
    const languageOf = async (acceptLanguage: string) =>
      /<html lang="(\w+)" dir="ltr">/.exec(
        (await newBrowser().open(pageUrl, { headers: { "accept-language": acceptLanguage } })).text,
      )?.[1];
    for (const language of ["sv", "en-GB,de;q=0.9", "*", "x".repeat(500), ""])
      expect(await languageOf(language)).toBe("en");
    expect(await languageOf("de-CH, en;q=0.5")).toBe("de");

    const browser = newBrowser();
    const page = await browser.open(pageUrl, { headers: { "accept-language": "de" } });
    expect(titleOf(page)).toBe("Anmelden · Porchlight");
    const german = { headers: { "accept-language": "de" } };
    const refused = await browser.send(page, { email, password: "falsch geraten" }, german);
    expect(titleOf(refused)).toBe("Fehler: Anmelden · Porchlight");
    expect(refused.text).toContain('<a href="#email">E-Mail-Adresse und Passwort passen nicht zusammen.</a>');
    const over = await browser.open("/hosted/login?session=unknown", german);
    expect(titleOf(over)).toBe("Dieser Anmeldelink gilt nicht mehr · Porchlight");
    const offer = await browser.open("/hosted/login", german);
    expect([offer.status, titleOf(offer)]).toEqual([200, "Anmelden · Porchlight"]);
    expect(offer.text).toMatch(/<a class="button" href="http[^"]*\/sign-in">Anmelden<\/a>/);
  });

  it("responds to HEAD like to GET without a body, and rejects other methods", async () => {
    const { pageUrl } = await prepare();
    const head = await newBrowser().open(pageUrl, { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers.get("content-security-policy")).toContain(server.origin);
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const { status, headers } = await server.call(method, pageUrl);
      expect([status, headers.get("allow")]).toEqual([405, "GET, POST"]);
    }
  });

  it.each([
    ["an empty session", async () => "?session="],
    ["an unknown one", async () => "?session=made-up"],
    ["NUL", async () => "?session=%00"],
    ["a very long one", async () => `?session=${"x".repeat(9_000)}`],
    ["two", async () => `?session=${(await prepare()).token}&session=${(await prepare()).token}`],
    ["one for a frame", async () => `?session=${(await prepare({ responseMode: "web_message" })).token}`],
    ["a silent sign-in", async () => `?session=${(await prepare({}, "none")).token}`],
    ["one with a session token", async () => `?session=${(await prepare({ sessionToken: "x" })).token}`],
  ])("shows an error for %s and forbids framing", async (_, query) => {
    const url = `/hosted/login${await query()}`;
    for (const options of [{}, { method: "POST" }]) {
      const page = await newBrowser().open(url, options);
      expect([page.status, page.location, titleOf(page)]).toEqual([400, undefined, `${expired} · Porchlight`]);
      expect(page.headers.get("content-security-policy")).toMatch(/form-action 'self'; .* frame-ancestors 'none'$/);
      expect(page.text).not.toContain("<form");
    }
  });
});

describe("POST /hosted/login", () => {
  /** The page without values that differ per request. */
  const comparable = ({ text }: PageResponse) =>
    text
      .replace(/nonce="[^"]*"/g, "")
      .replace(/session=[\w-]+/g, "")
      .replace(/(name="formToken" value=)"[^"]*"/g, "")
      .replace(/(<input id="email"[^>]* value=)"[^"]*"/, "$1");

  it("shows the same message for a wrong password, an unknown email, and a malformed email", async () => {
    const pages: PageResponse[] = [];
    for (const typed of [
      { email, password: "wrong horse battery" },
      { email: "nobody@example.com", password: goodPassword },
      { email: "no email", password: goodPassword },
      { email: "a\nb@example.com", password: goodPassword },
      { email: `${"x".repeat(2_000)}@example.com`, password: goodPassword },
      { email, password: "x".repeat(6_000) },
    ]) {
      const browser = newBrowser();
      const page = await browser.send(await openLogin(browser, await prepare()), typed);
      expect([page.status, page.location]).toEqual([422, undefined]);
      expect(page.headers.get("content-security-policy")).toContain(`form-action 'self' ${server.origin};`);
      pages.push(page);
    }
    expect(new Set(pages.map(comparable))).toHaveLength(1);
    const [first] = pages;
    expect(titleOf(first!)).toBe("Error: Sign in · Porchlight");
    expect(first!.text).toMatch(/role="alert" tabindex="-1" autofocus>\s*<h2>There is a problem<\/h2>/);
    expect(first!.text).toContain(`<a href="#email">${doNotMatch}</a> Check both, or <a href="/hosted/forgot?session=`);
    expect(first!.text).toMatch(
      /<input id="email"[^>]* value="ada@example.com" required aria-invalid="true" aria-describedby="email-error">/,
    );
    expect(first!.text).toMatch(
      /<input id="password"[^>]* required aria-invalid="true" aria-describedby="email-error">/,
    );
    expect(first!.text).not.toContain("wrong horse");
  });

  it("accepts the right password after a wrong one", async () => {
    const browser = newBrowser();
    const prepared = await prepare();
    const refused = await browser.send(await openLogin(browser, prepared), { email, password: "wrong horse battery" });
    const done = await browser.follow(await browser.send(refused, { email, password: goodPassword }));
    expect(inFragment(done)).toHaveProperty("code");
  });

  it("reports missing fields", async () => {
    const browser = newBrowser();
    const page = await browser.send(await openLogin(browser, await prepare()), { email: " ", password: "" });
    expect(page.status).toBe(422);
    expect(page.text).toContain('<li><a href="#email">Enter your email address</a></li>');
    expect(page.text).toContain('<li><a href="#password">Enter your password</a></li>');
    expect(page.text).toMatch(/id="password-error">.*Error: <\/span>Enter your password<\/span>/);
  });

  it("escapes the input", async () => {
    const browser = newBrowser();
    const hostile = `"><script>alert(1)</script>'&amp;`;
    const page = await browser.send(await openLogin(browser, await prepare()), { email: hostile, password: "x" });
    expect(page.text.match(/<script/g)).toHaveLength(1);
    expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;amp;"');
  });

  it("redirects an unverified member to the code page and hides the other pages", async () => {
    const browser = newBrowser();
    const prepared = await prepare();
    await steps.register("new@example.com");
    const page = await openLogin(browser, prepared);
    const sent = await browser.send(page, { email: " New@example.com", password: goodPassword });
    expect([sent.status, sent.location]).toEqual([303, `/hosted/verify?session=${prepared.token}`]);
    expect([...browser.cookies.keys()]).toEqual([
      "porchlight-form",
      expect.stringMatching(/^porchlight-flow-[\w-]{16}$/),
    ]);

    const [name, { value, attributes }] = [...browser.cookies][1]!;
    expect(attributes).toBe("Max-Age=900; Path=/; HttpOnly; SameSite=Lax");
    expect(Buffer.from(value, "base64url").toString("latin1")).not.toContain("example");
    const cookies = { read: (cookieName: string) => (name.endsWith(cookieName) ? value : undefined) } as never;
    expect(readFlow(server.context, cookies, prepared.token)).toEqual({
      email: "New@example.com",
      startPage: "login",
      codeSentAt: expect.any(Number),
      stateToken: expect.stringMatching(/^[\w-]{43}$/),
    });

    const anywhere = (shown: string) => ({ read: () => shown }) as never;
    expect(readFlow(server.context, anywhere(value), (await prepare()).token)).toBeUndefined();
    for (const foreign of ["", "AAAA", `${value.slice(0, -2)}AA`])
      expect(readFlow(server.context, anywhere(foreign), prepared.token)).toBeUndefined();
  });

  it("redirects a pending member to the waiting page", async () => {
    await changeSetting(server, "memberApproval", "owner");
    await changeSetting(server, "emailVerification", "off");
    await steps.register("waiting@example.com");
    await changeSetting(server, "memberApproval", "everyone");
    await changeSetting(server, "emailVerification", "required");
    const browser = newBrowser();
    const prepared = await prepare();
    const page = await openLogin(browser, prepared);
    const sent = await browser.send(page, { email: "waiting@example.com", password: goodPassword });
    expect([sent.status, sent.location]).toEqual([303, `/hosted/pending?session=${prepared.token}`]);
    expect(browser.cookies.has("porchlight-hosted")).toBe(false);
  });

  it("shows that the member is blocked only after the right password", async () => {
    await createMember(server.context, { kind: "owner" }, { email: "blocked@example.com", password: goodPassword });
    await server.context.db
      .updateTable("members")
      .set({ status: "BLOCKED" })
      .where("email", "=", "blocked@example.com")
      .execute();
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    const blocked = await browser.send(page, { email: "blocked@example.com", password: goodPassword });
    expect(blocked.status).toBe(403);
    expect(blocked.text).toContain("This account is blocked. Contact the site owner.");
    const wrong = await browser.send(page, { email: "blocked@example.com", password: "wrong horse battery" });
    expect(wrong.text).toContain(doNotMatch);
    expect(browser.cookies.has("porchlight-hosted")).toBe(false);
  });

  it("counts attempts like the API and shows the wait", async () => {
    // The account is delayed for a second.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    const wrong = (typed: string) => browser.send(page, { email: typed, password: "wrong horse battery" });
    for (let count = 0; count < 10; count++) expect((await wrong("target@example.com")).status).toBe(422);
    const ofAccount = await wrong("target@example.com");
    expect([ofAccount.status, ofAccount.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(ofAccount.text).toContain("Too many attempts. Try again in 1 second.");
    expect(ofAccount.text).toContain('value="target@example.com"');
    expect(titleOf(ofAccount)).toBe("Error: Sign in · Porchlight");

    for (let count = 0; count < 19; count++) expect((await wrong(`${count}@example.com`)).status).toBe(422);
    const ofAddress = await browser.send(page, { email, password: goodPassword });
    expect(ofAddress.status).toBe(429);
    expect(Number(ofAddress.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(ofAddress.text).toMatch(/Too many attempts\. Try again in (?:\d+ seconds|1 minute)\./);
    const elsewhere = newBrowser();
    expect(inFragment(await signIn(elsewhere, await prepare()))).toHaveProperty("code");
  });

  it("counts pages against the read limit", async () => {
    const browser = newBrowser();
    for (let count = 0; count < 600; count++) await browser.open("/hosted/login");
    const page = await browser.open("/hosted/login");
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(page.text).toContain("Too many attempts. Try again in");
  });
});
