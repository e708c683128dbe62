import { describe, expect, it } from "vitest";
import { createHostedSteps, titleOf } from "../../../test/auth/hosted-sign-in.ts";
import { goodPassword } from "../../../test/auth/sign-in-steps.ts";
import type { PageResponse } from "../../../test/test-browser.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";

const server = await createTestServer();
const { email, prepare, newBrowser, openPage, mails } = await createHostedSteps(server);
const publicUrl = "http://localhost:4000";
const add = (email: string) => createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
const recoveryMails = async (to: string) => (await mails(to)).filter(({ subject }) => subject.startsWith("Reset"));

describe("GET /hosted/forgot", () => {
  it("shows the email form and a link back to the sign-in", async () => {
    const prepared = await prepare();
    const page = await openPage(newBrowser(), prepared, "forgot");
    expect([page.status, titleOf(page)]).toEqual([200, "Forgot your password? · Porchlight"]);
    expect(page.text).toContain(`<form class="form" method="post" action="/hosted/forgot?session=${prepared.token}">`);
    expect(page.text).toMatch(
      /<input id="email" [^>]*type="email" [^>]*autocomplete="username" value="" required autofocus>/,
    );
    expect(page.text).toContain(`<a href="${prepared.pageUrl}">Back to sign in</a>`);
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self';");
  });

  it.each([
    ["by itself", "", "Porchlight", publicUrl],
    ["for an app", `?app=${server.clientId}`, "Tests", server.origin],
    ["for an app that there is not", `?app=${crypto.randomUUID()}`, "Porchlight", publicUrl],
    ["for what is no app", "?app=%00'", "Porchlight", publicUrl],
    ["for two apps", `?app=${server.clientId}&app=${server.clientId}`, "Porchlight", publicUrl],
    ["for a sign-in that there is not", "?session=made-up", "Porchlight", publicUrl],
  ])("is available %s too, with a link back", async (_, query, name, url) => {
    const page = await newBrowser().open(`/hosted/forgot${query}`);
    expect([page.status, titleOf(page)]).toEqual([200, "Forgot your password? · Porchlight"]);
    expect(page.text).toContain(`<p class="links"><a href="${url}">Go to ${name}</a></p>`);
  });

  it("is available after the sign-in expired", async () => {
    const prepared = await prepare();
    const browser = newBrowser();
    const before = await openPage(browser, prepared, "forgot");
    server.advance(10 * 60_000);
    const page = await openPage(browser, prepared, "forgot");
    expect(page.text).toContain(`<a href="${server.origin}">Go to Tests</a>`);
    const sent = await browser.send(before, { email });
    expect([sent.status, sent.location]).toEqual([303, `/hosted/forgot?app=${server.clientId}&sent=yes`]);
    expect(await recoveryMails(email)).toHaveLength(1);
  });
});

