import { describe, expect, it } from "vitest";
import { createHostedSteps, formTokenOn, inFragment, titleOf } from "../../test/auth/hosted-sign-in.ts";
import { createPasskeyFixture } from "../../test/auth/passkey-members.ts";
import { submitPassword } from "../../test/auth/second-factor-members.ts";
import { changeSetting } from "../../test/auth/sign-in-steps.ts";
import type { PasskeyBehavior, TestPasskey } from "../../test/auth/test-passkey.ts";
import type { PageResponse, TestBrowser } from "../../test/test-browser.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const hosted = await createHostedSteps(server);
const world = await createPasskeyFixture(server);
const { prepare, newBrowser, openLogin } = hosted;
const title = "Confirm your sign-in · Porchlight";
const minute = 60_000;
/** The origin of the hosted pages. */
const { origin } = new URL(server.context.config.publicUrl);

const requestChallenge = (browser: TestBrowser, page: PageResponse, formToken = formTokenOn(page)) =>
  browser.open(page.url.href, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ formToken, ask: "passkey" }).toString(),
  });
/** The fields that the page's script sets. */
async function answerOf(browser: TestBrowser, page: PageResponse, passkey: TestPasskey, how?: PasskeyBehavior) {
  const { challengeId, publicKeyCredentialRequestOptionsJson: options } = JSON.parse(
    (await requestChallenge(browser, page)).text,
  );
  return { passkey: "yes", challengeId, credential: passkey.use(options, { origin, ...how }) };
}
const newMember = async () => {
  const member = await world.newMember();
  return { ...member, ...(await world.add(member)) };
};

