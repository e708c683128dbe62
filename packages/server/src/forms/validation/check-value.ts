import type {
  AddressPart,
  AddressValidation,
  ArrayValidation,
  InputField,
  NumberValidation,
  ObjectValidation,
} from "@porchlight/contract/forms/form-fields";
import { maxRating, maxTypedSignatureLength } from "@porchlight/contract/forms/form-values";
import { isEmptyValue } from "@porchlight/contract/forms/rules";
import type { SubmissionValidationError } from "@porchlight/contract/forms/submission";
import { choicesOf, componentOf, hasClosedChoices } from "../definitions/field-options.ts";
import { checkFiles, type UploadedFile } from "./check-files.ts";
import { checkProducts } from "./check-products.ts";
import { checkText } from "./check-text.ts";
import { type Report, reportAt } from "./value-error.ts";

/** What values are checked against besides their field. */
export interface ValueContext {
  /** ISO 8601. */
  now: string;
  /** Uploaded files by id that the submitter may submit. */
  files: ReadonlyMap<string, UploadedFile>;
}

const maxItems = 1_000;
/** Characters of an object value as JSON. */
const maxObjectLength = 20_000;

/**
 * Checks the value of a field, which is not empty.
 *
 * @returns The value to store.
 */
export function checkValue(
  field: InputField,
  value: unknown,
  errors: SubmissionValidationError[],
  context: ValueContext,
): unknown {
  const { target } = field;
  const report = reportAt(errors, target);
  switch (field.inputType) {
    case "STRING":
      checkText(value, field.stringOptions?.validation ?? {}, context.now, report);
      checkChoices(field, value, report);
      return value;
    case "NUMBER":
      if (componentOf(field) === "RATING_INPUT")
        checkNumber(value, { minimum: 1, maximum: maxRating, ...field.numberOptions?.validation }, report, true);
      else checkNumber(value, field.numberOptions?.validation ?? {}, report);
      return value;
    case "BOOLEAN":
      checkBoolean(value, field.booleanOptions?.validation?.enum, report);
      return value;
    case "ARRAY":
      checkArray(value, field.arrayOptions?.validation ?? {}, target, errors, context);
      if (Array.isArray(value)) for (const item of value) checkChoices(field, item, report);
      return value;
    case "OBJECT":
      checkObject(value, field.objectOptions?.validation ?? {}, target, errors, context);
      return value;
    case "WIX_FILE":
      if (componentOf(field) === "SIGNATURE" && typeof value === "string") {
        checkText(value, { maxLength: maxTypedSignatureLength }, context.now, report);
        return value;
      }
      return checkFiles(value, field, context.files, report);
    case "PAYMENT":
      return checkProducts(value, field.paymentOptions?.validation ?? {}, report);
    case "SCHEDULING":
      // There is no provider of appointments.
      report("NOT_ALLOWED_VALUE_ERROR");
      return value;
    case "ADDRESS":
      return checkAddress(value, field.addressOptions?.validation ?? {}, target, errors, context);
  }
}

function checkChoices(field: InputField, value: unknown, report: Report): undefined {
  if (hasClosedChoices(field) && !choicesOf(field).some((choice) => choice.value === value))
    report("NOT_ALLOWED_VALUE_ERROR");
}

function checkNumber(value: unknown, rules: NumberValidation, report: Report, isInteger = false): undefined {
  const message = rules.errorMessages?.default;
  if (typeof value !== "number" || !Number.isFinite(value) || (isInteger && !Number.isInteger(value)))
    return report("TYPE_ERROR", { type: isInteger ? "integer" : "number" }, message);
  const { minimum, maximum, multipleOf, enum: allowed } = rules;
  if (minimum != null && value < minimum) return report("MIN_VALUE_ERROR", { minimum }, message);
  if (maximum != null && value > maximum) return report("MAX_VALUE_ERROR", { maximum }, message);
  if (multipleOf != null && !isMultiple(value, multipleOf))
    return report("MULTIPLE_OF_VALUE_ERROR", { multipleOf }, message);
  if (allowed && allowed.length > 0 && !allowed.includes(value)) report("NOT_ALLOWED_VALUE_ERROR", undefined, message);
}

