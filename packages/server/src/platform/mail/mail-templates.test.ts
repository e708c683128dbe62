import { mailKinds } from "@porchlight/contract/site/mail/mail-template";
import { describe, expect, it } from "vitest";
import { createSignInSteps } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createServer } from "../../server.ts";
import { getMailTemplate, listMailTemplates } from "../../site-admin/mail-templates/get-mail-template.ts";
import { previewMailTemplate } from "../../site-admin/mail-templates/preview-mail-template.ts";
import { resetMailTemplate, setMailTemplate } from "../../site-admin/mail-templates/set-mail-template.ts";
import { parseMailTemplateName } from "../../site-admin/mail-templates/validate-mail-template.ts";
import type { MailPayload } from "../db/tables/outbox-payloads.ts";
import { type Language, languages } from "../i18n/texts.ts";
import { applyCustomTemplate } from "./custom-templates.ts";
import { type MailKind, mailPlaceholders } from "./mail-kinds.ts";
import { builtInTemplate } from "./mail-templates-store.ts";
import { verificationMail } from "./templates/sign-in-templates.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const { context } = server;
const owner = { kind: "owner" } as const;
const nameOf = (kind: MailKind, language: Language = "en") => ({ kind, language });
const set = (
  template: Parameters<typeof setMailTemplate>[3],
  kind: MailKind = "verification",
  language?: "en" | "de",
) => setMailTemplate(context, owner, nameOf(kind, language), template);
const readInbox = async (email: string) => {
  await steps.codes(email);
  return (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;
};
let members = 0;
const mailTo = async (profile: object = {}, language?: string) => {
  const email = `template-${++members}@example.com`;
  await steps.register(email, { profile: { ...profile, ...(language && { language }) } });
  return (await readInbox(email))[0];
};
const compose = (profile: object, template: { subject?: string; text?: string; html?: string }): MailPayload =>
  applyCustomTemplate(
    verificationMail(
      context,
      { email: "ada@example.com", profile },
      { code: "012345", ttlMinutes: 10, page: undefined },
    ),
    { ...builtInTemplate, ...template },
  );

describe("custom email templates", () => {
  it("replace the built-in texts of one email in one language until they are reset", async () => {
    await set({
      subject: "{siteName}: {code}",
      text: "{greeting}\n\nType {code} within {minutes, plural, one {# minute} other {# minutes}}.",
      html: '<h1>{greeting}</h1><p style="color:#333">Type <strong>{code}</strong>, it&#39;s good for {minutes} min.</p>',
    });
    const mail = await mailTo({ firstName: "Ada" });
    expect(mail).toMatchObject({
      subject: `Porchlight: ${mail.code}`,
      text: `Hello Ada,\n\nType ${mail.code} within 10 minutes.\n\n-- \nYou received this email because someone entered this address at Porchlight. If it was not you, you can ignore it.\n`,
    });
    expect(mail.html).toContain(
      `<h1>Hello Ada,</h1><p style="color:#333">Type <strong>${mail.code}</strong>, it&#39;s good for 10 min.</p>`,
    );
    expect(mail.html).toContain(`<title>Porchlight: ${mail.code}</title>`);
    expect((await mailTo({}, "de")).text).toContain("Der Code gilt");
    expect(await resetMailTemplate(context, owner, nameOf("verification"))).toBe(true);
    expect(await resetMailTemplate(context, owner, nameOf("verification"))).toBe(false);
    expect((await mailTo()).text).toContain("Enter this code at Porchlight");
  });

  it("take effect on every node at once, also for queued emails", async () => {
    const node = await createServer({ ...context.config, connection: context.config.connection });
    try {
      await setMailTemplate(node.context, owner, nameOf("verification"), {
        text: "Straight from the other node: {code}",
      });
      expect((await mailTo()).text).toContain("Straight from the other node");
    } finally {
      await resetMailTemplate(context, owner, nameOf("verification"));
      await node.close();
    }
  });

  it("store parts that are set concurrently", async () => {
    const name = nameOf("rejected");
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        setMailTemplate(context, owner, name, { subject: "About your request" }),
        setMailTemplate(context, owner, name, { text: "Not this time, {name}." }),
      ]);
      const { subject, text } = await getMailTemplate(context, owner, name);
      expect([subject, text]).toEqual(["About your request", "Not this time, {name}."]);
      await resetMailTemplate(context, owner, name);
    }
  });

  it("derive a missing text from the HTML and a missing HTML from the text", () => {
    const page = compose(
      { firstName: "Ada" },
      {
        html: '<h2>Your  code</h2><p>{greeting}<br>it is <b>{code}</b> &amp; <a href="https://help.example/?a=1&amp;b=2">more help</a></p><ul><li>one</li><li>two</li></ul>',
      },
    );
    expect(page.text.split("\n\n-- ")[0]).toBe(
      "Your code\n\nHello Ada,\nit is 012345 & more help\nhttps://help.example/?a=1&b=2\n\n- one\n- two",
    );
    const text = compose({}, { text: "Hello!\nYour code is {code}.\n\n5 < 6 & so on" });
    expect(text.html).toContain('<p style="margin:0 0 16px">Hello!<br>Your code is <strong>012345</strong>.</p>');
    expect(text.html).toContain("5 &lt; 6 &amp; so on");
    const subject = compose({}, { subject: "Only this: {code} < {siteName}" });
    expect(subject.text).toContain("Enter this code");
    expect(subject.html).toContain("<title>Only this: 012345 &lt; Porchlight</title>");
  });

  it.each([
    ["quotes around an element", "<p>Type '<b>{code}</b>'</p>", "Type '012345'"],
    ["a brace written as an entity", "<p>&#123; {code} &#125;</p>", "{ 012345 }"],
    ["a tag written with entities", "<p>&lt;b&gt; {code} &lt;i</p>", "<b> 012345 <i"],
    ["a placeholder written with entities", "<p>{code} &#123;code&#125;</p>", "012345 {code}"],
    ["a name with an entity", "<p>{name} {code}</p>", "A &lt;3 012345"],
  ])("convert HTML with %s to an equivalent text", async (_what, markup, text) => {
    await set({ html: markup });
    expect(compose({ firstName: "A &lt;3" }, { html: markup }).text.split("\n\n-- ")[0]).toBe(text);
    expect((await mailTo()).html).toContain("</p>");
    await resetMailTemplate(context, owner, nameOf("verification"));
  });

  it("do not let values of a member become markup, a link or a header line", () => {
    const name = `<img src=x onerror="a">'{code}{x, plural, {`;
    const mail = compose(
      { firstName: name },
      {
        subject: "For {name}\u0020{code}",
        text: "{name}: {code}",
        html: '<p title="{name}">{name}: {code}</p>',
      },
    );
    expect(mail.html).not.toContain("<img");
    expect(mail.html).not.toMatch(/title="[^"]*onerror="/);
    expect(mail.html).toContain("&lt;img");
    expect(mail.text).toContain(`${name}: 012345`);
    const broken = compose({ firstName: "A\r\nBcc: b@example.com" }, { subject: "For {name}", text: "{code}" });
    expect(broken.subject).not.toMatch(/[\r\n]/);
    expect(compose({ firstName: "www.evil.example" }, { text: "{greeting} {name} {code}" }).text).not.toContain("evil");
  });

  const html = (inside: string) => ({ html: `<p>{code}</p>${inside}` });
  it.each([
    [{ text: "Type it." }, /The text must always contain \{code\}/],
    [{ html: "<p>Type it.</p>" }, /The page must always contain \{code\}/],
    [{ html: '<p title="{code}">Type it.</p>' }, /The page must always contain \{code\}/],
    [{ html: '<p href="{code}">Type it.</p>' }, /is not a valid link/],
    [{ html: '<img src="https://x.example/a.png" alt="{code}">' }, /The page must always contain \{code\}/],
    [{ text: "{minutes, plural, one {{code}} other {no code}}" }, /must always contain \{code\}/],
    [{ text: "{minutes, plural, =10 {no code} other {{code}}}" }, /must always contain \{code\}/],
    [{ text: "{name, select, Ada {no code} other {{code}}}" }, /must always contain \{code\}/],
    [{ text: "{code, plural, other {#}}" }, /must always contain \{code\}/],
    [{ text: "{code} {minutes, plural, =10 {{mintues}} other {x}}" }, /no placeholder \{mintues\}/],
    [{ text: `${"{name, select, other {".repeat(21)}{code}${"}}".repeat(21)}` }, /nested deeper than 20 levels/],
    [html("{name, select, other {".repeat(2_500)), /nested deeper than 20 levels/],
    [{ text: "{code} {password}" }, /email "verification" has no placeholder \{password\}\. Available: \{siteName\}/],
    [{ text: "{code" }, /must be closed on the same line/],
    [{ text: "{code} {minutes, plural, one {x}}" }, /needs "other"/],
    [{ text: "{code} {minutes, date}" }, /not supported/],
    [{ text: "{minutes, plural,\n other {x}} {code}" }, /same line/],
    [{ text: "<b>{code}</b>" }, /contains <b>. HTML is allowed only in the page/],
    [{ text: `{code}${"x".repeat(10_000)}` }, /10006 characters. The limit is 10000/],
    [{ text: "{code}\u0000" }, /control characters/],
    [{ text: "  \n " }, /text is empty/],
    [{ subject: "" }, /subject is empty/],
    [{ subject: "a\nBcc: b@example.com" }, /one line/],
    [{ subject: "{link}" }, /no placeholder \{link\}/],
    [{ subject: "x".repeat(201) }, /201 characters. The limit is 200/],
    [html("<script>x</script>"), /<script> is not allowed in emails/],
    [html("<form></form>"), /<form> is not allowed in emails/],
    [html("<iframe></iframe>"), /<iframe> is not allowed in emails/],
    [html("<style>p{}</style>"), /<style> is not allowed in emails/],
    [html('<p onclick="x">a</p>'), /<p onclick> is not allowed in emails/],
    [html('<a href="javascript:x">a</a>'), /is not a valid link/],
    [html('<a href="http://x.example">a</a>'), /is not a valid link/],
    [html('<a href="https://x.example/{name}">a</a>'), /is not a valid link/],
    [html('<a href="java&#115;cript:x">a</a>'), /is not a valid link/],
    [html('<img src="https://x.example/{code}.png">'), /is not a valid image/],
    [html('<img src="data:image/png;base64,x">'), /is not a valid image/],
    [html('<p style="background:url(https://x.example)">a</p>'), /style=.* is not allowed in emails/],
    [html('<p style="b\\61 ckground:u\\72l(x)">a</p>'), /style=.* is not allowed in emails/],
    [html("<p>a"), /<p> is not closed: add <\/p>/],
    [html("<p><b>a</p></b>"), /<\/p> does not close/],
    [html("</td></tr>"), /<\/td> does not close/],
    [html("<!-- a -->"), /Comments/],
    [html("<!doctype html>"), /Comments/],
    [html("5 < 6"), /Write &lt;/],
    [html("<p title=x>a</p>"), /put values in quotes/],
    [html(`<p>${"x".repeat(60_000)}</p>`), /characters. The limit is 60000/],
    [html("<p>{</p>"), /is invalid/],
  ])("are rejected without a change if they are invalid: %j", async (template, message) => {
    await expect(set(template)).rejects.toThrow(message);
    expect((await getMailTemplate(context, owner, nameOf("verification"))).isCustom).toBe(false);
  });

  it.each(["x", "toString", ""])("exist only for known kinds of email and languages: not for %j", (kind) => {
    expect(() => parseMailTemplateName(kind, "en")).toThrow(/There is no email/);
    expect(() => parseMailTemplateName("recovery", "tlh")).toThrow(/There are no emails in "tlh". Available: en, /);
    expect(parseMailTemplateName("recovery", "de-AT")).toEqual({ kind: "recovery", language: "de" });
  });

  it("can only be read and changed by the owner", async () => {
    const visitor = { kind: "anonymous" } as const;
    const notAllowed = { code: "NOT_ALLOWED" };
    await expect(setMailTemplate(context, visitor, nameOf("approved"), { subject: "x" })).rejects.toMatchObject(
      notAllowed,
    );
    await expect(resetMailTemplate(context, visitor, nameOf("approved"))).rejects.toMatchObject(notAllowed);
    await expect(getMailTemplate(context, visitor, nameOf("approved"))).rejects.toMatchObject(notAllowed);
    await expect(previewMailTemplate(context, visitor, nameOf("approved"))).rejects.toMatchObject(notAllowed);
    await expect(listMailTemplates(context, visitor)).rejects.toMatchObject(notAllowed);
  });
});

