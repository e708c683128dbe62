import { describe, expect, it } from "vitest";
import { approvedMail, passwordChangedMail, rejectedMail, verificationMail } from "./templates.ts";

const site = { id: "s", name: "Porch & light", language: "en" };
const deps = { site, config: { publicUrl: "https://api.example", siteUrl: "https://site.example" } } as Parameters<
  typeof verificationMail
>[0];
const to = (profile = {}) => ({ email: "ada@example.com", profile });

describe("mail templates", () => {
  it("put the code into subject, text and page, and into the fragment of the link alone", () => {
    const mail = verificationMail(deps, to({ firstName: "Ada" }), "012345", 10);
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

  it("escape what a member wrote about themselves", () => {
    const mail = approvedMail(deps, to({ firstName: '<img src=x onerror="alert(1)">' }));
    expect(mail.html).not.toContain("<img");
    expect(mail.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  });

  it.each(["http://evil.example", "Win at WWW.evil.example", "mail me@evil.example"])(
    "leave out the name %j",
    (firstName) => {
      const mail = rejectedMail(deps, to({ firstName }));
      expect(mail.text).toMatch(/^Hello,\n/);
      expect(mail.html).not.toContain("evil.example");
    },
  );

  it("keep line breaks out of the subject", () => {
    const hostile = { ...deps, site: { ...site, name: "Site\r\nBcc: eve@evil.example" } };
    expect(verificationMail(hostile, to(), "012345", 10).subject).toBe(
      "012345 is your code for Site Bcc: eve@evil.example",
    );
  });

  it("have the code alone, and no link, where there is no member site", () => {
    const alone = { ...deps, config: { publicUrl: "https://api.example" } } as typeof deps;
    const mails = [verificationMail(alone, to(), "012345", 10), approvedMail(alone, to())];
    expect(mails[0]).toMatchObject({ code: "012345", text: expect.stringContaining("    012345") });
    for (const mail of mails) {
      expect(mail).not.toHaveProperty("link");
      expect(mail.text + mail.html).not.toMatch(/https?:|href=/);
    }
  });

  it("tell of a changed password where to reset it, and without a site whom to ask", () => {
    expect(passwordChangedMail(deps, to())).toMatchObject({
      link: "https://site.example/forgot-password",
      text: expect.stringContaining("If that was not you, reset your password now:"),
    });
    const alone = { ...deps, config: { publicUrl: "https://api.example" } } as typeof deps;
    const mail = passwordChangedMail(alone, to());
    expect(mail).not.toHaveProperty("link");
    expect(mail.text).toContain("contact the site owner");
  });
});
