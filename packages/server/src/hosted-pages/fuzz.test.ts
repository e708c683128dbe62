import { expect, it } from "vitest";
import { createHostedSteps, formTokenOn } from "../../test/auth/hosted-sign-in.ts";
import { createPasskeyFixture, factorsPath } from "../../test/auth/passkey-members.ts";
import { submitPassword } from "../../test/auth/second-factor-members.ts";
import { changeSetting } from "../../test/auth/sign-in-steps.ts";
import type { PageResponse, TestBrowser } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const hosted = await createHostedSteps(server);
const world = await createPasskeyFixture(server);
const { prepare, newBrowser, openPage } = hosted;

/** Deterministic random numbers. Source: mulberry32. */
function createDice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}
const roll = createDice(20_26);
const one = <Item>(items: readonly Item[]): Item => items[roll(items.length)]!;

const values = [
  "",
  "yes",
  "passkey",
  "device",
  "000000",
  "abcde-fghij",
  " ".repeat(2_000),
  "x".repeat(30_000),
  "ü😀\u202e\u0301".repeat(300),
  "\u0000",
  "\ud800",
  "null",
  "[object Object]",
  '{"id":"x","rawId":"x","type":"public-key","response":{}}',
  `{"id":"${"A".repeat(1_300)}","rawId":"A","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA"}}`,
  "[".repeat(5_000),
  "01890a5d-ac96-774b-bcce-b302099a8057",
  "-1",
  "1e999",
  "%",
  "' or 1=1 --",
  "<script>alert(1)</script>",
  "a@example.com",
  "a\r\nbcc: b@example.com",
];
const names = [
  ...["email", "password", "firstName", "lastName", "code", "remember", "failures", "send", "resend", "again"],
  ...["ask", "passkey", "challengeId", "credential", "captchaSilent", "captchaVisible", "__proto__", "constructor"],
];
const methods = ["WEBAUTHN", "TOTP", "PUSH", "RECOVERY_CODE", "EMAIL", "SMS", "PASSWORD", "__proto__", "", "%00"];

function makeBody(formToken: string): string {
  const pairs = [["formToken", roll(12) === 0 ? one(values) : formToken]];
  for (let count = roll(6); count > 0; count--) pairs.push([one(names), one(values)]);
  const body = new URLSearchParams(pairs).toString();
  return roll(20) === 0 ? body.replaceAll("%", "%%") : body;
}

it("hosted pages respond to random requests quickly and without server errors", async () => {
  const member = await world.newMember();
  await world.add(member);
  await server.call("POST", factorsPath, { token: member.token, body: { type: "PUSH", name: "Phone" } });
  await changeSetting(server, "captcha", "always");
  const browser = newBrowser();
  const prepared = await prepare();
  const pages: PageResponse[] = [];
  for (const name of ["login", "sign-up", "forgot"]) pages.push(await openPage(browser, prepared, name));
  await changeSetting(server, "captcha", "off");
  const step = await submitPassword(hosted, browser, prepared, member.email);
  for (const method of methods)
    pages.push({
      ...step,
      url: new URL(
        `${step.url.pathname}${step.url.search}&method=${method}`.replace(/&method=[^&]*(?=&method)/, ""),
        step.url,
      ),
    });
  await changeSetting(server, "captcha", "always");

  const seen: Record<number, number> = {};
  for (let count = 0; count < 600; count++) {
    // From a new IP address each time, to avoid rate limits.
    const visitor: TestBrowser = newBrowser();
    for (const [name, cookie] of browser.cookies)
      visitor.cookies.set(
        name,
        roll(30) === 0 ? { ...cookie, value: one(["x", "e30", "%", "A".repeat(3_000)]) } : cookie,
      );
    const page = one(pages);
    const body = makeBody(formTokenOn(page));
    const method = one(["POST", "POST", "POST", "POST", "GET", "HEAD"]);
    const startedAt = performance.now();
    const response = await visitor.open(page.url.href, {
      method,
      headers: {
        "content-type": one([
          ...Array(9).fill("application/x-www-form-urlencoded"),
          "application/json",
          "text/plain",
          "",
        ]),
        "sec-fetch-site": roll(20) === 0 ? "cross-site" : "same-origin",
        "accept-language": one(["en", "de", "x".repeat(500), "*"]),
      },
      ...(method === "POST" && { body }),
    });
    const shown = response.location === undefined ? response : await visitor.open(response.location);
    const what = [page.url.pathname + page.url.search, body.slice(0, 400), response.status, shown.status];
    expect([...what, response.status < 500, shown.status < 500]).toEqual([...what, true, true]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(shown.text).not.toContain("<script>alert");
    seen[response.status] = (seen[response.status] ?? 0) + 1;
  }
  // Some random requests passed the form guards.
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(["200", "303", "400", "403"]));
}, 60_000);