/** With a tolerance for binary fractions: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, unit: number): boolean {
  const ratio = value / unit;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
}

function checkBoolean(value: unknown, allowed: boolean[] | null | undefined, report: Report): undefined {
  if (typeof value !== "boolean") return report("TYPE_ERROR", { type: "boolean" });
  if (allowed && allowed.length > 0 && !allowed.includes(value)) report("NOT_ALLOWED_VALUE_ERROR");
}

function checkArray(
  value: unknown,
  rules: ArrayValidation,
  path: string,
  errors: SubmissionValidationError[],
  context: ValueContext,
): undefined {
  const report = reportAt(errors, path);
  const message = rules.errorMessages?.default;
  if (!Array.isArray(value)) return report("TYPE_ERROR", { type: "array" }, message);
  const most = Math.min(rules.maxItems ?? maxItems, maxItems);
  if (value.length > most) return report("MAX_ITEMS_ERROR", { maxItems: most }, message);
  if (rules.minItems != null && value.length < rules.minItems)
    return report("MIN_ITEMS_ERROR", { minItems: rules.minItems }, message);
  for (const [index, item] of value.entries()) {
    const reportItem = reportAt(errors, `${path}.${index}`);
    const { string, number, integer, boolean } = rules.items ?? {};
    if (number) checkNumber(item, number, reportItem);
    else if (integer) checkNumber(item, integer, reportItem, true);
    else if (boolean) checkBoolean(item, boolean.enum, reportItem);
    else if (string || typeof item !== "number") checkText(item, string ?? {}, context.now, reportItem);
  }
}

function checkObject(
  value: unknown,
  { properties, errorMessages }: ObjectValidation,
  path: string,
  errors: SubmissionValidationError[],
  context: ValueContext,
): undefined {
  const report = reportAt(errors, path);
  if (!isRecord(value)) return report("TYPE_ERROR", { type: "object" }, errorMessages?.default);
  if (JSON.stringify(value).length > maxObjectLength)
    return report("MAX_LENGTH_ERROR", { maxLength: maxObjectLength }, errorMessages?.default);
  if (!properties) return;
  for (const name of Object.keys(value))
    if (!Object.hasOwn(properties, name)) reportAt(errors, `${path}.${name}`)("UNKNOWN_VALUE_ERROR");
  for (const [name, rules] of Object.entries(properties)) {
    const part = Object.hasOwn(value, name) ? value[name] : undefined;
    const at = `${path}.${name}`;
    const reportPart = reportAt(errors, at);
    if (isEmptyValue(part)) {
      if (rules.required) reportPart("REQUIRED_VALUE_ERROR");
    } else if (rules.string) checkText(part, rules.string, context.now, reportPart);
    else if (rules.number) checkNumber(part, rules.number, reportPart);
    else if (rules.integer) checkNumber(part, rules.integer, reportPart, true);
    else if (rules.boolean) checkBoolean(part, rules.boolean.enum, reportPart);
    else if (rules.array) checkArray(part, rules.array, at, errors, context);
  }
}

const addressParts: Readonly<Record<AddressPart, number>> = {
  country: 2,
  subdivision: 50,
  city: 100,
  postalCode: 20,
  streetName: 200,
  streetNumber: 50,
  addressLine: 250,
  addressLine2: 250,
};

function checkAddress(
  value: unknown,
  { allowedCountries = [], fields = {} }: AddressValidation,
  path: string,
  errors: SubmissionValidationError[],
  context: ValueContext,
): unknown {
  if (!isRecord(value)) {
    reportAt(errors, path)("TYPE_ERROR", { type: "object" });
    return value;
  }
  for (const name of Object.keys(value))
    if (!Object.hasOwn(addressParts, name)) reportAt(errors, `${path}.${name}`)("UNKNOWN_VALUE_ERROR");
  for (const [name, maxLength] of Object.entries(addressParts)) {
    const part = value[name];
    const report = reportAt(errors, `${path}.${name}`);
    if (!isEmptyValue(part)) checkText(part, { maxLength }, context.now, report);
    else if (fields[name as AddressPart]?.required) report("REQUIRED_VALUE_ERROR");
  }
  const { country } = value;
  if (typeof country === "string" && country !== "") {
    const report = reportAt(errors, `${path}.country`);
    if (!/^[A-Z]{2}$/.test(country)) report("FORMAT_ERROR", { format: "COUNTRY" });
    else if (allowedCountries.length > 0 && !allowedCountries.includes(country)) report("NOT_ALLOWED_VALUE_ERROR");
  }
  return Object.fromEntries(Object.entries(value).filter(([, part]) => !isEmptyValue(part)));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
