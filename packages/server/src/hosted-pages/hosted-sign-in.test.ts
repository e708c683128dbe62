import { describe, expect, it } from "vitest";
import { createHostedSteps, inFragment, inQuery } from "../../test/auth/hosted-sign-in.ts";
import { goodPassword } from "../../test/auth/sign-in-steps.ts";
import type { PageResponse } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const { steps, email, memberId, redirectUri, prepare, newBrowser, openLogin, openPage, signIn } =
  await createHostedSteps(server);
const hostedSessions = () => server.context.db.selectFrom("hosted_sessions").selectAll().execute();
const expired = "This sign-in link no longer works";

describe("hosted sign-in", () => {
  it.each([
    ["fragment", (response: PageResponse) => inFragment(response)],
    ["query", (response: PageResponse) => inQuery(response)],
  ])("ends with a code in the %s that is exchanged for member tokens", async (responseMode, read) => {
    const browser = newBrowser();
    const prepared = await prepare({ responseMode, state: "a b&c=#" });
    const started = await browser.open(prepared.fullUrl);
    expect([started.status, started.location]).toEqual([303, prepared.pageUrl]);
    const sent = await browser.send(await browser.follow(started), {
      email: " Ada@Example.com ",
      password: goodPassword,
    });
    expect([sent.status, sent.text, sent.headers.get("cache-control")]).toEqual([303, "", "no-store"]);
    const done = await browser.follow(sent);
    expect(done.status).toBe(302);
    expect(done.location?.split(/[#?]/)[0]).toBe(redirectUri);
    const { code, ...others } = read(done);
    expect(others).toEqual({ state: "a b&c=#", iss: "http://localhost:4000" });

    const tokens = await steps.exchange({ code, codeVerifier: prepared.codeVerifier, redirectUri });
    expect(tokens.status).toBe(200);
    const { body } = await server.call("GET", "/oauth2/user-info", { token: tokens.body.access_token });
    expect(body).toEqual({ sub: memberId });
  });

  it("has one result and cannot be reused", async () => {
    const browser = newBrowser();
    const prepared = await prepare();
    expect(inFragment(await signIn(browser, prepared))).toHaveProperty("code");
    for (const url of [prepared.fullUrl, prepared.pageUrl]) {
      const again = await browser.open(url);
      expect([again.status, again.location]).toEqual([400, undefined]);
      expect(again.text).toContain(expired);
    }
  });

  it("returns one code when the form is submitted twice, sequentially or concurrently", async () => {
    const browser = newBrowser();
    const prepared = await prepare();
    const page = await openLogin(browser, prepared);
    const send = () => browser.send(page, { email, password: goodPassword });
    const sent = [await send(), ...(await Promise.all([send(), send()]))];
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(inFragment(await browser.follow(sent[0]!))).toHaveProperty("code");
    const late = await browser.follow(sent[1]!);
    expect([late.status, late.location]).toEqual([400, undefined]);
  });

  it("continues on its other pages after the sign-in, but not for earlier sessions", async () => {
    const browser = newBrowser();
    await signIn(browser);
    const prepared = await prepare();
    const page = await openLogin(browser, prepared);
    expect(page.status).toBe(200);
    await browser.send(page, { email, password: goodPassword });
    for (const name of ["login", "sign-up", "verify", "mfa", "pending"]) {
      const opened = await openPage(browser, prepared, name);
      expect([opened.status, opened.location]).toEqual([303, `/_api/oauth2/authorize?session=${prepared.token}`]);
    }
    expect(inFragment(await browser.follow(await openPage(browser, prepared, "login")))).toHaveProperty("code");
  });

  it("separates two tabs", async () => {
    const browser = newBrowser();
    const [first, second] = [await prepare({ state: "first" }), await prepare({ state: "second" })];
    const [firstPage, secondPage] = [await openLogin(browser, first), await openLogin(browser, second)];
    const secondSent = await browser.send(secondPage, { email, password: goodPassword });
    const firstSent = await browser.send(firstPage, { email, password: goodPassword });
    const [secondDone, firstDone] = [await browser.follow(secondSent), await browser.follow(firstSent)];
    expect([inFragment(firstDone).state, inFragment(secondDone).state]).toEqual(["first", "second"]);
    const { code } = inFragment(firstDone);
    const foreign = await steps.exchange({ code, codeVerifier: second.codeVerifier, redirectUri });
    expect(foreign.body.error).toBe("invalid_grant");
  });

  it("shows an error and changes nothing if it expires midway", async () => {
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    const signedIn = await browser.send(await openLogin(browser, await prepare()), { email, password: goodPassword });
    const before = await hostedSessions();
    server.advance(10 * 60_000);
    for (const late of [await browser.send(page, { email, password: goodPassword }), await browser.follow(signedIn)]) {
      expect([late.status, late.location]).toEqual([400, undefined]);
      expect(late.text).toContain(expired);
    }
    expect(await hostedSessions()).toEqual(before);
  });
});
