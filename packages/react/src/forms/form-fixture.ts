import type { Form, FormField } from "@porchlight/client/forms";

/** For tests: an input field; `options` are those of its type, with its component's. */
export function inputField(target: string, inputType: string, componentType: string, options: object = {}): FormField {
  const camelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const { validation, required, hidden, more, ...component } = options as Record<string, never>;
  return {
    _id: `id-${target}`,
    fieldType: "INPUT",
    hidden: hidden ?? false,
    inputOptions: {
      target,
      required: required ?? false,
      inputType,
      [`${camelCase(inputType)}Options`]: {
        componentType,
        validation,
        [`${camelCase(componentType)}Options`]: { label: target, ...component },
      },
      ...Object(more),
    },
  } as never;
}

/** For tests: a form with these parts. */
export const formOf = (formFields: FormField[], more: Partial<Form> = {}): Form =>
  ({
    _id: "22222222-2222-4222-8222-222222222222",
    namespace: "wix.form_app.form",
    name: "Contact",
    revision: "1",
    enabled: true,
    formFields,
    steps: [],
    formRules: [],
    ...more,
  }) as never;

/** For tests: a step with these fields. */
export const stepOf = (name: string, ...targets: string[]): Form["steps"][number] => ({
  _id: `step-${name}`,
  name,
  layout: { large: { items: targets.map((target, row) => ({ fieldId: `id-${target}`, row })) } },
});

/** For tests: a rule that changes a field if a value equals another. */
export const ruleOf = (
  target: string,
  value: unknown,
  changed: string,
  options: object,
): Form["formRules"][number] => ({
  _id: `rule-${target}-${changed}`,
  expression: { condition: { target, operator: "EQUAL", value } },
  overrides: [{ entityType: "FIELD", fieldOptions: { fieldId: `id-${changed}`, ...options } }],
});

/** For tests: what a page submits. */
export function formDataOf(entries: Record<string, string | string[]>): FormData {
  const data = new FormData();
  for (const [name, values] of Object.entries(entries)) for (const value of [values].flat()) data.append(name, value);
  return data;
}
