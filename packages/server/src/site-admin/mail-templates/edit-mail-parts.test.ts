import type { MailParts } from "@porchlight/contract/site/mail/mail-template";
import { mailKinds } from "@porchlight/contract/site/mail/mail-template";
import { describe, expect, it } from "vitest";
import { createSignInSteps } from "../../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../../test/test-server.ts";
import type { MailPayload } from "../../platform/db/tables/outbox-payloads.ts";
import { languages } from "../../platform/i18n/texts.ts";
import { createDelivery } from "../../platform/mail/delivery.ts";
import { formSubmittedMail } from "../../platform/mail/templates/form-templates.ts";
import { existingAccountMail } from "../../platform/mail/templates/sign-in-templates.ts";
import { getMailParts, listMails, previewMailParts, updateMailParts } from "./edit-mail-parts.ts";
import { getMailTemplate } from "./get-mail-template.ts";
import { resetMailTemplate, setMailTemplate } from "./set-mail-template.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const steps = await createSignInSteps(server);
const { context } = server;
const request = { caller: { kind: "owner" } } as const;
const params = { kind: "verification", language: "en" } as const;

const partsOf = async (
  changes: Partial<MailParts>,
  name: typeof params | { kind: "formSubmitted"; language: "en" } = params,
) => ({ ...(await getMailParts(context, request, { params: name })).template.defaults, ...changes });
const save = async (changes: Partial<MailParts>) =>
  updateMailParts(context, request, { params, body: { parts: await partsOf(changes) } });
const problemsOf = async (changes: Partial<MailParts>) =>
  (await previewMailParts(context, request, { params, body: { parts: await partsOf(changes) } })).problems;

let sent = 0;
async function received() {
  const email = `parts-${++sent}@example.com`;
  await steps.register(email, { profile: { firstName: "Ada & Co" } });
  await steps.codes(email);
  const { body } = await server.call("GET", `/dev/mail.json?to=${email}`);
  return body[0] as { subject: string; text: string; html: string; code: string };
}
async function delivered(payload: MailPayload) {
  const entry = { siteId: context.site.id, id: crypto.randomUUID(), kind: "mail", payload } as const;
  await createDelivery(context)(entry);
  const { body } = await server.call("GET", `/dev/mail.json?to=${payload.to}`);
  return body.at(-1) as { text: string; html: string };
}

