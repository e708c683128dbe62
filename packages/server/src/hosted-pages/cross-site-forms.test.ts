import { describe, expect, it } from "vitest";
import { createHostedSteps, formTokenOn, titleOf } from "../../test/auth/hosted-sign-in.ts";
import { createMfaMember, submitPassword } from "../../test/auth/second-factor-members.ts";
import { goodPassword } from "../../test/auth/sign-in-steps.ts";
import type { PageResponse } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const hosted = await createHostedSteps(server);
const { email, redirectUri, prepare, newBrowser, openLogin, openPage, mails } = hosted;
const hostedSessions = () => server.context.db.selectFrom("hosted_sessions").selectAll().execute();
const cannotTake = "We could not process this form";

async function expectRefused(response: PageResponse, status = 403) {
  expect([response.status, response.location, titleOf(response)]).toEqual([
    status,
    undefined,
    `${cannotTake} · Porchlight`,
  ]);
  expect(response.setCookies).toEqual([]);
}

describe("a cross-site form at /hosted/login", () => {
  const typed = { email, password: goodPassword };

  it.each([
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from another origin of the same site", { "sec-fetch-site": "same-site" }],
    ["without an initiator", { "sec-fetch-site": "none" }],
    ["in an older browser, from another origin", { "sec-fetch-site": undefined, origin: server.origin }],
    ["in an older browser, from an opaque origin", { "sec-fetch-site": undefined, origin: "null" }],
    ["without origin headers", { "sec-fetch-site": undefined }],
    [
      "with the server's origin, but marked as cross-site",
      { "sec-fetch-site": "cross-site", origin: "http://localhost:4000" },
    ],
  ])("is rejected: %s", async (_, { "sec-fetch-site": site, ...others }: Record<string, string | undefined>) => {
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    const before = await hostedSessions();
    const headers = Object.fromEntries(
      Object.entries({ ...others, "sec-fetch-site": site }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    const body = new URLSearchParams({ ...typed, formToken: formTokenOn(page) }).toString();
    await expectRefused(
      await browser.open(page.url.href, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body,
      }),
    );
    expect(await hostedSessions()).toEqual(before);
  });

  it("is recognized by Origin in an older browser", async () => {
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    const response = await browser.open(page.url.href, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:4000" },
      body: new URLSearchParams({ ...typed, formToken: formTokenOn(page) }).toString(),
    });
    expect(response.status).toBe(303);
  });

  it("is rejected without its cookie, with another browser's, or with another sign-in's token", async () => {
    const browser = newBrowser();
    const prepared = await prepare();
    const page = await openLogin(browser, prepared);
    const others = await openLogin(newBrowser(), prepared);
    const ofOtherSignIn = await openLogin(browser, await prepare());
    for (const formToken of ["", "AAAA", formTokenOn(others), formTokenOn(ofOtherSignIn)])
      await expectRefused(await browser.send(page, { ...typed, formToken }));

    const refused = await newBrowser().send(page, typed);
    await expectRefused(refused);
    expect(refused.text).toContain(`<a class="button" href="${prepared.pageUrl}">Try again</a>`);
    expect((await browser.send(page, typed)).status).toBe(303);
  });

  it.each([
    [
      "a duplicate field",
      400,
      { body: (page: PageResponse) => `email=a%40b.cd&email=a%40b.cd&password=x&formToken=${formTokenOn(page)}` },
    ],
    ["broken escapes", 400, { body: () => "email=%F&password=x" }],
    ["no form", 415, { body: () => "{}", headers: { "content-type": "application/json" } }],
    ["a form in parts", 415, { body: () => "--x\r\n", headers: { "content-type": "multipart/form-data; boundary=x" } }],
    ["a form that is too large", 413, { body: () => `email=${"x".repeat(65 * 1024)}` }],
    ["a compressed form", 415, { body: () => "email=a", headers: { "content-encoding": "gzip" } }],
    ["nothing", 403, { body: () => "" }],
  ])(
    "with %s is rejected with %i",
    async (_, status, { body, headers }: { body(page: PageResponse): string; headers?: Record<string, string> }) => {
      const browser = newBrowser();
      const page = await openLogin(browser, await prepare());
      await expectRefused(await browser.send(page, {}, { body: body(page), ...(headers ? { headers } : {}) }), status);
      expect((await browser.send(page, typed)).status).toBe(303);
    },
  );

  it("ignores unknown fields", async () => {
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    const odd = { ...typed, session: "x", __proto__x: "1", constructor: "1", redirectUri: "https://evil.example" };
    const done = await browser.follow(await browser.send(page, odd as never));
    expect(done.location?.split("#")[0]).toBe(redirectUri);
  });
});

describe("a cross-site form at another page", () => {
  const typed = { firstName: "", lastName: "", email: "ada@foreign.example", password: goodPassword, code: "000000" };
  const members = () => server.context.db.selectFrom("members").select(["email_key", "password_hash"]).execute();

  /** A browser that opened the page through the preceding ones. */
  async function comeTo(name: string) {
    const browser = newBrowser();
    const prepared = await prepare();
    if (name === "verify") {
      const signUp = await openPage(browser, prepared, "sign-up");
      await browser.send(signUp, { ...typed, email: `${crypto.randomUUID()}@verify.example` });
    }
    if (name === "mfa") {
      const member = await createMfaMember(server, `${crypto.randomUUID()}@mfa.example`);
      await submitPassword(hosted, browser, prepared, member.email);
    }
    if (name !== "reset") return { browser, page: await openPage(browser, prepared, name) };
    server.advance(60_000);
    await browser.send(await openPage(browser, prepared, "forgot"), { email });
    const [mail] = (await mails(email)).slice(-1);
    return { browser, page: await browser.follow(await browser.open(mail!.link!)) };
  }

  it.each(["sign-up", "verify", "mfa", "forgot", "reset"])("is rejected and changes nothing: %s", async (name) => {
    const { browser, page } = await comeTo(name);
    expect(page.status).toBe(200);
    const before = [await members(), await mails(typed.email), await hostedSessions()];
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }])
      await expectRefused(await browser.send(page, typed, { headers }));
    for (const formToken of ["", "AAAA", formTokenOn(await openLogin(browser, await prepare()))])
      await expectRefused(await browser.send(page, { ...typed, formToken }));
    await expectRefused(await browser.send(page, {}, { body: "formToken=%F" }), 400);
    await expectRefused(await browser.send(page, {}, { body: `email=${"x".repeat(65 * 1024)}` }), 413);
    const form = { ...typed, formToken: formTokenOn(page) };
    const { status } = await newBrowser().open(page.url.href, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(form).toString(),
    });
    // No second factor is pending in that browser, so it is redirected to the page that says so.
    expect(status).toBe(name === "mfa" ? 303 : 403);
    expect([await members(), await mails(typed.email), await hostedSessions()]).toEqual(before);
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const { status, headers } = await server.call(method, page.url.href);
      expect([status, headers.get("allow")]).toEqual([405, "GET, POST"]);
    }
  });
});
