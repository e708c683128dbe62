import { randomUUID } from "node:crypto";
import type { Form, FormInput, FormRule } from "@porchlight/contract/forms/form";
import type { FormField, InputField, StringOptions } from "@porchlight/contract/forms/form-fields";
import type { FormSubmission } from "@porchlight/contract/forms/submission";
import { createApiKey } from "../../src/auth/api-keys.ts";
import type { TestResponse, TestServer } from "../test-server.ts";

export const formsPath = "/form-schema-service/v4/forms";
export const submissionsPath = "/form-submission-service/v4/submissions";

/** A field with this target; `more` adds to its input options. */
export function field(target: string, more: Partial<InputField> = {}): FormField & { inputOptions: InputField } {
  return {
    id: randomUUID(),
    fieldType: "INPUT",
    inputOptions: { target, inputType: "STRING", ...more },
  };
}

export const textField = (target: string, stringOptions: StringOptions = {}, more: Partial<InputField> = {}) =>
  field(target, {
    stringOptions: { componentType: "TEXT_INPUT", textInputOptions: { label: target }, ...stringOptions },
    ...more,
  });

/** A rule that applies overrides to a field while a value equals `value`. */
export const rule = (
  target: string,
  value: unknown,
  { id }: FormField,
  override: "require" | "hide" | "show",
): FormRule => ({
  id: randomUUID(),
  expression: { condition: { target, operator: "EQUAL", value } },
  overrides: [
    {
      entityType: "FIELD",
      fieldOptions:
        override === "require"
          ? { fieldId: id, propertyType: "REQUIRED", requiredOptions: { required: true } }
          : { fieldId: id, propertyType: "HIDDEN", hiddenOptions: { hidden: override === "hide" } },
    },
  ],
});

/** A contact form with a required email and a message. */
export const contactForm = (more: Partial<FormInput> = {}): FormInput => ({
  name: "Contact",
  formFields: [
    textField("email", { validation: { format: "EMAIL" } }, { required: true, pii: true }),
    textField("message"),
  ],
  ...more,
});

/** Calls of forms by different callers. */
export interface FormsClient {
  keys: Record<"admin" | "editor" | "read", string>;
  visitor: string;
  create(form?: FormInput): Promise<Form>;
  /** Submits values as a visitor, unless a token is passed. */
  submit(
    formId: string,
    submissions: unknown,
    options?: { token?: string; more?: object; from?: string },
  ): Promise<TestResponse>;
  /** As {@link submit}, and expects success. */
  submitted(formId: string, submissions: unknown, options?: { token?: string; more?: object }): Promise<FormSubmission>;
  /** Calls as an API key of role editor, unless a token is passed. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<TestResponse>;
}

export async function createFormsClient(server: TestServer): Promise<FormsClient> {
  const keyOf = async (role: "admin" | "editor" | "read") =>
    (await createApiKey(server.context, { kind: "owner" }, { name: role, role })).key;
  const keys = { admin: await keyOf("admin"), editor: await keyOf("editor"), read: await keyOf("read") };
  const visitor = await server.visitorToken();
  const call: FormsClient["call"] = (method, path, body, token = keys.editor) =>
    server.call(method, path, { token, ...(body !== undefined && { body }) });
  const submit: FormsClient["submit"] = (formId, submissions, { token = visitor, more = {}, from } = {}) =>
    server.call("POST", submissionsPath, {
      token,
      body: { submission: { formId, submissions }, ...more },
      ...(from !== undefined && { from }),
    });
  return {
    keys,
    visitor,
    call,
    submit,
    async create(form = contactForm()) {
      const { status, body } = await call("POST", formsPath, { form });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.form;
    },
    async submitted(formId, submissions, options) {
      const { status, body } = await submit(formId, submissions, options);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.submission;
    },
  };
}

/** `[errorPath, errorType]` of the errors of a rejected submission. */
export const errorsIn = ({ body }: TestResponse): [string, string][] =>
  (body.details?.validationError?.fieldViolations ?? []).map(
    ({ data }: { data: { errorPath: string; errorType: string } }) => [data.errorPath, data.errorType],
  );

/** The code of an application error. */
export const codeIn = ({ body }: TestResponse): string | undefined => body.details?.applicationError?.code;