describe("parts of an email", () => {
  it("replace the built-in ones in text and HTML, around the code and the button", async () => {
    const { template } = await save({
      subject: "Hello {name}: {code}",
      preheader: "Valid for {minutes, plural, one {# minute} other {# minutes}}",
      heading: "Welcome to {siteName}",
      body: '<p>{greeting}</p><ul><li><p><strong>One</strong></p></li><li><p>Two</p></li></ul><p>See <a href="https://help.example/?a=1&amp;b=2">our help</a>.</p>',
      closing: "Bye, {name}.",
    });
    expect(template).toMatchObject({ isCustom: true, isReplaced: false });
    const mail = await received();
    expect(mail.subject).toBe(`Hello Ada & Co: ${mail.code}`);
    expect(mail.text).toContain(
      `Hello Ada & Co,\n\n- One\n- Two\n\nSee our help\nhttps://help.example/?a=1&b=2.\n\n    ${mail.code}\n\n`,
    );
    expect(mail.text).toContain("\n\nBye, Ada & Co.\n\n-- \nYou received this email because");
    expect(mail.html).toContain(">Valid for 10 minutes</div>");
    expect(mail.html).toMatch(/<h1[^>]*>Welcome to Porchlight<\/h1>/);
    expect(mail.html).toMatch(/<li[^>]*><strong>One<\/strong><\/li>/);
    expect(mail.html).toContain("Bye, Ada &amp; Co.</p>");
    expect(mail.html).toContain(`>${mail.code}</p>`);
    expect((await getMailTemplate(context, request.caller, params)).text).toContain("- One");

    await resetMailTemplate(context, request.caller, params);
    expect((await getMailParts(context, request, { params })).template).toMatchObject({
      isCustom: false,
      parts: template.defaults,
    });
    expect((await received()).text).toContain("Enter this code at Porchlight");
  });

  it("stay built in where they equal the built-in ones", async () => {
    await save({ heading: "Your code" });
    const mail = await received();
    expect(mail.html).toMatch(/<h1[^>]*>Your code<\/h1>/);
    expect(mail.html).toContain('<p style="margin:0 0 16px">Hello <bdi>Ada &amp; Co</bdi>,</p>');
    expect(mail.subject).toBe(`${mail.code} is your code for Porchlight`);
    expect((await save({})).template.isCustom).toBe(false);
  });

  it("are not saved over those of another person", async () => {
    const { revision } = (await getMailParts(context, request, { params })).template;
    const parts = await partsOf({ heading: "Mine" });
    const saveOn = (base: string) => updateMailParts(context, request, { params, body: { parts, revision: base } });
    const theirs = (await save({ heading: "Theirs" })).template;
    expect(theirs.revision).not.toBe(revision);
    await expect(saveOn(revision)).rejects.toMatchObject({ code: "SITE_SETTINGS_CHANGED" });
    expect((await getMailParts(context, request, { params })).template).toEqual(theirs);
    expect((await saveOn(theirs.revision)).template.parts.heading).toBe("Mine");
    await resetMailTemplate(context, request.caller, params);
    await expect(saveOn(theirs.revision)).rejects.toMatchObject({ code: "SITE_SETTINGS_CHANGED" });
    expect((await getMailParts(context, request, { params })).template).toMatchObject({ isCustom: false, revision });
  });

  it("replace a text set at the command line", async () => {
    await setMailTemplate(context, request.caller, params, { text: "Only {code}" });
    expect((await getMailParts(context, request, { params })).template.isReplaced).toBe(true);
    expect((await save({ heading: "Your code" })).template.isReplaced).toBe(false);
    expect((await received()).text).not.toContain("Only");
    await resetMailTemplate(context, request.caller, params);
  });

  it("label the link of the email, not the other one", async () => {
    const name = { kind: "knownAddress", language: "en" } as const;
    const { template } = await getMailParts(context, request, { params: name });
    expect(template.defaults.button).toBe("Reset password");
    const parts = { ...template.defaults, button: "Choose another password" };
    await updateMailParts(context, request, { params: name, body: { parts } });
    const mail = await delivered(
      existingAccountMail(
        context,
        { email: "known@example.com", profile: {} },
        { signIn: "https://site.example/sign-in", forgotPassword: "https://site.example/forgot-password" },
      ),
    );
    expect(mail.text).toContain(
      "Sign in\nhttps://site.example/sign-in\n\nChoose another password\nhttps://site.example/forgot-password",
    );
    await resetMailTemplate(context, request.caller, name);
  });

  it("show a value of several lines on several lines, and never as markup", async () => {
    const name = { kind: "formSubmitted", language: "en" } as const;
    const parts = await partsOf({ body: "<p>New: {answers}</p>" }, name);
    await updateMailParts(context, request, { params: name, body: { parts } });
    const lines = ["Name: <b>Ada</b>", "Message: {code} '"];
    const mail = await delivered(
      formSubmittedMail(context, { email: "forms@example.com", profile: {} }, { title: "Contact", lines }),
    );
    expect(mail.text).toContain("New: Name: <b>Ada</b>\nMessage: {code} '\n");
    expect(mail.html).toContain("New: Name: &lt;b&gt;Ada&lt;/b&gt;<br>Message: {code} &#39;</p>");
    await resetMailTemplate(context, request.caller, name);
  });

  it.each([
    [{ subject: " " }, { part: "subject", problem: "empty" }],
    [{ body: "<p> </p><ul><li></li></ul>" }, { part: "body", problem: "empty" }],
    [{ subject: "x".repeat(201) }, { part: "subject", problem: "tooLong", limit: 200 }],
    [{ heading: "Hi {password}" }, { part: "heading", problem: "unknownVariable", variable: "password" }],
    [{ subject: "{link}" }, { part: "subject", problem: "unknownVariable", variable: "link" }],
    [
      { body: "<p>{name, select, other {{secret}}}</p>" },
      { part: "body", problem: "unknownVariable", variable: "secret" },
    ],
    [{ body: "<p>{name</p><p>}</p>" }, { part: "body", problem: "unclosedVariable" }],
    [{ closing: "{minutes, plural, one {x}}" }, { part: "closing", problem: "unclosedVariable" }],
    [{ subject: "a\nBcc: b@example.com" }, { part: "subject", problem: "controlCharacter" }],
    [{ button: "<b>Go</b>" }, { part: "button", problem: "markup" }],
    [{ body: "<h1>a</h1>" }, { part: "body", problem: "markup" }],
    [{ body: '<p style="color:red">a</p>' }, { part: "body", problem: "markup" }],
    [{ body: '<img src="https://x.example/a.png" alt="a">' }, { part: "body", problem: "markup" }],
    [{ body: "<p><script>x</script></p>" }, { part: "body", problem: "markup" }],
    [{ body: '<p><a href="javascript:x">a</a></p>' }, { part: "body", problem: "markup" }],
    [{ body: '<p><a href="https://x.example/{code}">a</a></p>' }, { part: "body", problem: "markup" }],
    [{ body: "<p>a" }, { part: "body", problem: "markup" }],
  ])("are not saved if one is invalid: %j", async (changes, problem) => {
    expect(await problemsOf(changes)).toEqual([problem]);
    await expect(save(changes)).rejects.toMatchObject({ violations: [{ field: `parts.${problem.part}` }] });
    expect((await getMailParts(context, request, { params })).template.isCustom).toBe(false);
  });
});

it("the body of a reply to a form must contain the message", async () => {
  const name = { kind: "formReply", language: "en" } as const;
  const { defaults } = (await getMailParts(context, request, { params: name })).template;
  const parts = { ...defaults, body: "<p>{greeting}</p>" };
  const { problems } = await previewMailParts(context, request, { params: name, body: { parts } });
  expect(problems).toEqual([{ part: "body", problem: "missingVariable", variable: "message" }]);
});

describe.each(languages)("the built-in parts of emails in %s", (language) => {
  it.each(mailKinds)("can be saved as they are, and render the email as it is sent: %s", async (kind) => {
    const name = { kind, language };
    const { defaults } = (await getMailParts(context, request, { params: name })).template;
    const { mail, problems } = await previewMailParts(context, request, { params: name, body: { parts: defaults } });
    expect(problems).toEqual([]);
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[{}]|undefined|NaN/);
    expect(mail?.html).toContain(`<html lang="${language}"`);
    const rewritten = { ...defaults, body: `${defaults.body}<p>·</p>` };
    const other = await previewMailParts(context, request, { params: name, body: { parts: rewritten } });
    expect(other.mail?.text.replace(/\n\n·/, "")).toBe(mail?.text);
  });
});

describe("the list of emails", () => {
  it("has the languages with custom texts, and the sender", async () => {
    await save({ heading: "Your code" });
    const list = await listMails(context, request);
    expect(list.templates.find(({ kind }) => kind === "verification")?.customLanguages).toEqual(["en"]);
    expect(list).toMatchObject({ defaultLanguage: "en", sender: { delivery: "inbox" } });
    await resetMailTemplate(context, request.caller, params);
  });
});