describe("POST /hosted/forgot", () => {
  it("responds the same for every email and sends a link to members only", async () => {
    await add("Known@example.com");
    const pages: string[] = [];
    for (const typed of [" KNOWN@example.com", "nobody@example.com"]) {
      const browser = newBrowser();
      const prepared = await prepare();
      const sent = await browser.send(await openPage(browser, prepared, "forgot"), { email: typed });
      expect([sent.status, sent.location]).toEqual([303, `/hosted/forgot?session=${prepared.token}&sent=yes`]);
      const page = await browser.follow(sent);
      expect([page.status, titleOf(page)]).toEqual([200, "Check your email · Porchlight"]);
      expect(page.text).toContain(
        `If there is an account for <bdi class="strong">${typed.trim()}</bdi>, we have sent a link.`,
      );
      expect(page.text).toContain("The link expires after 30 minutes and works only once.");
      expect(page.text).toContain(`<a href="/hosted/forgot?session=${prepared.token}">Change email</a>`);
      pages.push(
        page.text.replaceAll(typed.trim(), "…").replace(/nonce="[^"]*"|session=[\w-]+|value="[\w-]{43}"/g, ""),
      );
    }
    expect(pages[1]).toBe(pages[0]);
    expect(await mails("nobody@example.com")).toEqual([]);
    const [mail] = await recoveryMails("Known@example.com");
    expect(mail!.link).toMatch(new RegExp(`^${publicUrl}/hosted/reset\\?app=${server.clientId}&token=[\\w-]{43}$`));
    expect(mail!.html).toContain(`href="${mail!.link!.replace("&", "&amp;")}"`);
  });

  it("sends the email in the language of the page", async () => {
    await add("deutsch@example.com");
    const browser = newBrowser();
    const german = { headers: { "accept-language": "de" } };
    const page = await browser.open("/hosted/forgot", german);
    expect(titleOf(page)).toBe("Passwort vergessen? · Porchlight");
    await browser.send(page, { email: "deutsch@example.com" }, german);
    expect((await mails("deutsch@example.com"))[0]?.subject).toBe("Neues Passwort für Porchlight");
  });

  it.each([
    ["", "Enter your email address"],
    [" ", "Enter your email address"],
    ["nope", "Enter an email address, like name@example.com"],
    ["a@b.co\r\nBcc: eve@evil.example", "Enter an email address, like name@example.com"],
    [`${"x".repeat(2_000)}@example.com`, "Enter an email address, like name@example.com"],
  ])("shows for %j: %s", async (typed, words) => {
    const browser = newBrowser();
    const page = await browser.send(await browser.open("/hosted/forgot"), { email: typed });
    expect([page.status, titleOf(page)]).toEqual([422, "Error: Forgot your password? · Porchlight"]);
    expect(page.text).toContain(`<a href="#email">${words}</a>`);
  });

  it("sends another link after one minute, not before, for any email", async () => {
    await add("again@example.com");
    await add("other@example.com");
    const browser = newBrowser();
    const shown = await browser.follow(
      await browser.send(await browser.open("/hosted/forgot"), { email: "again@example.com" }),
    );
    expect(shown.text).toContain('name="again" value="yes">Send again</button>');
    expect(shown.text).toContain("You can request another link once a minute.");
    const tooSoon = await browser.send(shown, {});
    expect([tooSoon.status, titleOf(tooSoon)]).toEqual([429, "Error: Check your email · Porchlight"]);
    expect(Number(tooSoon.headers.get("retry-after"))).toBeGreaterThan(50);
    expect(tooSoon.text).toMatch(/You requested a link less than a minute ago\. Try again in (?:5\d|60) seconds\./);
    expect(await recoveryMails("again@example.com")).toHaveLength(1);

    server.advance(60_000);
    const again = await browser.follow(await browser.send(shown, {}));
    expect(titleOf(again)).toBe("Check your email · Porchlight");
    expect(again.text).toContain(
      "If there is an account for this address, we have sent another link. Older links no longer work.",
    );
    expect(await recoveryMails("again@example.com")).toHaveLength(2);
    const form = await browser.open(/<a href="([^"]+)">Change email/.exec(again.text)![1]!);
    expect(form.text).toContain('value="again@example.com"');
    const changed = await browser.follow(await browser.send(form, { email: "other@example.com" }));
    expect(changed.text).toContain("other@example.com");
    expect(changed.text).not.toContain("another link.");
    expect(await recoveryMails("other@example.com")).toHaveLength(1);
  });

  it("sends one email when the form is submitted twice concurrently", async () => {
    await add("double@example.com");
    const browser = newBrowser();
    const page = await browser.open("/hosted/forgot");
    const send = (): Promise<PageResponse> => browser.send(page, { email: "double@example.com" });
    const sent = await Promise.all([send(), send()]);
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(await recoveryMails("double@example.com")).toHaveLength(1);
  });

  it("responds the same beyond the email limits and sends none", async () => {
    const browser = newBrowser();
    const page = await browser.open("/hosted/forgot");
    for (let count = 0; count < 11; count++) {
      await add(`many-${count}@example.com`);
      expect((await browser.send(page, { email: `many-${count}@example.com` })).status).toBe(303);
    }
    expect(await recoveryMails("many-9@example.com")).toHaveLength(1);
    expect(await recoveryMails("many-10@example.com")).toEqual([]);
  });
});
