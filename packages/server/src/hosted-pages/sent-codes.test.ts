import { expect, it } from "vitest";
import { createHostedSteps, inFragment, type Mail, titleOf } from "../../test/auth/hosted-sign-in.ts";
import { createMfaMember, submitPassword } from "../../test/auth/second-factor-members.ts";
import { changeSetting, createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import type { PageResponse, TestBrowser } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createMember } from "../members/administration/create-member.ts";

const server = await createTestServer();
const hosted = await createHostedSteps(server);
const { prepare, newBrowser, mails } = hosted;
const title = "Confirm your sign-in · Porchlight";
const minute = 60_000;
const factorsPath = "/_api/porchlight/v1/auth/factors";

/** Codes sent to an email or phone number, oldest first. */
const codesTo = async (to: string, channel?: "sms" | "call") =>
  ((await mails(to)) as (Mail & { channel: string })[]).flatMap((message) =>
    message.code !== undefined && (!channel || message.channel === channel) ? [message.code] : [],
  );
const wrongFor = (code: string | undefined, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, "0");
const choose = (browser: TestBrowser, page: PageResponse, method: string) =>
  browser.open(`/hosted/mfa?session=${page.url.searchParams.get("session")}&method=${method}`);
const sendCode = async (browser: TestBrowser, page: PageResponse) =>
  browser.follow(await browser.send(page, { send: "yes" }));

let phones = 0;
async function newMemberWithPhone(email: string) {
  const phoneNumber = `+4420794601${String(++phones).padStart(2, "0")}`;
  await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
  const steps = await createSignInSteps(server);
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  const added = await server.call("POST", factorsPath, { token, body: { type: "SMS", phoneNumber } });
  const [code] = await codesTo(phoneNumber, "sms");
  const path = `${factorsPath}/${added.body.factor.id}/activate`;
  expect((await server.call("POST", path, { token, body: { code } })).status).toBe(200);
  server.advance(minute);
  return { email, phoneNumber };
}

it("sends a code automatically to a member without a better method and accepts it", async () => {
  const { email, phoneNumber } = await newMemberWithPhone("text@example.com");
  const browser = newBrowser();
  const page = await submitPassword(hosted, browser, await prepare(), email);
  expect([page.status, titleOf(page)]).toEqual([200, title]);
  expect(page.text).toContain(
    `Your account requires a second factor. We sent a code by text message to <bdi class="strong">•••${phoneNumber.slice(-2)}</bdi>.`,
  );
  expect(page.text).toMatch(
    /6 digits\. The code expires after 10 minutes\.<\/p>\s+<input id="code" [^>]*autocomplete="one-time-code"/,
  );
  expect(page.text).toContain('name="send" value="yes">Send a new code</button>');
  expect(page.text).not.toContain(phoneNumber);
  const [, code] = await codesTo(phoneNumber, "sms");
  const done = await browser.send(page, { code: code!, remember: "yes" });
  expect(inFragment(await browser.follow(done))).toHaveProperty("code");
  expect(inFragment(await submitPassword(hosted, browser, await prepare(), email))).toHaveProperty("code");
});

it("does not send a code for opening a page: a selected method waits for its button", async () => {
  const { email } = await createMfaMember(server, "chosen@example.com");
  const browser = newBrowser();
  const app = await submitPassword(hosted, browser, await prepare(), email);
  expect(app.text).toMatch(/Code by email<\/a><\/li>\s+<li>.*Recovery code/);
  const page = await choose(browser, app, "EMAIL");
  expect(page.text).toContain('We can send a code to <bdi class="strong">c•••@example.com</bdi>.');
  expect(page.text).toMatch(/<button class="button"[^>]*>Send code<\/button>/);
  expect(page.text).not.toContain('name="code"');
  await browser.open(page.url.href, { method: "HEAD" });
  expect(await codesTo(email)).toEqual([]);

  const sent = await sendCode(browser, page);
  expect(sent.text).toContain('We sent a code to <bdi class="strong">c•••@example.com</bdi>.');
  expect(sent.text).not.toContain("We sent a new code.");
  const [code] = await codesTo(email);
  expect(inFragment(await browser.follow(await browser.send(sent, { code: code! })))).toHaveProperty("code");
});

it("shows the remaining attempts after a wrong code, and requires a new code after five", async () => {
  const { email } = await createMfaMember(server, "tries@example.com");
  const browser = newBrowser();
  const app = await submitPassword(hosted, browser, await prepare(), email);
  const page = await sendCode(browser, await choose(browser, app, "EMAIL"));
  const [code] = await codesTo(email);
  for (const [by, words] of ["4 attempts", "4 attempts", "3 attempts", "2 attempts", "1 attempt"].entries()) {
    // The same wrong code twice costs one try.
    const refused = await browser.send(page, { code: wrongFor(code, Math.max(by, 1)) });
    expect([refused.status, titleOf(refused)]).toEqual([422, `Error: ${title}`]);
    expect(refused.text).toContain(`<a href="#code">That code is incorrect. ${words} left.</a>`);
    expect(refused.text).not.toContain("clock of your phone");
  }
  for (const typed of [wrongFor(code, 5), code!])
    expect((await browser.send(page, { code: typed })).text).toContain("That code has expired. Send a new one.");
  for (const [typed, words] of [
    ["", "Enter the code"],
    ["12", "Enter all 6 digits of the code"],
  ] as const)
    expect((await browser.send(page, { code: typed })).text).toContain(`<a href="#code">${words}</a>`);
});

