import { createClient, OAuthStrategy } from "@porchlight/client";
import { type Form as FormDefinition, forms, submissions } from "@porchlight/client/forms";
import { createTestClient, type FormFixture } from "@porchlight/client/testing";
import { loadScreenTexts } from "@porchlight/contract/texts/load";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PorchlightProvider } from "../provider.tsx";
import { Form } from "./form.tsx";
import { formDataOf, formOf, inputField, ruleOf, stepOf } from "./form-fixture.ts";
import type { FormProps } from "./form-props.ts";
import { submitFormData } from "./submit-form-data.ts";

const german = await loadScreenTexts("de");

/** A client whose server responds to submissions with this. */
function clientWith(status = 200, body: object = {}) {
  const sent: { path: string; body: Record<string, never> }[] = [];
  const client = createClient({
    host: "https://api.example",
    auth: OAuthStrategy({ clientId: "app" }),
    modules: { forms, submissions },
    async fetch(input, init) {
      const { pathname } = new URL(String(input));
      if (pathname === "/oauth2/token")
        return Response.json({ access_token: "a", refresh_token: "r", expires_in: 14_400 });
      if (init?.method === "PUT")
        return Response.json({ file: { id: "file-1", displayName: "a.txt", url: "/media/1" } });
      if (pathname.endsWith("/media-upload-url")) return Response.json({ uploadUrl: "https://api.example/upload" });
      sent.push({ path: pathname, body: JSON.parse(String(init?.body)) });
      return Response.json(body, { status });
    },
  });
  return { client, sent };
}

function render(form: FormDefinition, props: Partial<FormProps> = {}, language = "en") {
  const { client } = clientWith();
  return renderToString(
    <PorchlightProvider client={client} language={language} messages={language === "de" ? german : {}}>
      <Form formId={form._id} form={form} {...props} />
    </PorchlightProvider>,
  ).replaceAll("<!-- -->", "");
}

const text = (value: string) => ({
  nodes: [{ type: "PARAGRAPH", id: "p", nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: value } }] }],
});
const name = inputField("Name", "STRING", "TEXT_INPUT", { required: true });
const email = inputField("Email", "STRING", "TEXT_INPUT", {
  validation: { format: "EMAIL" },
  more: { contactMapping: { contactField: "EMAIL" } },
});

describe("a form on the server", () => {
  it("contains its fields, with optional ones marked", () => {
    const html = render(formOf([name, email]));
    expect(html).toMatch(/<label[^>]*>Name<\/label>/);
    expect(html).toContain("Email (optional)");
    expect(html).toMatch(/<input[^>]*type="email"[^>]*>/);
    expect(html).toMatch(/autoComplete="email"/i);
  });

  it("marks fields as its settings specify", () => {
    const marked = (requiredIndicator: "ASTERISK" | "TEXT" | "NONE") =>
      render(formOf([name, email], { requiredIndicatorProperties: { requiredIndicator } }));
    expect(marked("ASTERISK")).toContain("Name *");
    expect(marked("TEXT")).toContain("Name (required)");
    expect(marked("NONE")).not.toMatch(/\(optional\)|\*/);
  });

  it("contains all steps for browsers without scripts, with their place", () => {
    const html = render(formOf([name, email], { steps: [stepOf("You", "Name"), stepOf("Reply", "Email")] }));
    expect(html).toContain("Step 1 of 2");
    expect(html).toContain("Step 2 of 2");
    expect(html).toMatch(/data-part="step"[^>]*data-later="true"/);
    expect(html).toMatch(/data-part="next"[^>]*>Next</);
  });

  it("contains fields that a rule hides for browsers without scripts", () => {
    const rule = ruleOf("Name", "Ada", "Email", { propertyType: "HIDDEN", hiddenOptions: { hidden: false } });
    const form = formOf([name, { ...email, hidden: true }], { formRules: [rule] });
    expect(render(form)).toMatch(/data-omitted="true"><div[^>]*data-field="Email"/);
    const typed = { issues: [], entries: [["Name", "Ada"]] as [string, string][] };
    expect(render(form, { outcome: typed })).not.toContain("data-omitted");
  });

  it("never contains fields that the definition hides, except their value", () => {
    const source = inputField("source", "STRING", "TEXT_INPUT", { hidden: true, default: "flyer" });
    expect(render(formOf([source]))).toContain('<input type="hidden" name="source" value="flyer"/>');
  });

  it("escapes what owners write, and ignores scripts in links", () => {
    const label = '<img src=x onerror="alert(1)">';
    const html = render(formOf([inputField("x", "STRING", "TEXT_INPUT", { label })]));
    expect(html).not.toContain("<img");
    const submitSettings = {
      submitSuccessAction: "REDIRECT",
      redirectOptions: { redirectUrl: "javascript:alert(1)" },
    } as const;
    expect(render(formOf([name], { submitSettings }), { outcome: { status: "CONFIRMED" } })).not.toContain(
      "javascript",
    );
  });

  it("shows the owner's text if it is closed", () => {
    const closed = formOf([name], { enabled: false });
    expect(render(closed)).toContain("This form is closed.");
    expect(render(closed)).not.toContain("<form");
    expect(render(formOf([name], { enabled: false, disabledFormMessage: text("Back in May.") as never }))).toContain(
      "Back in May.",
    );
    const day = 86_400_000;
    const limited = (limitationRule: NonNullable<FormDefinition["limitationRule"]>) =>
      render(formOf([name], { limitationRule }));
    expect(limited({ dateTimeDeadline: new Date(Date.now() - day) })).toContain("This form is closed.");
    expect(limited({ dateTimeOpening: new Date(Date.now() + day) })).toContain("This form is not open yet.");
    expect(limited({ dateTimeDeadline: new Date(Date.now() + day) })).toContain("<form");
  });

  it("shows the message and the status after a submission", () => {
    const form = formOf([name], {
      submitSettings: {
        submitSuccessAction: "THANK_YOU_MESSAGE",
        thankYouMessageOptions: { richContent: text("See you on Friday.") as never },
      },
    });
    const html = render(form, { outcome: { status: "PENDING" } });
    expect(html).toMatch(/<h2[^>]*>Sent\.<\/h2>/);
    expect(html).toContain("See you on Friday.");
    expect(html).toContain("Status: Received");
  });

  it("is in German on a German site", () => {
    const html = render(formOf([name, email], { steps: [stepOf("1", "Name"), stepOf("2", "Email")] }), {}, "de");
    for (const words of ["Schritt 1 von 2", "Weiter", "Senden", "Email (freiwillig)"]) expect(html).toContain(words);
  });
});

