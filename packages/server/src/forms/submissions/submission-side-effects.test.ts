import { describe, expect, it } from "vitest";
import { newCaptchaToken } from "../../../test/auth/captcha-provider.ts";
import { changeSetting } from "../../../test/auth/sign-in-steps.ts";
import {
  codeIn,
  contactForm,
  createFormsClient,
  errorsIn,
  field,
  submissionsPath,
  textField,
} from "../../../test/forms/forms.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { updateSetting } from "../../site-admin/update-settings.ts";
import { signPayment } from "./report-payment.ts";

const server = await createTestServer();
const forms = await createFormsClient(server);
const { db } = server.context;
const countOf = async (formId: string) =>
  (await db.selectFrom("form_submissions").select("id").where("form_id", "=", formId).execute()).length;
const mailsTo = async (address: string) => (await server.call("GET", `/dev/mail.json?to=${address}`)).body;
const eventTypes = async (entityId: string) =>
  (await db.selectFrom("events").select("type").where("entity_id", "=", entityId).orderBy("id").execute()).map(
    ({ type }) => type,
  );

describe("emails of submissions", () => {
  it("go to the owners with the values, and to the sender without them", async () => {
    const form = await forms.create(
      contactForm({
        notifications: { ownerEmails: ["one@example.com", "two@example.com"], confirmationTarget: "email" },
      }),
    );
    const values = { email: "sender@example.com", message: "<b>Hi</b>\r\nBcc: x@example.com" };
    await forms.submitted(form.id, values, { more: { additionalMetadata: { language: "de" } } });
    for (const address of ["one@example.com", "two@example.com"]) {
      await expect.poll(() => mailsTo(address)).toHaveLength(1);
      const [mail] = await mailsTo(address);
      expect(mail.subject).toBe("New submission of “Contact” at Porchlight");
      expect(mail.text).toContain("email: sender@example.com");
      expect(mail.html).not.toContain("<b>Hi</b>");
    }
    await expect.poll(() => mailsTo("sender@example.com")).toHaveLength(1);
    const [confirmation] = await mailsTo("sender@example.com");
    expect(confirmation.subject).toBe("Porchlight hat deine Nachricht erhalten");
    expect(JSON.stringify(confirmation)).not.toContain("Bcc");
  });

  it("go to the owner of the site by default, and to no one on request", async () => {
    await changeSetting(server, "ownerEmail", "owner@example.com");
    const silent = await forms.create(contactForm({ notifications: { ownerEmails: [] } }));
    await forms.submitted(silent.id, { email: "a@example.com", message: "silent" });
    const { id } = await forms.create();
    await forms.submitted(id, { email: "a@example.com", message: "loud" });
    await expect.poll(() => mailsTo("owner@example.com")).toHaveLength(1);
    expect((await mailsTo("owner@example.com"))[0].text).toContain("loud");
  });

  it("confirm to one address once a minute", async () => {
    const form = await forms.create(contactForm({ notifications: { ownerEmails: [], confirmationTarget: "email" } }));
    for (const message of ["1", "2", "3"]) await forms.submitted(form.id, { email: "often@example.com", message });
    await expect.poll(() => mailsTo("often@example.com")).toHaveLength(1);
    expect(await countOf(form.id)).toBe(3);
  });
});

