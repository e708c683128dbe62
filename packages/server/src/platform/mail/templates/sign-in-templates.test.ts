import { describe, expect, it } from "vitest";
import type { MailPayload } from "../../db/tables/outbox-payloads.ts";
import { languages } from "../../i18n/texts.ts";
import { accountDeletedMail, emailChangedMail, emailInUseMail, newEmailMail } from "./account-templates.ts";
import { postApprovedMail, postRejectedMail } from "./notification-templates.ts";
import {
  activationMail,
  approvedMail,
  existingAccountMail,
  firstPasswordMail,
  passwordChangedMail,
  recoveryMail,
  rejectedMail,
  verificationMail,
} from "./sign-in-templates.ts";

type ServerContext = Parameters<typeof verificationMail>[0];
const site = { id: "s", name: "Porch & light", language: "en", languages, timeZone: "UTC", isMain: true };
const context = {
  site,
  config: { publicUrl: "https://api.example", siteUrl: "https://site.example" },
} as ServerContext;
const withoutSite = { ...context, config: { publicUrl: "https://api.example" } } as ServerContext;
const to = (profile = {}) => ({ email: "ada@example.com", profile });
const code = { code: "012345", ttlMinutes: 10, page: "https://site.example/verify-email" };
const forgotPassword = "https://site.example/forgot-password";
const signIn = "https://site.example/sign-in";
const link = { url: "https://site.example/reset-password#token=T", ttlMinutes: 30 };

/** All emails in `language`. */
const allMails = (language: string, from = context): Record<string, MailPayload> => {
  const reader = to({ firstName: "Ada", language });
  return {
    verification: verificationMail(from, reader, code),
    recovery: recoveryMail(from, reader, link),
    firstRecovery: recoveryMail(from, reader, { ...link, isFirst: true }),
    activation: activationMail(from, reader, link),
    firstPassword: firstPasswordMail(from, reader, forgotPassword),
    passwordChanged: passwordChangedMail(from, reader, forgotPassword),
    knownAddress: existingAccountMail(from, reader, { signIn, forgotPassword }),
    approved: approvedMail(from, reader),
    rejected: rejectedMail(from, reader),
    postApproved: postApprovedMail(from, reader, { title: "Tea", url: "https://site.example/blog/tea", on: undefined }),
    postScheduled: postApprovedMail(from, reader, { title: "Tea", url: "https://site.example", on: new Date(0) }),
    postRejected: postRejectedMail(from, reader, { title: "Tea", reason: "Too short." }),
    newEmail: newEmailMail(from, reader, { ...code, former: "former@example.com" }),
    emailInUse: emailInUseMail(from, reader),
    emailChanged: emailChangedMail(from, reader, { next: "next@example.com" }),
    accountDeleted: accountDeletedMail(from, reader),
  };
};

