import type { FormField } from "@porchlight/client/forms";
import { plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { inputOptionsNames } from "@porchlight/contract/forms/form-values";

/** An option of a choice field. */
export interface Choice {
  _id: string;
  label?: string | null;
  value?: unknown;
  default?: boolean;
}

/** What components of fields have in common; each has some of these. */
export interface FieldOptions {
  label?: string | RichContent | null;
  description?: RichContent | null;
  showLabel?: boolean | null;
  placeholder?: string | null;
  default?: string | number | null;
  checked?: boolean;
  multiline?: boolean | null;
  options?: Choice[];
  customOption?: { label?: string | null } | null;
  defaultCountryCode?: string | null;
  fieldSettings?: { addressLine2?: { show?: boolean } };
}

/** A product of a payment field. */
export interface Product {
  _id: string;
  priceType?: "FIXED_PRICE" | "DYNAMIC_PRICE";
  fixedPriceOptions?: { price?: string };
  dynamicPriceOptions?: { minPrice?: string; maxPrice?: string | null };
  quantityLimit?: { minimum?: number | null; maximum?: number | null } | undefined;
}

/** Limits of the value of a field; each input type has some of these. */
export interface FieldValidation {
  minLength?: number | null;
  maxLength?: number | null;
  pattern?: string | null;
  format?: string;
  minimum?: number | null;
  maximum?: number | null;
  multipleOf?: number | null;
  minItems?: number | null;
  maxItems?: number | null;
  fileLimit?: number;
  uploadFileFormats?: string[];
  products?: Product[];
  dateOptions?: { minimum?: string | null; maximum?: string | null };
  errorMessages?: { default?: string | null };
}

interface TypeOptions {
  componentType?: string;
  validation?: FieldValidation;
  [component: string]: unknown;
}

/** The name of a component's options: those of `TEXT_INPUT` are in `textInputOptions`. */
export const componentOptionsName = (component: string): string =>
  `${component.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}Options`;

const typeOptionsOf = ({ inputOptions }: FormField): TypeOptions =>
  Object(inputOptions?.[inputOptionsNames[inputOptions.inputType]]);

/** The component of an input, such as `TEXT_INPUT`; empty if it has none. */
export const componentOf = (field: FormField): string => typeOptionsOf(field).componentType ?? "";

/** The options of a field's component. */
export const optionsOf = (field: FormField): FieldOptions =>
  Object(typeOptionsOf(field)[componentOptionsName(componentOf(field))]);

/** The limits of a field's value. */
export const validationOf = (field: FormField): FieldValidation => typeOptionsOf(field).validation ?? {};

function withTypeOptions(field: FormField, changes: TypeOptions): FormField {
  const { inputOptions } = field;
  if (!inputOptions) return field;
  const name = inputOptionsNames[inputOptions.inputType];
  return { ...field, inputOptions: { ...inputOptions, [name]: { ...typeOptionsOf(field), ...changes } } };
}

/** The field with other options. */
export const withOptions = (field: FormField, changes: FieldOptions): FormField =>
  withTypeOptions(field, { [componentOptionsName(componentOf(field))]: { ...optionsOf(field), ...changes } });

/** The field with other limits. `undefined` removes a limit. */
export const withValidation = (field: FormField, changes: FieldValidation): FormField =>
  withTypeOptions(field, { validation: { ...validationOf(field), ...changes } });

/** The text of a document on one line. */
export const textOf = (content: RichContent | null | undefined): string => plainTextOf(content?.nodes ?? []).trim();

/** What a field is called in the console. Empty if it has no label yet. */
export function fieldLabel(field: FormField): string {
  const { displayOptions } = field;
  if (displayOptions) return textOf(displayOptions.richContentOptions?.richContent).slice(0, 80);
  const { label } = optionsOf(field);
  return typeof label === "string" ? label : textOf(label);
}

/** A document with one paragraph per line. */
export const documentOf = (text: string): RichContent => ({
  nodes: text.split("\n").map((line, index) => ({
    type: "PARAGRAPH",
    id: `p${index}`,
    nodes: line === "" ? [] : [{ type: "TEXT", id: "", nodes: [], textData: { text: line, decorations: [] } }],
  })),
});