describe("spam", () => {
  it("in the honeypot gets the usual response and is not stored", async () => {
    const form = await forms.create();
    const more = { additionalMetadata: { honeypot: "https://spam.example" } };
    const { status, body } = await forms.submit(form.id, { email: "bot@example.com" }, { more });
    expect([status, body.submission.status]).toEqual([200, "CONFIRMED"]);
    expect(await countOf(form.id)).toBe(0);
    const open = await forms.create(contactForm({ spamFilterProtectionLevel: "NONE" }));
    await forms.submitted(open.id, { email: "bot@example.com" }, { more });
    expect(await countOf(open.id)).toBe(1);
  });

  it("is stored once for concurrent requests with one captcha", async () => {
    const form = await forms.create(contactForm({ spamFilterProtectionLevel: "ADVANCED" }));
    const captchaToken = await newCaptchaToken(server, "form", "silent");
    const submit = () => forms.submit(form.id, { email: "retry@example.com" }, { more: { captchaToken } });
    const responses = await Promise.all(Array.from({ length: 6 }, submit));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(responses.map(({ body }) => body.submission.id)).size).toBe(1);
    expect(await countOf(form.id)).toBe(1);
  });

  it("needs a captcha where the form requires one", async () => {
    const form = await forms.create(contactForm({ spamFilterProtectionLevel: "ADVANCED" }));
    const submit = (email: string, captchaToken?: string, token = forms.visitor) =>
      forms.submit(form.id, { email }, { more: { captchaToken }, token });
    expect(codeIn(await submit("a@example.com"))).toBe("INVALID_CAPTCHA");
    expect(codeIn(await submit("a@example.com", "made.up"))).toBe("INVALID_CAPTCHA");
    expect(codeIn(await submit("a@example.com", await newCaptchaToken(server, "login", "visible")))).toBe(
      "INVALID_CAPTCHA",
    );
    const captchaToken = await newCaptchaToken(server, "form", "silent");
    expect((await submit("a@example.com", captchaToken)).status).toBe(200);
    // A retry of the same submission, then another submission with the used token.
    expect((await submit("a@example.com", captchaToken)).status).toBe(200);
    expect(codeIn(await submit("b@example.com", captchaToken))).toBe("INVALID_CAPTCHA");
    expect((await submit("c@example.com", await newCaptchaToken(server, "form", "visible"))).status).toBe(200);
    expect((await submit("d@example.com", undefined, forms.keys.editor)).status).toBe(200);
    expect(await countOf(form.id)).toBe(3);
  });

  it("is limited to 20 submissions a minute from one address, and of one member", async () => {
    const form = await forms.create();
    const from = "192.0.2.50";
    const statuses = [];
    for (let index = 0; index < 22; index++)
      statuses.push((await forms.submit(form.id, { email: `a${index}@example.com` }, { from })).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
    const { access_token: token } = await server.signIn();
    const ofMember = [];
    for (let index = 0; index < 21; index++)
      ofMember.push((await forms.submit(form.id, { email: `m${index}@example.com` }, { token })).status);
    expect(ofMember).toEqual([...Array(20).fill(200), 429]);
  });
});

describe("consents", () => {
  it("are recorded with the text of the checkbox, for API keys", async () => {
    const consent = field("terms", {
      inputType: "BOOLEAN",
      required: true,
      booleanOptions: {
        componentType: "CHECKBOX",
        checkboxOptions: {
          label: {
            nodes: [
              {
                type: "PARAGRAPH",
                id: "",
                nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: "I agree", decorations: [] } }],
              },
            ],
          },
        },
      },
    });
    const form = await forms.create({ name: "Terms", formFields: [consent] });
    expect(errorsIn(await forms.submit(form.id, { terms: false }))).toEqual([["terms", "REQUIRED_VALUE_ERROR"]]);
    const submission = await forms.submitted(form.id, { terms: true });
    expect(submission.consents).toBeUndefined();
    const { body } = await forms.call("GET", `${submissionsPath}/${submission.id}`);
    expect(body.submission.consents).toEqual([
      { target: "terms", label: "I agree", formRevision: "1", date: submission.createdDate },
    ]);
  });
});