describe("a form submitted without scripts", () => {
  const stored = { submission: { id: "s", formId: "f", status: "CONFIRMED", submissions: {} } };
  const options = { language: "en" };

  it("is stored with its files, once per attempt", async () => {
    const { client, sent } = clientWith(200, stored);
    const data = formDataOf({ Name: "Ada", _attempt: "key-1" });
    data.append("Photo.files", new File(["x"], "a.txt", { type: "text/plain" }));
    const form = formOf([name, inputField("Photo", "WIX_FILE", "FILE_UPLOAD")]);
    expect(await submitFormData(client.submissions, form, data, options)).toEqual({ status: "CONFIRMED" });
    expect(sent).toEqual([
      {
        path: "/form-submission-service/v4/submissions",
        body: {
          submission: {
            formId: form._id,
            submissions: {
              Name: "Ada",
              Photo: [{ fileId: "file-1", displayName: "a.txt", url: "/media/1", fileType: "text/plain" }],
            },
          },
          additionalMetadata: { idempotencyKey: "key-1", language: "en" },
        },
      },
    ]);
  });

  it("is shown again with its values and errors, and not sent, if it is invalid", async () => {
    const { client, sent } = clientWith(200, stored);
    const form = formOf([name, email]);
    const outcome = await submitFormData(client.submissions, form, formDataOf({ Email: "<ada>" }), options);
    expect(sent).toEqual([]);
    const html = render(form, { outcome });
    expect(html).toContain("There is a problem");
    expect(html.match(/Enter a value for Name/g)).toHaveLength(2);
    expect(html).toContain('value="&lt;ada&gt;"');
  });

  it("shows the values that the server rejects at their fields", async () => {
    const data = { errorPath: "Email", errorType: "MAX_LENGTH_ERROR", params: { maxLength: 5 } };
    const violation = {
      ...{ field: "submission.submissions.Email", description: "is too long", violatedRule: "MAX_LENGTH" },
      ...{ ruleName: "SUBMISSION_VALIDATION", data },
    };
    const { client } = clientWith(400, { details: { validationError: { fieldViolations: [violation] } } });
    const typed = formDataOf({ Name: "Ada", Email: "ada@example.com" });
    const outcome = await submitFormData(client.submissions, formOf([name, email]), typed, options);
    expect(render(formOf([name, email]), { outcome })).toContain("Use 5 characters or fewer for Email");
  });

  it("says that the form is full, or requires scripts", async () => {
    const full = { errorPath: "", errorType: "DISABLED_FORM_ERROR", params: { reason: "LIMIT" } };
    const refusedWith = async (code: string, details: object) => {
      const applicationError = { code, description: code, data: details };
      const { client } = clientWith(400, { details: { applicationError } });
      return submitFormData(client.submissions, formOf([name]), formDataOf({ Name: "Ada" }), options);
    };
    const closed = await refusedWith("INVALID_SUBMISSION", { errors: [full] });
    expect(render(formOf([name]), { outcome: closed })).toContain("This form no longer accepts submissions.");
    const captcha = await refusedWith("INVALID_CAPTCHA", { kind: "silent" });
    expect(render(formOf([name]), { outcome: captcha })).toContain("This form requires JavaScript.");
  });

  it("can be tested without a server", async () => {
    const formFields: FormFixture["formFields"] = [
      {
        fieldType: "INPUT",
        inputOptions: {
          target: "email",
          inputType: "STRING",
          required: true,
          stringOptions: {
            componentType: "TEXT_INPUT",
            validation: { format: "EMAIL" },
            textInputOptions: { label: "Your email" },
          },
        },
      },
    ];
    const { client, stub } = createTestClient({ modules: { forms, submissions } });
    const form = await client.forms.getForm(stub.addForm({ formFields }).id);
    expect(render(form)).toContain("Your email");
    const submit = (email: string) =>
      submitFormData(client.submissions, form, formDataOf({ email }), { language: "en" });
    expect(await submit("")).toMatchObject({ issues: [{ target: "email", key: "data.check.required" }] });
    expect(await submit("ada@example.com")).toEqual({ status: "CONFIRMED" });
    expect(stub.submissions).toMatchObject([{ formId: form._id, submissions: { email: "ada@example.com" } }]);
  });
});
