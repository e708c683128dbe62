import { randomUUID } from "node:crypto";
import type { FormInput } from "@porchlight/contract/forms/form";
import type { FormField, InputField, StringOptions } from "@porchlight/contract/forms/form-fields";
import type { Language } from "../../platform/i18n/texts.ts";
import texts from "./template-texts.json" with { type: "json" };

/** Built-in templates of forms, with labels in all languages. */

type LabelKey = keyof (typeof texts)["en"];
type ContactField = NonNullable<InputField["contactMapping"]>["contactField"];

interface TextField {
  required?: boolean;
  contactField?: ContactField;
  validation?: StringOptions["validation"];
  multiline?: boolean;
}

const input = (options: InputField): FormField => ({ id: randomUUID(), fieldType: "INPUT", inputOptions: options });

const text = (
  target: string,
  label: string,
  { required = false, contactField, validation = {}, multiline = false }: TextField = {},
): FormField =>
  input({
    target,
    inputType: "STRING",
    required,
    pii: contactField !== undefined,
    stringOptions: {
      componentType: validation.format === "PHONE" ? "PHONE_INPUT" : "TEXT_INPUT",
      validation,
      ...(validation.format === "PHONE"
        ? { phoneInputOptions: { label, showLabel: true } }
        : { textInputOptions: { label, showLabel: true, ...(multiline && { multiline }) } }),
    },
    ...(contactField && { contactMapping: { contactField } }),
  });

const number = (target: string, label: string, bounds: { minimum: number; maximum: number }): FormField =>
  input({
    target,
    inputType: "NUMBER",
    required: true,
    numberOptions: {
      componentType: "NUMBER_INPUT",
      validation: { ...bounds, multipleOf: 1 },
      numberInputOptions: { label, showLabel: true },
    },
  });

const rating = (target: string, label: string): FormField =>
  input({
    target,
    inputType: "NUMBER",
    required: true,
    numberOptions: { componentType: "RATING_INPUT", ratingInputOptions: { label, showLabel: true } },
  });

const consent = (target: string, label: string): FormField =>
  input({
    target,
    inputType: "BOOLEAN",
    required: true,
    booleanOptions: {
      componentType: "CHECKBOX",
      checkboxOptions: {
        label: {
          nodes: [
            {
              type: "PARAGRAPH",
              id: "1",
              nodes: [{ type: "TEXT", id: "", nodes: [], textData: { text: label, decorations: [] } }],
            },
          ],
        },
      },
    },
    contactMapping: { contactField: "SUBSCRIPTION" },
  });

interface Template {
  name: LabelKey;
  fields(label: (key: LabelKey) => string): FormField[];
  /** The confirmation goes to the target `email`. */
  confirms: boolean;
}

const email = (label: string, required = true) =>
  text("email", label, { required, contactField: "EMAIL", validation: { format: "EMAIL" } });

const templates: Readonly<Record<string, Template>> = {
  "00000000-0000-4000-8000-0000000f0001": {
    name: "contactForm",
    confirms: true,
    fields: (label) => [
      text("first_name", label("firstName"), { required: true, contactField: "FIRST_NAME" }),
      text("last_name", label("lastName"), { contactField: "LAST_NAME" }),
      email(label("email")),
      text("phone", label("phone"), { contactField: "PHONE", validation: { format: "PHONE" } }),
      text("message", label("message"), { required: true, multiline: true }),
    ],
  },
  "00000000-0000-4000-8000-0000000f0002": {
    name: "newsletterForm",
    confirms: true,
    fields: (label) => [email(label("email")), consent("newsletter", label("newsletter"))],
  },
  "00000000-0000-4000-8000-0000000f0003": {
    name: "eventForm",
    confirms: true,
    fields: (label) => [
      text("first_name", label("firstName"), { required: true, contactField: "FIRST_NAME" }),
      text("last_name", label("lastName"), { required: true, contactField: "LAST_NAME" }),
      email(label("email")),
      number("people", label("people"), { minimum: 1, maximum: 20 }),
      text("notes", label("notes"), { multiline: true }),
    ],
  },
  "00000000-0000-4000-8000-0000000f0004": {
    name: "feedbackForm",
    confirms: false,
    fields: (label) => [
      rating("rating", label("rating")),
      text("improvement", label("improvement"), { multiline: true }),
      email(label("email"), false),
    ],
  },
};

/** A form by a built-in template; `undefined` if there is none with this id. */
export function formOfTemplate(id: string, language: Language): FormInput | undefined {
  const template = Object.hasOwn(templates, id) ? templates[id] : undefined;
  return (
    template && {
      name: texts[language][template.name],
      formFields: template.fields((key) => texts[language][key]),
      ...(template.confirms && { notifications: { confirmationTarget: "email" } }),
    }
  );
}
