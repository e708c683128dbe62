import { describe, expect, it } from "vitest";
import { createHostedSteps, formTokenOn, inFragment, titleOf } from "../../../test/auth/hosted-sign-in.ts";
import { createTestMembers, factorsPath } from "../../../test/auth/mfa-members.ts";
import { submitPassword } from "../../../test/auth/second-factor-members.ts";
import type { PageResponse, TestBrowser } from "../../../test/test-browser.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer();
const hosted = await createHostedSteps(server);
const members = await createTestMembers(server);
const { prepare, newBrowser } = hosted;
const title = "Confirm your sign-in · Porchlight";
const minute = 60_000;

const pushesTo = async (email: string, count: number) =>
  (await members.waitFor(email, count, ({ channel }) => channel === "push")).map(({ push }) => push!);
const respond = (body: object) => server.call("POST", "/_api/porchlight/v1/auth/push-answers", { body });
const approve = (push: { token: string } | undefined, number: string | undefined) =>
  respond({ pushToken: push?.token, approved: true, number });
const numberOn = ({ text }: PageResponse) => /<p class="push-number">(\d\d)<\/p>/.exec(text)?.[1];
const requestStatus = (browser: TestBrowser, page: PageResponse, question = "device") =>
  browser.open(page.url.href, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ formToken: formTokenOn(page), ask: question }).toString(),
  });

/** A member whose only factor is a device: a password set by email disables codes by email. */
async function newMemberWithDevice() {
  const member = await members.newMember();
  const token = await member.signIn();
  const added = await members.post(factorsPath, { type: "PUSH", name: "Phone" }, token);
  const [push] = await pushesTo(member.email, 1);
  await approve(push, added.body.pushNumber);
  expect((await members.post(`${factorsPath}/${added.body.factor.id}/activate`, {}, token)).status).toBe(200);
  await server.context.db.deleteFrom("recovery_codes").where("member_id", "=", member.id).execute();
  await server.context.db.updateTable("members").set({ email_verified: false }).where("id", "=", member.id).execute();
  await members.advance(5 * minute);
  return member;
}

/** Opens the page that shows the number. */
async function begin(member?: { email: string }) {
  const { email } = member ?? (await newMemberWithDevice());
  const browser = newBrowser();
  const prepared = await prepare();
  const page = await submitPassword(hosted, browser, prepared, email);
  expect([page.status, titleOf(page)]).toEqual([200, title]);
  const [, push] = await pushesTo(email, 2);
  return { email, browser, prepared, page, push, number: numberOn(page) };
}