describe.each(languages)("the built-in texts of emails in %s", (language) => {
  it.each(mailKinds)("produce the same email if they are set as custom template: %s", async (kind) => {
    const name = nameOf(kind, language);
    const before = await previewMailTemplate(context, owner, name);
    expect(`${before.subject}${before.text}`).not.toMatch(/[{}]|undefined|NaN/);
    const { subject, text, html, isCustom } = await getMailTemplate(context, owner, name);
    expect([isCustom, html]).toEqual([false, null]);
    const { required } = mailPlaceholders[kind];
    if (required) expect(text).toContain(`{${required}}`);
    await setMailTemplate(context, owner, name, { subject, text });
    const after = await previewMailTemplate(context, owner, name);
    await resetMailTemplate(context, owner, name);
    expect([after.subject, after.text.replace(/^ +/gm, "")]).toEqual([
      before.subject,
      before.text.replace(/^ +/gm, ""),
    ]);
    expect(after.inboxUrl).toMatch(/^http:\/\/localhost:4000\/dev\/mail\?id=/);
  });
});

describe("listMailTemplates", () => {
  it("lists every email with its placeholders and the languages with custom texts", async () => {
    await set({ subject: "Servus" }, "approved", "de");
    const mails = await listMailTemplates(context, owner);
    expect(mails).toHaveLength(mailKinds.length);
    expect(mails.find(({ kind }) => kind === "approved")).toEqual({
      kind: "approved",
      placeholders: ["siteName", "greeting", "name", "link"],
      customLanguages: ["de"],
    });
  });
});
