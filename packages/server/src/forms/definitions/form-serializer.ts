import type { Form, FormSummaryField, LegacyFormField } from "@porchlight/contract/forms/form";
import type { FormField, InputField } from "@porchlight/contract/forms/form-fields";
import type { SummaryFieldType } from "@porchlight/contract/forms/form-values";
import { choicesOf, labelOf, validationOf } from "./field-options.ts";
import type { FormRow } from "./forms-store.ts";

/** Converts a row to the wire format. Notifications, private tags and extended fields are for API keys only. */
export function serializeForm(row: FormRow, { isPrivate }: { isPrivate: boolean }): Form {
  const { notifications, privateTags, extendedFields, deletedFormFields = [], ...definition } = row.definition;
  const formFields = (definition.formFields ?? []).map(withHidden);
  const form: Form = {
    ...definition,
    id: row.id,
    namespace: row.namespace,
    name: row.name,
    enabled: row.enabled,
    revision: row.revision,
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
    formFields,
    steps: (definition.steps ?? []).map(withHidden),
    formRules: definition.formRules ?? [],
    deletedFormFields: isPrivate ? deletedFormFields : [],
    kind: "REGULAR",
    properties: { name: row.name, disabled: !row.enabled },
    fields: formFields.flatMap(toLegacyField),
    fieldsV2: [],
    rules: [],
    deletedFields: isPrivate ? deletedFormFields.flatMap(toLegacyField) : [],
    deletedFieldsV2: [],
    nestedForms: [],
    fieldGroups: [],
    postSubmissionTriggers: {},
  };
  if (row.tags.length > 0 || (isPrivate && privateTags))
    form.tags = {
      tags: { tagIds: row.tags },
      ...(isPrivate && privateTags && { privateTags: { tagIds: privateTags } }),
    };
  if (isPrivate && notifications) form.notifications = notifications;
  if (isPrivate && extendedFields) form.extendedFields = extendedFields;
  return form;
}

const withHidden = <Part extends { hidden?: boolean }>(part: Part) => ({ ...part, hidden: part.hidden ?? false });

function toLegacyField({ id, hidden = false, inputOptions }: FormField): LegacyFormField[] {
  if (!inputOptions) return [];
  const { target, pii = false, required = false } = inputOptions;
  return [
    {
      id,
      target,
      pii,
      hidden,
      view: { label: labelOf(inputOptions) },
      validation: { ...legacyValidation(inputOptions), required },
    },
  ];
}

function legacyValidation(field: InputField): object {
  const validation = validationOf(field) ?? {};
  switch (field.inputType) {
    case "STRING":
      return { string: { enum: [], ...validation } };
    case "NUMBER":
      return { number: { enum: [], ...validation } };
    case "BOOLEAN":
      return { boolean: { enum: [], ...validation } };
    case "ARRAY":
      return { array: validation };
    case "OBJECT":
      return { object: validation };
    default:
      return { predefined: { format: predefinedFormats[field.inputType] } };
  }
}

const predefinedFormats = {
  WIX_FILE: "WIX_FILE",
  PAYMENT: "PAYMENT",
  SCHEDULING: "SCHEDULING",
  ADDRESS: "MULTILINE_ADDRESS",
} as const;

/** A field of a form's summary. */
export function summarizeField({ inputOptions }: FormField, deleted = false): FormSummaryField[] {
  if (!inputOptions) return [];
  const choices = choicesOf(inputOptions).flatMap(({ label, value }) =>
    typeof value === "string" || typeof value === "number"
      ? { label: label ?? String(value), value: String(value) }
      : [],
  );
  return [
    {
      key: inputOptions.target,
      label: labelOf(inputOptions),
      pii: inputOptions.pii ?? false,
      type: summaryType(inputOptions),
      ...(deleted && { deleted }),
      ...(choices.length > 0 && { options: choices }),
    },
  ];
}

function summaryType({ inputType, numberOptions, wixFileOptions, stringOptions }: InputField): SummaryFieldType {
  if (inputType === "NUMBER" && numberOptions?.componentType === "RATING_INPUT") return "RATING";
  if (inputType === "WIX_FILE" && wixFileOptions?.componentType === "SIGNATURE") return "SIGNATURE";
  if (inputType === "SCHEDULING") return "OBJECT";
  const format = stringOptions?.validation?.format;
  // The contract's summary of an email field is a STRING. Source: recordings/forms.json, getFormSummary.
  if (inputType === "STRING" && format && format !== "UNDEFINED" && format !== "EMAIL") return format;
  return inputType;
}