describe("payments", () => {
  const secret = "a secret of at least 32 characters";
  const productId = "11111111-1111-4111-8111-111111111111";
  const report = (checkoutId: string, status: string, { at = server.context.now().getTime(), key = secret } = {}) => {
    const seconds = String(Math.floor(at / 1_000));
    const signature = `t=${seconds},v1=${signPayment(key, seconds, `${checkoutId}.${status}`)}`;
    return server.call("POST", `/_api/porchlight/v1/forms/payments/${checkoutId}`, {
      body: { status },
      headers: { "porchlight-signature": signature },
    });
  };
  const shop = () =>
    forms.create(
      contactForm({
        notifications: { ownerEmails: ["shop@example.com"] },
        formFields: [
          field("pay", {
            inputType: "PAYMENT",
            paymentOptions: { validation: { products: [{ id: productId, fixedPriceOptions: { price: "12.50" } }] } },
          }),
        ],
      }),
    );

  it("are reported with a signature, which confirms the submission once", async () => {
    await updateSetting(server.context, { kind: "owner" }, "paymentSecret", secret);
    const form = await shop();
    const submission = await forms.submitted(form.id, { pay: [{ productId, quantity: 2 }] });
    expect(submission).toMatchObject({
      status: "PAYMENT_WAITING",
      orderDetails: { itemSubtotal: "25.00", currency: "EUR", checkoutId: expect.any(String) },
    });
    const { checkoutId } = submission.orderDetails!;
    expect(await mailsTo("shop@example.com")).toEqual([]);
    for (const forged of [
      await report(checkoutId, "PAID", { key: "another secret of 32 characters!" }),
      await report(checkoutId, "PAID", { at: server.context.now().getTime() - 6 * 60_000 }),
      await server.call("POST", `/_api/porchlight/v1/forms/payments/${checkoutId}`, { body: { status: "PAID" } }),
    ])
      expect([forged.status, codeIn(forged)]).toEqual([401, "PAYMENT_SIGNATURE_INVALID"]);
    const statusOf = async () =>
      (await forms.call("GET", `${submissionsPath}/${submission.id}`)).body.submission.status;
    expect(await statusOf()).toBe("PAYMENT_WAITING");
    for (const { status } of await Promise.all([1, 2, 3].map(() => report(checkoutId, "PAID"))))
      expect(status).toBe(200);
    expect(await statusOf()).toBe("CONFIRMED");
    await expect.poll(() => mailsTo("shop@example.com")).toHaveLength(1);
    expect(codeIn(await report(checkoutId, "CANCELED"))).toBe("SUBMISSION_STATUS_CONFLICT");
    expect(await eventTypes(submission.id)).toEqual([
      "wix.forms.v4.submission_created",
      "wix.forms.v4.submission_updated",
    ]);
  });

  it.each(["confirmSubmission", "updateSubmission", "report"])(
    "send their emails once and in the sender's language after %s",
    async (method) => {
      await updateSetting(server.context, { kind: "owner" }, "paymentSecret", secret);
      const owner = `${method}.owner@example.com`;
      const sender = `${method}.sender@example.com`;
      const form = await forms.create(
        contactForm({
          notifications: { ownerEmails: [owner], confirmationTarget: "email" },
          formFields: [
            textField("email", { validation: { format: "EMAIL" } }),
            field("pay", {
              inputType: "PAYMENT",
              paymentOptions: { validation: { products: [{ id: productId, fixedPriceOptions: { price: "3" } }] } },
            }),
          ],
        }),
      );
      const more = { additionalMetadata: { language: "de" } };
      const { id, revision, orderDetails } = await forms.submitted(
        form.id,
        { email: sender, pay: [{ productId }] },
        { more },
      );
      const path = `${submissionsPath}/${id}`;
      const confirm = () =>
        method === "report"
          ? report(orderDetails!.checkoutId, "PAID")
          : method === "confirmSubmission"
            ? forms.call("POST", `${path}/confirm`, {})
            : forms.call("PATCH", path, { submission: { revision, status: "CONFIRMED" } });
      await Promise.all([confirm(), confirm()]);
      await report(orderDetails!.checkoutId, "PAID");
      await expect.poll(() => mailsTo(sender)).toHaveLength(1);
      expect((await mailsTo(sender))[0].subject).toBe("Porchlight hat deine Nachricht erhalten");
      await expect.poll(() => mailsTo(owner)).toHaveLength(1);
    },
  );

  it("may be canceled and tried again, and unknown checkouts are not found", async () => {
    await updateSetting(server.context, { kind: "owner" }, "paymentSecret", secret);
    const form = await shop();
    const token = await server.visitorToken();
    const { id, orderDetails } = await forms.submitted(form.id, { pay: [{ productId }] }, { token });
    expect((await report(orderDetails!.checkoutId, "CANCELED")).status).toBe(200);
    expect((await forms.call("GET", `${submissionsPath}/${id}`)).body.submission.status).toBe("PAYMENT_CANCELED");
    expect(codeIn(await report(id, "PAID"))).toBe("CHECKOUT_NOT_FOUND");
    const again = await forms.submitted(form.id, { pay: [{ productId }] }, { token });
    expect([again.status, again.id === id]).toEqual(["PAYMENT_WAITING", false]);
  });
});