describe("a sign-in with a passkey on the hosted page", () => {
  it("is offered as autofill and by a button, with a hint that it requires scripts", async () => {
    const page = await openLogin(newBrowser(), await prepare());
    expect(page.text).toContain('autocomplete="username webauthn"');
    expect(page.text).toMatch(/<form class="form passkey" [^>]*data-passkey="offer"[^>]* hidden>/);
    expect(page.text).toContain(
      '<noscript><p class="hint">Passkeys require JavaScript. To use one, turn it on and reload the page.</p></noscript>',
    );
    await changeSetting(server, "secondStepFactors", ["TOTP"]);
    const without = await openLogin(newBrowser(), await prepare());
    expect(without.text).not.toMatch(/passkey"|webauthn|Passkeys/);
    await changeSetting(server, "secondStepFactors", ["WEBAUTHN", "TOTP"]);
  });

  it("signs in without a captcha, and counts as a second factor only with user verification", async () => {
    const { passkey } = await newMember();
    await changeSetting(server, "captcha", "always");
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    const done = await browser.follow(await browser.send(page, await answerOf(browser, page, passkey)));
    expect(inFragment(done)).toHaveProperty("code");
    await changeSetting(server, "captcha", "off");

    const unsure = await openLogin(browser, await prepare());
    const response = await answerOf(browser, unsure, passkey, { isUserVerified: false });
    const step = await browser.follow(await browser.send(unsure, response));
    expect(titleOf(step)).toBe(title);
    const sure = await answerOf(browser, step, passkey);
    expect(inFragment(await browser.follow(await browser.send(step, sure)))).toHaveProperty("code");
  });

  it("rejects invalid, used, expired, and foreign passkeys with a message, then accepts a valid one", async () => {
    const { passkey } = await newMember();
    const stranger = await newMember();
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    const good = await answerOf(browser, page, passkey);
    const expectRefused = async (fields: Record<string, string>) => {
      const refused = await browser.send(page, { passkey: "yes", ...fields });
      expect([refused.status, titleOf(refused)]).toEqual([403, "Error: Sign in · Porchlight"]);
      expect(refused.text).toMatch(
        /That passkey did not work\. Try again, or sign in with your password\.|no longer registered/,
      );
      expect(refused.text).not.toContain("eyJ");
    };
    await expectRefused({});
    await expectRefused({ challengeId: "", credential: good.credential });
    await expectRefused({ challengeId: "x".repeat(5_000), credential: good.credential });
    await expectRefused({ challengeId: good.challengeId, credential: "{}" });
    await expectRefused({ challengeId: good.challengeId, credential: "[".repeat(20_000) });
    await expectRefused({ ...good, credential: good.credential.replace(/"signature":"./, '"signature":"_') });
    await expectRefused(await answerOf(browser, page, passkey, { origin: "https://evil.example" }));
    await expectRefused(await answerOf(browser, page, passkey, { isForged: true }));
    const theirs = await answerOf(browser, page, stranger.passkey);
    await expectRefused({ challengeId: theirs.challengeId, credential: good.credential });
    expect(inFragment(await browser.follow(await browser.send(page, good)))).toHaveProperty("code");

    const other = newBrowser();
    const nextPage = await openLogin(other, await prepare());
    expect((await other.send(nextPage, good)).status).toBe(403);
    const old = await answerOf(other, nextPage, passkey);
    server.advance(5 * minute + 1_000);
    expect((await other.send(nextPage, old)).status).toBe(403);
  });

  it("accepts requests of this page only, limited per IP address", async () => {
    const browser = newBrowser();
    const page = await openLogin(browser, await prepare());
    expect((await requestChallenge(browser, page, "made up")).status).toBe(403);
    const foreign = await openLogin(newBrowser(), await prepare());
    expect((await requestChallenge(browser, page, formTokenOn(foreign))).status).toBe(403);
    let limited: PageResponse | undefined;
    for (let count = 0; count < 200 && !limited; count++) {
      const challenge = await requestChallenge(browser, page);
      if (challenge.status === 429) limited = challenge;
    }
    expect(limited?.headers.get("content-type")).toContain("application/json");
    expect(JSON.parse(limited?.text ?? "").message).toMatch(/^Too many attempts\. Try again in /);
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("the second factor with a passkey on a hosted page", () => {
  const begin = async () => {
    const member = await newMember();
    const browser = newBrowser();
    const prepared = await prepare();
    const page = await submitPassword(hosted, browser, prepared, member.email);
    expect([page.status, titleOf(page)]).toEqual([200, title]);
    return { ...member, browser, prepared, page };
  };

  it("is preferred, with a hint about other methods without scripts", async () => {
    const { page } = await begin();
    expect(page.text).toContain("Confirm with a passkey that you have set up for this site.");
    expect(page.text).toMatch(/<form class="form passkey" [^>]*data-passkey="ask"[^>]* hidden>/);
    expect(page.text).toContain(
      '<noscript><p class="hint">Passkeys require JavaScript. Turn it on and reload the page, or use another method.</p></noscript>',
    );
    expect(page.text).toMatch(/method=RECOVERY_CODE">Recovery code<\/a>/);
  });

  it("requests the member's passkeys and trusts the device if selected", async () => {
    const { browser, page, passkey, email } = await begin();
    const challenge = JSON.parse((await requestChallenge(browser, page)).text);
    const options = JSON.parse(challenge.publicKeyCredentialRequestOptionsJson);
    expect(options.allowCredentials).toEqual([expect.objectContaining({ id: passkey.id })]);
    const fields = { ...(await answerOf(browser, page, passkey)), remember: "yes" };
    expect(inFragment(await browser.follow(await browser.send(page, fields)))).toHaveProperty("code");
    expect(inFragment(await submitPassword(hosted, browser, await prepare(), email))).toHaveProperty("code");
  });

  it("rejects another member's passkey, a sign-in challenge, and a used challenge, then accepts the right one", async () => {
    const { browser, page, passkey } = await begin();
    const other = await begin();
    const theirs = await answerOf(other.browser, other.page, other.passkey);
    const elsewhere = newBrowser();
    const ofSignIn = await answerOf(elsewhere, await openLogin(elsewhere, await prepare()), passkey);
    const mine = await answerOf(browser, page, passkey);
    for (const fields of [theirs, ofSignIn, { ...mine, challengeId: theirs.challengeId }, { passkey: "yes" }]) {
      const refused = await browser.send(page, fields);
      expect([refused.status, titleOf(refused)]).toEqual([403, `Error: ${title}`]);
      expect(refused.text).toContain("That passkey did not work. Try again or use another method.");
    }
    const sent = await Promise.all([browser.send(page, mine), browser.send(page, mine)]);
    const done = await Promise.all(sent.map((each) => browser.follow(each)));
    expect(done.filter((each) => "code" in inFragment(each))).toHaveLength(1);
  });

  it("reports to the page and its script that the sign-in expired", async () => {
    const { browser, page, id } = await begin();
    await server.context.db.deleteFrom("second_steps").where("member_id", "=", id).execute();
    const challenge = await requestChallenge(browser, page);
    expect([challenge.status, challenge.headers.get("content-type")]).toEqual([303, null]);
    const late = await browser.follow(challenge);
    expect(late.text).toContain("That took too long. Sign in again.");
  });
});
