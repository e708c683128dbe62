import { describe, expect, it } from "vitest";
import { createHostedSteps, inFragment, inQuery, titleOf } from "../../../test/auth/hosted-sign-in.ts";
import { changeSetting, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import type { PageResponse, TestBrowser } from "../../../test/test-browser.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";

const server = await createTestServer();
const { steps, redirectUri, prepare, newBrowser, openPage, mails } = await createHostedSteps(server);
const newPassword = "a lamp in every window";
const chooseTitle = "Choose a new password · Porchlight";
const linkDead = "This link no longer works. Request a new one.";
const savedSignIn = "Password saved. Sign in with it.";
const add = (email: string) => createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
const setStatus = (email: string, status: "BLOCKED" | "OFFLINE") =>
  server.context.db.updateTable("members").set({ status }).where("email_key", "=", email).execute();

/** Requests a link in a sign-in of `browser`; returns the sign-in and the link. */
async function forget(email: string, browser: TestBrowser, authRequest = {}) {
  const prepared = await prepare(authRequest);
  await browser.send(await openPage(browser, prepared, "forgot"), { email });
  const mail = (await mails(email)).filter(({ subject }) => /^(?:Reset|Set) your password/.test(subject)).at(-1);
  return { prepared, link: mail!.link! };
}
const openLink = async (browser: TestBrowser, link: string) => browser.follow(await browser.open(link));

async function expectDead(browser: TestBrowser, response: PageResponse) {
  const page = await browser.follow(response);
  expect([page.status, titleOf(page)]).toEqual([400, chooseTitle]);
  expect(page.text).toContain(linkDead);
  expect(page.text).toMatch(/<form class="form" method="post" action="\/hosted\/forgot\?[^"]+">/);
  return page;
}

describe("GET /hosted/reset", () => {
  it("removes the token from the URL and does not consume it", async () => {
    await add("ada@scan.example");
    const { link } = await forget("ada@scan.example", newBrowser());
    const token = new URL(link).searchParams.get("token")!;
    for (const method of ["HEAD", "GET", "GET"]) {
      const scanner = newBrowser();
      const opened = await scanner.open(link, { method });
      expect([opened.status, opened.location, opened.text]).toEqual([303, "/hosted/reset", ""]);
      expect(opened.headers.get("cache-control")).toBe("no-store");
      const [cookie] = opened.setCookies;
      expect(cookie).toMatch(/^porchlight-recovery=[\w-]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(Buffer.from(cookie!.split(/[=;]/)[1]!, "base64url").toString("latin1")).not.toContain(token);
      const page = await scanner.follow(opened);
      expect([page.status, titleOf(page)]).toEqual([200, chooseTitle]);
      expect(page.text).not.toContain(token);
      expect(page.headers.get("referrer-policy")).toBe("same-origin");
    }
    const page = await openLink(newBrowser(), link);
    expect(page.text).toMatch(
      /At least 8 characters\. Spaces and any language are fine\.<\/p>\s+<input id="password" [^>]*autocomplete="new-password" required aria-describedby="password-hint" autofocus>/,
    );
    expect(page.text).toMatch(/<button class="button"[^>]*>Save password<\/button>/);
    expect((await steps.login("ada@scan.example")).body.state).toBe("SUCCESS");
  });

  it.each([
    ["without a link", ""],
    ["with an empty one", "?token="],
    ["with a made-up one", `?token=${"x".repeat(43)}`],
    ["with a very long one", `?token=${"x".repeat(9_000)}`],
    ["with two", "?token=a&token=b"],
    ["with one of an app that there is not", `?token=a&app=${crypto.randomUUID()}`],
    ["with one of what is no app", "?token=a&app=%00"],
  ])("offers to send a new link %s", async (_, query) => {
    const browser = newBrowser();
    await expectDead(browser, await browser.open(`/hosted/reset${query}`));
  });

  it("rejects a forged cookie", async () => {
    await add("ada@cookie.example");
    const browser = newBrowser();
    const { link } = await forget("ada@cookie.example", browser);
    await openLink(browser, link);
    const cookie = browser.cookies.get("porchlight-recovery")!;
    browser.cookies.set("porchlight-recovery", { ...cookie, value: `${cookie.value.slice(0, -4)}AAAA` });
    await expectDead(browser, await browser.open("/hosted/reset"));
  });

  it("counts links like codes", async () => {
    const browser = newBrowser();
    await browser.open("/hosted/reset?token=made-up");
    for (let count = 0; count < 20; count++) expect((await browser.open("/hosted/reset")).status).toBe(400);
    const limited = await browser.open("/hosted/reset");
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(limited.text).toContain("Too many attempts. Try again in");
  });
});

describe("POST /hosted/reset", () => {
  it.each([
    ["fragment", inFragment],
    ["query", inQuery],
  ] as const)("continues the sign-in in the same browser: %s", async (responseMode, read) => {
    const email = `ada@${responseMode}.example`;
    await add(email);
    const browser = newBrowser();
    const { prepared, link } = await forget(email, browser, { responseMode });
    const page = await openLink(browser, link);
    expect(page.text).toMatch(/<button class="button"[^>]*>Save and sign in<\/button>/);
    expect(page.text).toContain(
      `<input type="text" name="username" autocomplete="username" value="${email}" readonly hidden>`,
    );
    expect(page.headers.get("content-security-policy")).toContain(`form-action 'self' ${server.origin};`);
    const sent = await browser.send(page, { password: newPassword });
    expect([sent.status, sent.location]).toEqual([303, `/_api/oauth2/authorize?session=${prepared.token}`]);
    const { code } = read(await browser.follow(sent));
    const tokens = await steps.exchange({ code, codeVerifier: prepared.codeVerifier, redirectUri });
    expect(tokens.status).toBe(200);
    expect((await steps.login(email)).status).toBe(401);
    expect((await steps.login(email, newPassword)).body.state).toBe("SUCCESS");
    const changed = (await mails(email)).at(-1)!;
    expect(changed).toMatchObject({
      subject: "Your password for Porchlight was changed",
      link: `http://localhost:4000/hosted/forgot?app=${server.clientId}`,
    });
    await expectDead(newBrowser(), await openLink(newBrowser(), link));
  });

  it("confirms in another browser that the password was saved and links to the app", async () => {
    await add("ada@elsewhere.example");
    const { link } = await forget("ada@elsewhere.example", newBrowser());
    const browser = newBrowser();
    const page = await openLink(browser, link);
    const sent = await browser.send(page, { password: newPassword });
    expect([sent.status, sent.location]).toEqual([303, "/hosted/reset"]);
    for (const saved of [await browser.follow(sent), await browser.open("/hosted/reset")]) {
      expect([saved.status, titleOf(saved)]).toEqual([200, chooseTitle]);
      expect(saved.text).toContain(savedSignIn);
      expect(saved.text).toContain(`<a class="button" href="${server.origin}">Go to Tests</a>`);
    }
    expect(browser.cookies.has("porchlight-hosted")).toBe(false);
    expect((await steps.login("ada@elsewhere.example", newPassword)).body.state).toBe("SUCCESS");
    await expectDead(browser, await browser.open(link));
  });

  it("confirms in the same browser after the sign-in expired, also between page and form", async () => {
    for (const [email, isLate] of [
      ["ada@late.example", false],
      ["ada@later.example", true],
    ] as const) {
      await add(email);
      const browser = newBrowser();
      const { link } = await forget(email, browser);
      if (!isLate) server.advance(10 * 60_000);
      const page = await openLink(browser, link);
      if (isLate) server.advance(10 * 60_000);
      const saved = await browser.follow(await browser.send(page, { password: newPassword }));
      expect(saved.text).toContain(savedSignIn);
      expect(saved.text).toContain(`href="${server.origin}">Go to Tests</a>`);
    }
  });

  it("does not continue a sign-in of another app than the link's", async () => {
    await add("ada@apps.example");
    const browser = newBrowser();
    const { link } = await forget("ada@apps.example", browser);
    const page = await openLink(browser, link.replace(server.clientId, crypto.randomUUID()));
    expect(page.text).toMatch(/<button class="button"[^>]*>Save password<\/button>/);
    const saved = await browser.follow(await browser.send(page, { password: newPassword }));
    expect(saved.text).toContain('<a class="button" href="http://localhost:4000">Go to Porchlight</a>');
  });

  it("shows password errors and retains the link", async () => {
    await add("ada@weak.example");
    const browser = newBrowser();
    const { link } = await forget("ada@weak.example", browser);
    const page = await openLink(browser, link);
    for (const [password, words] of [
      ["", "Use at least 8 characters"],
      ["short", "Use at least 8 characters"],
      ["password123", "This password is too common. Choose another one."],
      ["ada@weak.example", "Do not use your email or the site&#39;s name"],
      ["x".repeat(257), "Use 256 characters or fewer"],
    ] as const) {
      const refused = await browser.send(page, { password });
      expect([refused.status, titleOf(refused)]).toEqual([422, `Error: ${chooseTitle}`]);
      expect(refused.text).toContain(`<a href="#password">${words}</a>`);
      expect(refused.text).toMatch(/<input id="password"(?![^>]* value=)/);
    }
    expect(inFragment(await browser.follow(await browser.send(page, { password: newPassword })))).toHaveProperty(
      "code",
    );
  });

  it("changes the password once when the form is submitted twice concurrently, and both responses continue", async () => {
    await add("ada@double.example");
    const browser = newBrowser();
    const { prepared, link } = await forget("ada@double.example", browser);
    const page = await openLink(browser, link);
    const sent = await Promise.all(
      ["one", "two"].map((word) => browser.send(page, { password: `${newPassword} ${word}` })),
    );
    expect(sent.map(({ location }) => location).sort()).toEqual([
      `/_api/oauth2/authorize?session=${prepared.token}`,
      "/hosted/reset",
    ]);
    const later = await browser.open("/hosted/reset");
    expect([later.status, later.location]).toEqual([303, `/_api/oauth2/authorize?session=${prepared.token}`]);
    expect(inFragment(await browser.follow(later))).toHaveProperty("code");
    const changes = (await mails("ada@double.example")).filter(({ subject }) => subject.includes("was changed"));
    expect(changes).toHaveLength(1);
  });

  it("rejects the form of a link that a newer one replaced in this browser", async () => {
    await add("ada@first.example");
    await add("ada@second.example");
    const browser = newBrowser();
    const first = await openLink(browser, (await forget("ada@first.example", newBrowser())).link);
    const second = await openLink(browser, (await forget("ada@second.example", newBrowser())).link);
    const refused = await browser.send(first, { password: newPassword });
    expect([refused.status, titleOf(refused)]).toEqual([403, "We could not process this form · Porchlight"]);
    for (const email of ["ada@first.example", "ada@second.example"])
      expect((await steps.login(email)).body.state).toBe("SUCCESS");
    expect((await browser.send(second, { password: newPassword })).status).toBe(303);
    expect((await steps.login("ada@second.example", newPassword)).body.state).toBe("SUCCESS");
  });

  it("offers a new link with the same email if this one expired since it was opened, and the new one works", async () => {
    await add("ada@died.example");
    const browser = newBrowser();
    const { link } = await forget("ada@died.example", browser);
    const page = await openLink(browser, link);
    server.advance(30 * 60_000);
    const dead = await expectDead(browser, await browser.send(page, { password: newPassword }));
    expect(dead.text).toContain('value="ada@died.example"');
    expect((await steps.login("ada@died.example")).body.state).toBe("SUCCESS");
    const sent = await browser.follow(await browser.send(dead, { email: "ada@died.example" }));
    expect(titleOf(sent)).toBe("Check your email · Porchlight");
    const again = (await mails("ada@died.example")).at(-1)!.link!;
    const saved = await browser.follow(await browser.send(await openLink(browser, again), { password: newPassword }));
    expect(saved.text).toContain(savedSignIn);
  });

  it("activates an invited account with its names", async () => {
    const email = "eve@made.example";
    const owner = { kind: "owner" } as const;
    const profile = { firstName: "Eve", lastName: "Adams" };
    const { id } = await createMember(server.context, owner, { email, password: goodPassword, profile });
    await server.context.db.updateTable("members").set({ password_hash: null }).where("id", "=", id).execute();
    const browser = newBrowser();
    const { link } = await forget(email, browser);
    const page = await openLink(browser, link);
    expect(titleOf(page)).toBe("Set your password · Porchlight");
    expect(page.text).toContain(`You will sign in with this password and <bdi class="strong">${email}</bdi>.`);
    expect(page.text).toContain('<label for="password">Password</label>');
    for (const value of ["Eve", "Adams"]) expect(page.text).toContain(`value="${value}"`);
    const typed = { firstName: " Eva ", lastName: "x".repeat(101), password: "short" };
    const refused = await browser.send(page, typed);
    expect([...refused.text.matchAll(/<li><a href="#(\w+)">/g)].map(([, field]) => field)).toEqual([
      "lastName",
      "password",
    ]);
    expect(refused.text).toContain('value=" Eva "');
    const done = await browser.send(refused, { ...typed, lastName: "", password: newPassword });
    expect(inFragment(await browser.follow(done))).toHaveProperty("code");
    const row = await server.context.db.selectFrom("members").select("profile").where("id", "=", id).executeTakeFirst();
    expect(row?.profile).toEqual({ firstName: "Eva" });
    expect((await mails(email)).at(-1)?.subject).toBe("Your account at Porchlight is ready");
  });

  it("does not bypass approval by the owner", async () => {
    await changeSetting(server, "memberApproval", "owner");
    for (const [email, isElsewhere] of [
      ["ada@wait.example", false],
      ["bob@wait.example", true],
    ] as const) {
      await steps.register(email);
      const browser = newBrowser();
      const { prepared, link } = await forget(email, browser);
      const user = isElsewhere ? newBrowser() : browser;
      const sent = await user.send(await openLink(user, link), { password: newPassword });
      expect(sent.location).toBe(isElsewhere ? "/hosted/reset" : `/hosted/pending?session=${prepared.token}`);
      const page = await user.follow(sent);
      expect(titleOf(page)).toBe("Waiting for approval · Porchlight");
      expect(page.text).toContain(`href="${server.origin}">Back to the site</a>`);
      expect(page.text.includes(email)).toBe(!isElsewhere);
      expect(user.cookies.has("porchlight-hosted")).toBe(false);
    }
    await changeSetting(server, "memberApproval", "everyone");
  });

  it("shows a message to a member blocked in the meantime", async () => {
    await add("ada@blocked.example");
    const browser = newBrowser();
    const { link } = await forget("ada@blocked.example", browser);
    const page = await openLink(browser, link);
    await setStatus("ada@blocked.example", "BLOCKED");
    const blocked = await browser.follow(await browser.send(page, { password: newPassword }));
    expect(blocked.text).toContain("This account is blocked. Contact the site owner.");
    expect(blocked.text).not.toContain("<form");
    expect(browser.cookies.has("porchlight-hosted")).toBe(false);
  });

  it("counts attempts like the API", async () => {
    await add("ada@limit.example");
    const browser = newBrowser();
    const page = await openLink(browser, (await forget("ada@limit.example", browser)).link);
    for (let count = 0; count < 19; count++) expect((await browser.send(page, { password: "short" })).status).toBe(422);
    const limited = await browser.send(page, { password: newPassword });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await steps.login("ada@limit.example")).body.state).toBe("SUCCESS");
  });
});