describe.each(languages)("emails in %s", (language) => {
  const mails = Object.entries(allMails(language));

  it.each(mails)("have a language, one heading, and no unfilled placeholders: %s", (_name, mail) => {
    expect(mail.language).toBe(language);
    expect(mail.html).toContain(`<html lang="${language}"${language === "ar" ? ' dir="rtl"' : ""}>`);
    expect(mail.html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(mail.html).toContain(`<title>${mail.subject.replace("&", "&amp;")}</title>`);
    for (const part of [mail.subject, mail.text, mail.html.replace(/<style>.*?<\/style>/s, "")]) {
      expect(part).not.toMatch(/[{}]|siteName|undefined/);
    }
  });

  it.each(mails)("have the same content as text and HTML: %s", (_name, mail) => {
    const page = mail.html
      .replace(/<\/?bdi>/g, "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .replaceAll("&amp;", "&");
    const said = mail.text
      .split("\n")
      .filter((line) => line.trim() !== "" && line !== "-- " && !line.startsWith("http"));
    for (const line of said) expect(page).toContain(line.trim().replace(/:$/, ""));
  });

  it.each(mails)("describe the target in the link text: %s", (_name, mail) => {
    const links = [...mail.html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
    const [first, ...others] = links.map(([, href]) => href);
    expect(first).toBe(mail.link);
    for (const other of others) expect(mail.text).toContain(`\n${other}\n`);
    for (const [, , words] of links) expect(words).toMatch(/\p{L}{2,}/u);
  });
});

describe("email templates", () => {
  it("differ in every sentence between languages", () => {
    const sentences = (language: string) =>
      Object.values(allMails(language)).flatMap(({ subject, text }) => [
        subject,
        ...text.split("\n").filter((line) => /\p{L}{4}/u.test(line)),
      ]);
    const english = sentences("en").filter((line) => !line.startsWith("http"));
    const german = new Set(sentences("de"));
    expect(english.filter((line) => german.has(line))).toEqual([]);
  });

  it("use the language of the reader, then of the site, then English", () => {
    const german = { ...context, site: { ...site, language: "de" } };
    const ukrainian = { ...context, site: { ...site, language: "uk" } };
    expect(approvedMail(german, to({ language: "en-GB" })).language).toBe("en");
    expect(approvedMail(german, to({ language: "sv" })).language).toBe("de");
    expect(approvedMail(german, to()).language).toBe("de");
    expect(approvedMail(ukrainian, to()).language).toBe("en");
    expect(recoveryMail(german, to({ language: "de" }), { ...link, language: "en" }).language).toBe("en");
  });

  it("contain the code in subject, text and HTML, and in links only in the fragment", () => {
    const mail = verificationMail(context, to({ firstName: "Ada" }), code);
    expect(mail).toMatchObject({
      to: "ada@example.com",
      code: "012345",
      link: "https://site.example/verify-email#code=012345",
    });
    expect(mail.subject).toBe("012345 is your code for Porch & light");
    expect(mail.text).toContain("Hello Ada,");
    expect(mail.text).toContain("    012345");
    expect(mail.text).toContain("10 minutes");
    expect(mail.html).toContain(">012345</p>");
    expect(mail.html).toContain('href="https://site.example/verify-email#code=012345"');
    expect(mail.html).toContain("Porch &amp; light");
  });

  it("escape values of members", () => {
    const mail = approvedMail(context, to({ firstName: '<img src=x onerror="alert(1)">' }));
    expect(mail.html).not.toContain("<img");
    expect(mail.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  });

  it("do not interpret names as messages", () => {
    const mail = approvedMail(context, to({ firstName: "{siteName} <link>x</link>" }));
    expect(mail.text).toMatch(/^Hello \{siteName\} <link>x<\/link>,\n/);
  });

  it.each([
    "http://evil.example",
    "Win at WWW.evil.example",
    "mail me@evil.example",
    "Win at evil.example/prize",
    "Win at 24.evil.example",
    "Win at evil24.example",
    "ｅｖｉｌ．ｅｘａｍｐｌｅ",
  ])("omit the name %j", (firstName) => {
    const mail = rejectedMail(context, to({ firstName }));
    expect(mail.text).toMatch(/^Hello,\n/);
    expect(mail.html).not.toContain(".example");
  });

  it.each(["J.R.R.", "Dr. Ada", "Ada 2.0", "名前", "🦊"])("greet %s by name", (firstName) => {
    expect(rejectedMail(context, to({ firstName })).text.split("\n")[0]).toBe(`Hello ${firstName},`);
  });

  it("isolate the text direction of names", () => {
    const mail = rejectedMail(context, to({ firstName: "\u202eadA \u2066Lovelace" }));
    expect(mail.text.split("\n")[0]).toBe("Hello adA  Lovelace,");
    expect(mail.html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it("remove line breaks from the subject", () => {
    const hostile = { ...context, site: { ...site, name: "Site\r\nBcc: eve@evil.example" } };
    expect(verificationMail(hostile, to(), code).subject).toBe("012345 is your code for Site Bcc: eve@evil.example");
  });

  it("have no link without a target page", () => {
    const mails = [verificationMail(context, to(), { ...code, page: undefined }), approvedMail(withoutSite, to())];
    expect(mails[0]).toMatchObject({ code: "012345", text: expect.stringContaining("    012345") });
    for (const mail of mails) {
      expect(mail).not.toHaveProperty("link");
      expect(mail.text + mail.html).not.toMatch(/https?:|href=/);
    }
  });

  it("link to the password reset after a password change", () => {
    expect(passwordChangedMail(context, to(), forgotPassword)).toMatchObject({
      link: forgotPassword,
      text: expect.stringContaining("If it was not you, reset your password now:"),
    });
  });

  it("link the owner of an existing account to sign-in and password reset", () => {
    const both = existingAccountMail(context, to(), { signIn, forgotPassword });
    expect(both).toMatchObject({ subject: "You already have an account at Porch & light", link: signIn });
    expect(both.text).toContain(`Sign in\n${signIn}\n\nReset password\n${forgotPassword}\n`);
    expect(both.html).toContain(`href="${signIn}"`);
    expect(both.html).toContain(`href="${forgotPassword}"`);
    const one = existingAccountMail(context, to(), { signIn: undefined, forgotPassword });
    expect(one.link).toBe(forgotPassword);
    expect(one.text).not.toContain("Sign in\n");
  });

  it("never ask readers to ignore emails about their account", () => {
    const { passwordChanged, firstPassword, approved, rejected } = allMails("en");
    for (const mail of [passwordChanged, firstPassword, approved, rejected]) {
      expect(mail?.text).not.toContain("there is nothing to do");
    }
  });
});