describe("the push factor on a hosted page", () => {
  it("is sent automatically as the only factor, shows the number, and continues after approval", async () => {
    const { browser, page, push, number } = await begin();
    expect(push?.numbers).toContain(number);
    expect(page.text).toContain("Open the request on your device and choose this number there:");
    expect(page.text).toMatch(/role="timer" aria-live="off" data-seconds="120" data-words="{time} left to answer"/);
    const early = await browser.send(page, { remember: "yes" });
    expect([early.status, numberOn(early)]).toEqual([409, number]);
    expect(early.text).toContain(
      `No one has approved the request yet. Choose ${number} on your device, then press the button again.`,
    );
    expect(early.text).toContain('value="yes" checked');
    await approve(push, number);
    expect(inFragment(await browser.follow(await browser.send(early, { remember: "yes" })))).toHaveProperty("code");
  });

  it("reports to its script whether the device responded, without revealing or consuming the response", async () => {
    const { browser, page, push, number } = await begin();
    for (let count = 0; count < 40; count++) {
      const status = await requestStatus(browser, page);
      expect([status.status, status.headers.get("cache-control"), JSON.parse(status.text)]).toEqual([
        200,
        "no-store",
        { isAnswered: false },
      ]);
    }
    await approve(push, number);
    for (let count = 0; count < 2; count++)
      expect(JSON.parse((await requestStatus(browser, page)).text)).toEqual({ isAnswered: true });
    expect((await requestStatus(browser, page, "nonsense")).status).toBe(404);
    expect((await requestStatus(browser, page, "passkey")).status).toBe(404);
    expect(inFragment(await browser.follow(await browser.send(page, {})))).toHaveProperty("code");
    const late = await requestStatus(browser, page);
    expect([late.status, titleOf(late)]).toEqual([400, "This sign-in link no longer works · Porchlight"]);
  });

  it("shows that the device denied the sign-in and can be sent again", async () => {
    const { email, browser, page, push } = await begin();
    await respond({ pushToken: push?.token, approved: false });
    const refused = await browser.send(page, {});
    expect([refused.status, titleOf(refused)]).toEqual([403, `Error: ${title}`]);
    expect(refused.text).toContain("The request was denied.");
    expect(numberOn(refused)).toBeUndefined();
    await pushesTo(email, 2);
    const again = await browser.follow(await browser.send(refused, {}));
    const [, , second] = await pushesTo(email, 3);
    await approve(second, numberOn(again));
    expect(inFragment(await browser.follow(await browser.send(again, {})))).toHaveProperty("code");
  });

  it("expires after two minutes, also for an open page, and can be sent again", async () => {
    const { email, browser, prepared, page } = await begin();
    server.advance(2 * minute + 1_000);
    const over = await browser.send(page, {});
    expect(over.text).toContain("The request has expired.");
    const reloaded = await hosted.openPage(browser, prepared, "mfa");
    expect([reloaded.status, numberOn(reloaded)]).toEqual([200, undefined]);
    expect(reloaded.text).toContain("We can send a request to your device.");
    const again = await browser.follow(await browser.send(reloaded, {}));
    const [, , second] = await pushesTo(email, 3);
    expect(second?.numbers).toContain(numberOn(again));
  });

  it("is sent once when the button is pressed twice, and accepts a response that arrives in the meantime", async () => {
    const { email, browser, page, push, number } = await begin();
    const twice = await Promise.all([browser.send(page, { send: "yes" }), browser.send(page, { send: "yes" })]);
    for (const each of twice) expect(numberOn(await browser.follow(each))).toBe(number);
    await pushesTo(email, 2);
    await approve(push, number);
    expect(inFragment(await browser.follow(await browser.send(page, { send: "yes" })))).toHaveProperty("code");
  });

  it("rejects another browser's page, another member's number, and a forged response", async () => {
    const [one, other] = [await newMemberWithDevice(), await newMemberWithDevice()];
    const [mine, theirs] = [await begin(one), await begin(other)];
    const stranger = newBrowser();
    expect((await stranger.send(mine.page, {})).status).toBe(303);
    await approve(theirs.push, theirs.number);
    expect((await mine.browser.send(mine.page, { code: theirs.number ?? "", approved: "true" })).status).toBe(409);
    expect((await respond({ pushToken: mine.push?.token, approved: true, number: "00" })).body.approved).toBe(false);
    expect((await mine.browser.send(mine.page, {})).status).toBe(403);
  });

  it("is limited to three per member in five minutes, then shows the wait", async () => {
    const { email } = await newMemberWithDevice();
    const browser = newBrowser();
    for (let count = 0; count < 3; count++)
      expect(numberOn(await submitPassword(hosted, browser, await prepare(), email))).toMatch(/^\d\d$/);
    const page = await submitPassword(hosted, browser, await prepare(), email);
    expect([page.status, numberOn(page)]).toEqual([200, undefined]);
    const limited = await browser.send(page, {});
    expect(limited.status).toBe(429);
    expect(limited.text).toMatch(/Too many attempts\. Try again in \d minutes?\./);
    expect(limited.text).toMatch(
      /data-seconds="\d+" data-words="Time left: {time}" data-over="You can try again now\."/,
    );
  });
});
