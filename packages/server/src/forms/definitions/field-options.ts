import { plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { FieldChoice, InputField } from "@porchlight/contract/forms/form-fields";
import { inputOptionsNames } from "@porchlight/contract/forms/form-values";

/** Options of fields, which are in a property per input type and component. */

interface TypeOptions {
  componentType?: string;
  validation?: object;
  [component: string]: unknown;
}

const typeOptions = (field: InputField): TypeOptions | undefined =>
  field[inputOptionsNames[field.inputType]] as TypeOptions | undefined;

/** The component of a field; `undefined` if it has none. */
export const componentOf = (field: InputField): string | undefined => typeOptions(field)?.componentType;

export const validationOf = (field: InputField): object | undefined => typeOptions(field)?.validation;

/** The options of the field's component: those of `TEXT_INPUT` are in `textInputOptions`. */
function componentOptions(field: InputField): Record<string, unknown> | undefined {
  const options = typeOptions(field);
  const component = options?.componentType;
  if (!options || !component) return undefined;
  const name = component.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object(options[`${name}Options`]);
}

/** The label as plain text. Default: the target. */
export function labelOf(field: InputField): string {
  const label = componentOptions(field)?.["label"];
  if (typeof label === "string" && label.trim() !== "") return label;
  const { nodes } = Object(label);
  const text = Array.isArray(nodes) ? plainTextOf(nodes).trim() : "";
  return text || field.target;
}

/** The choices of a field that has some. */
export function choicesOf(field: InputField): FieldChoice[] {
  const options = componentOptions(field)?.["options"];
  return Array.isArray(options) ? options : [];
}

/** Whether a field takes only its choices. */
export function hasClosedChoices(field: InputField): boolean {
  const options = componentOptions(field);
  const isChoice = ["RADIO_GROUP", "DROPDOWN", "CHECKBOX_GROUP"].includes(componentOf(field) ?? "");
  return isChoice && field.inputType !== "PAYMENT" && choicesOf(field).length > 0 && !options?.["customOption"];
}