it("sends another code after one minute, not before, and invalidates the former one", async () => {
  const { email } = await createMfaMember(server, "again@example.com");
  const browser = newBrowser();
  const app = await submitPassword(hosted, browser, await prepare(), email);
  const page = await sendCode(browser, await choose(browser, app, "EMAIL"));
  const tooSoon = await browser.send(page, { send: "yes" });
  expect(tooSoon.status).toBe(429);
  expect(Number(tooSoon.headers.get("retry-after"))).toBeGreaterThan(50);
  expect(tooSoon.text).toMatch(/You requested a code less than a minute ago\. Try again in (?:5\d|60) seconds\./);
  server.advance(minute);
  const sent = await sendCode(browser, page);
  expect(sent.text).toMatch(/data-kind="success" role="status">.*We sent a new code\. Older codes no longer work\./s);
  const [first, second] = await codesTo(email);
  if (first !== second) expect((await browser.send(sent, { code: first! })).status).toBe(422);
  server.advance(minute);
  expect((await browser.open(sent.url.href)).text).not.toContain("We sent a new code.");
  expect(inFragment(await browser.follow(await browser.send(sent, { code: second! })))).toHaveProperty("code");
});

it("switches from a text message to a call to the same phone when a call is allowed", async () => {
  const { email, phoneNumber } = await newMemberWithPhone("call@example.com");
  const browser = newBrowser();
  const page = await submitPassword(hosted, browser, await prepare(), email);
  const callPage = await choose(browser, page, "CALL");
  expect(callPage.text).toContain(
    `We can call <bdi class="strong">•••${phoneNumber.slice(-2)}</bdi> and read out a code.`,
  );
  const tooSoon = await browser.send(callPage, { send: "yes" });
  expect(tooSoon.status).toBe(429);
  expect(Number(tooSoon.headers.get("retry-after"))).toBeGreaterThan(30);
  expect(tooSoon.text).toContain("Call me</button>");
  server.advance(minute);
  const called = await sendCode(browser, callPage);
  expect(called.text).toContain(
    `We are calling <bdi class="strong">•••${phoneNumber.slice(-2)}</bdi>. Listen for the code.`,
  );
  expect(called.text).toContain('name="send" value="yes">Call me again</button>');
  const [code] = await codesTo(phoneNumber, "call");
  expect(inFragment(await browser.follow(await browser.send(called, { code: code! })))).toHaveProperty("code");
});

it("opens the page when the send limit is reached and shows that at the button", async () => {
  const { email, phoneNumber } = await newMemberWithPhone("often@example.com");
  const browser = newBrowser();
  for (let count = 0; count < 2; count++) {
    await submitPassword(hosted, browser, await prepare(), email);
    server.advance(minute);
  }
  const page = await submitPassword(hosted, browser, await prepare(), email);
  expect([page.status, titleOf(page)]).toEqual([200, title]);
  expect(page.text).toContain("We can send a code by text message to");
  const limited = await browser.send(page, { send: "yes" });
  expect(limited.status).toBe(429);
  expect(limited.text).toMatch(/Too many attempts\. Try again in \d+ minutes\./);
  expect(await codesTo(phoneNumber, "sms")).toHaveLength(3);
});

it("asks to sign in again if the owner disabled the method in the meantime", async () => {
  const { email } = await createMfaMember(server, "away@example.com");
  const browser = newBrowser();
  const app = await submitPassword(hosted, browser, await prepare(), email);
  const page = await choose(browser, app, "EMAIL");
  await changeSetting(server, "secondStepFactors", ["TOTP"]);
  const response = await sendCode(browser, page);
  expect([response.status, titleOf(response)]).toEqual([400, title]);
  expect(response.text).toContain("Back to sign in</a>");
  const next = await submitPassword(hosted, browser, await prepare(), email);
  expect(next.text).not.toContain("Code by email");
  await changeSetting(server, "secondStepFactors", ["TOTP", "PUSH", "SMS", "CALL", "EMAIL"]);
});

it("asks all members if the owner requires a second factor, by email if none is set up", async () => {
  await changeSetting(server, "secondStep", "required");
  const email = "everybody@example.com";
  await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
  const browser = newBrowser();
  const page = await submitPassword(hosted, browser, await prepare(), email);
  expect(page.text).toContain('We sent a code to <bdi class="strong">e•••@example.com</bdi>.');
  expect(page.text).not.toContain("<details");
  const [code] = await codesTo(email);
  expect(inFragment(await browser.follow(await browser.send(page, { code: code! })))).toHaveProperty("code");
  await changeSetting(server, "secondStep", "optional");
});
