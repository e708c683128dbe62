import { describe, expect, it } from "vitest";
import { changeSetting, createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { createTestServer } from "../../test/test-server.ts";
import { approveMember, rejectMember } from "../members/administration/review-member.ts";

const server = await createTestServer({ siteUrl: "https://site.example" });
const steps = await createSignInSteps(server);
const { db } = server.context;
const owner = { kind: "owner" } as const;
const token = await server.visitorToken();

const register = (email: string, profile?: object, acceptLanguage?: string) =>
  server.call("POST", "/_api/iam/authentication/v2/register", {
    token,
    body: { loginId: { email }, password: goodPassword, ...(profile && { profile }) },
    headers: acceptLanguage === undefined ? {} : { "accept-language": acceptLanguage },
  });
const sendEmail = (email: string, more: object = {}) =>
  server.call("POST", "/_api/iam/recovery/v1/send-email", { token, body: { email, ...more } });

interface Mail {
  subject: string;
  text: string;
  html: string;
  code?: string;
  link?: string;
}
/** Emails sent to `email`, oldest first, once the outbox is empty. */
async function mails(email: string): Promise<Mail[]> {
  await expect
    .poll(() => db.selectFrom("outbox").select("id").where("done_at", "is", null).execute(), { interval: 10 })
    .toEqual([]);
  return (await server.call("GET", `/dev/mail.json?to=${encodeURIComponent(email)}`)).body;
}
const languageOf = ({ html }: Mail) => /<html lang="([^"]*)"/.exec(html)?.[1];
const languagesTo = async (email: string) => (await mails(email)).map(languageOf);

describe("the language of emails", () => {
  it("is the requested one at sign-up, else the browser's, and is stored as the member's", async () => {
    const cases = [
      ["page", { language: "de" }, "en-GB", "de", "de"],
      ["browser", undefined, "sv-SE, de-AT;q=0.9, en;q=0.5", "de", "de"],
      ["page-region", { firstName: "Ada", language: "de-CH" }, "en", "de-CH", "de"],
      ["neither", { firstName: "Ada" }, undefined, undefined, "en"],
      ["any", { language: null }, "*", undefined, "en"],
      ["unknown", { language: "uk" }, "de", "uk", "en"],
      ["no-tag", { language: "german, please" }, "de", "de", "de"],
      ["no-words", { language: "" }, "sv;q=0.8, tlh", undefined, "en"],
    ] as const;
    for (const [name, profile, acceptLanguage, retained, written] of cases) {
      const email = `${name}@example.com`;
      const { status, body } = await register(email, profile, acceptLanguage);
      expect([name, status, body.identity.identityProfile.language]).toEqual([name, 200, retained]);
      expect([name, await languagesTo(email)]).toEqual([name, [written]]);
    }
  });

  it("stays the member's for every email", async () => {
    const email = "all@example.com";
    await changeSetting(server, "memberApproval", "owner");
    const { stateToken } = (await register(email, { firstName: "Ada", language: "de" })).body;
    const [code] = await steps.codes(email);
    expect((await steps.verify(stateToken, code!)).body.state).toBe("REQUIRE_OWNER_APPROVAL");
    await approveMember(server.context, owner, email);
    await sendEmail(email);
    const link = (await mails(email)).at(-1)?.link;
    const recovered = await server.call("POST", "/_api/iam/recovery/v1/recover", {
      token,
      body: { recoveryToken: link?.split("#token=")[1], password: "a lamp in every window" },
    });
    expect(recovered.body.state).toBe("SUCCESS");
    const { access_token } = await steps.memberTokens(recovered.body.sessionToken);
    await server.call("POST", "/_api/iam/authentication/v2/change-password", {
      token: access_token,
      body: { newPassword: "another walk by the sea" },
    });

    await register("no@example.com", { language: "de" });
    await rejectMember(server.context, owner, "no@example.com");
    await changeSetting(server, "memberApproval", "everyone");

    const received = [...(await mails(email)), (await mails("no@example.com")).at(-1)!];
    expect(received.map(({ subject }) => subject)).toEqual([
      `${code} ist dein Code für Porchlight`,
      "Du bist jetzt Mitglied bei Porchlight",
      "Neues Passwort für Porchlight",
      "Dein Passwort für Porchlight wurde geändert",
      "Dein Passwort für Porchlight wurde geändert",
      "Deine Anfrage an Porchlight",
    ]);
    for (const mail of received) {
      expect(languageOf(mail)).toBe("de");
      expect(mail.text).toMatch(/^Hallo/);
      expect(mail.text).toContain("Du erhältst diese E-Mail, weil");
      expect(mail.html).toContain("Du erhältst diese E-Mail, weil");
    }
  });

  it("is the one requested with the link, before the member's", async () => {
    await register("wish@example.com", { language: "de" });
    await sendEmail("wish@example.com", { language: "en-GB" });
    expect(await languagesTo("wish@example.com")).toEqual(["de", "en"]);
  });

  it.each(["uk", "x", "de_DE", "english", "", "__proto__", "en;q=0", "../de", "\ud83d\ude00", "a".repeat(1_000), null])(
    "is the member's for the requested language %j",
    async (language) => {
      const email = `${crypto.randomUUID()}@example.com`;
      await register(email, { language: "de" });
      const { status, body } = await sendEmail(email, { language });
      expect([status, body]).toEqual([200, {}]);
      expect(await languagesTo(email)).toEqual(["de", "de"]);
    },
  );

  it.each(["en\r\nBcc: eve@evil.example", "en\u0007", 5, ["en"], { a: 1 }, true, "a".repeat(1_001)])(
    "rejects %j",
    async (language) => {
      for (const email of ["page@example.com", "nobody@example.com"]) {
        const { status, body } = await sendEmail(email, { language });
        expect([status, body.details.validationError.fieldViolations[0].field]).toEqual([400, "language"]);
      }
      const { status } = await register("never@example.com", { language });
      expect(status).toBe(400);
    },
  );

  it("ignores an Accept-Language header of hostile length", async () => {
    const { status } = await register("long@example.com", undefined, "de,".repeat(4_000));
    expect(status).toBe(200);
    expect(await languagesTo("long@example.com")).toEqual(["de"]);
  });
});
