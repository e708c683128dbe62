import type { ViewField } from "@porchlight/client/data";
import type { SubmittedFile } from "@porchlight/client/forms";
import { maxRating, maxTypedSignatureLength } from "@porchlight/contract/forms/form-values";
import type dataForm from "@porchlight/contract/texts/en/data-form.json";
import type forms from "@porchlight/contract/texts/en/forms.json";
import { isPostalCodeOf, listCountries } from "../../auth/phone/countries.ts";
import { isPhoneNumber, joinPhoneNumber } from "../../auth/phone/phone-number.ts";
import { readTypedValue, type TypedControl } from "../../data/form/typed-values.ts";
import type { FieldView } from "./field-view.ts";
import { applyFormRules, type EffectiveField, type FormView } from "./form-view.ts";
import { readProducts } from "./read-products.ts";

/** The key of an error text. */
export type FormIssueKey = keyof typeof forms | keyof typeof dataForm;

/** An invalid value. */
export interface FormIssue {
  /** Target of the field. */
  target: string;
  /** Key of the error text. */
  key: FormIssueKey;
  /** The limit that the text names. */
  n?: number | undefined;
  /** The owner's text instead of `key`. */
  message?: string | undefined;
  /** The control to correct, if the field has several; a suffix of its name. */
  part?: string | undefined;
}

/** What reading a page's controls depends on. */
export interface ReadOptions {
  language: string;
  /** Two-letter code for phone numbers without a calling code. */
  country?: string | undefined;
}

/** Names of the page's own controls, which no field may have. */
export const ownControls = { honeypot: "_homepage", attempt: "_attempt" } as const;

/** The values of the visible fields, and what is invalid. */
export interface FormReading {
  /** By target of the field. */
  values: Record<string, unknown>;
  /** Empty if the form can be submitted. */
  issues: readonly FormIssue[];
  /** All fields with the changes of the rules. */
  fields: readonly EffectiveField[];
}

/**
 * Reads and validates the controls of a page: in the browser, and on a server for browsers without scripts. Values of
 * hidden fields are omitted, except of those that the definition hides.
 *
 * @param targets Fields to validate. Default: all.
 */
export function readForm(
  view: FormView,
  data: FormData,
  options: ReadOptions,
  targets?: ReadonlySet<string>,
): FormReading {
  const typed = view.fields.flatMap((field) => {
    const result = readField({ ...field, isRequired: false }, data, options);
    return "value" in result && result.value !== undefined ? [[field.target, result.value]] : [];
  });
  const fields = applyFormRules(view, Object.fromEntries(typed));
  const values: Record<string, unknown> = {};
  const issues: FormIssue[] = [];
  for (const field of fields) {
    if (field.target === "" || field.isOmitted) continue;
    const result = readField(field, data, options);
    const issue = "issue" in result ? result.issue : checkRules(field, result.value);
    if (!issue && "value" in result) {
      if (result.value !== undefined) values[field.target] = result.value;
    } else if (issue && !field.isHidden && (!targets || targets.has(field.target)))
      issues.push({ ...issue, target: field.target });
  }
  return { values, issues, fields };
}

type Issue = Omit<FormIssue, "target">;
type Result = { value: unknown } | { issue: Issue };

/** Control characters other than tabs and line ends, which pasted text may contain and the server rejects. */
const controlCharacters = /[^\P{Cc}\t\n\r]/gu;
const texts = (data: FormData, name: string): string[] =>
  data
    .getAll(name)
    .flatMap((value) => (typeof value === "string" && value !== "" ? value.replace(controlCharacters, " ") : []));
const textOf = (data: FormData, name: string): string => texts(data, name)[0] ?? "";

/** Controls of collection forms that read the same values. */
const controls: Partial<Record<FieldView["kind"], TypedControl>> = {
  line: "line",
  text: "text",
  email: "email",
  url: "url",
  number: "number",
  time: "time",
};

/** The value of one field; `undefined` if it is empty. */
function readField(field: FieldView, data: FormData, options: ReadOptions): Result {
  const { kind, target, isRequired, limits } = field;
  const control = controls[kind];
  if (control)
    return readTypedValue(control, asViewField(field), textOf(data, target), "UTC", undefined, options.language);
  const missing = (key: FormIssueKey): Result => (isRequired ? { issue: { key } } : { value: undefined });
  switch (kind) {
    case "phone":
      return readPhone(field, textOf(data, target), options);
    case "rating":
    case "radio":
    case "select":
      return readChoice(field, data) ?? missing("data.check.chosen");
    case "checkboxes": {
      const chosen = field.choices.flatMap(({ key, value }) => (texts(data, target).includes(key) ? [value] : []));
      const own = texts(data, target).includes(customKey) ? textOf(data, `${target}.custom`).trim() : "";
      const value = own ? [...chosen, own] : chosen;
      if (value.length === 0) return missing("data.check.chosen");
      const { minItems, maxItems } = limits;
      if (minItems != null && value.length < minItems) return { issue: { key: "forms.check.few", n: minItems } };
      if (maxItems != null && value.length > maxItems) return { issue: { key: "forms.check.many", n: maxItems } };
      return { value };
    }
    case "checkbox":
      if (textOf(data, target) === "on") return { value: true };
      return isRequired ? { issue: { key: "forms.check.ticked" } } : { value: false };
    case "date":
      return readDate(field, data) ?? missing("data.check.required");
    case "dateTime":
      return readDateTime(field, data) ?? missing("data.check.required");
    case "address":
      return readAddress(field, data, options);
    case "file":
    case "signature":
      return readFiles(field, data) ?? missing(kind === "file" ? "forms.check.file" : "forms.check.signature");
    case "payment":
      return readProducts(field, data, options.language) ?? missing("data.check.chosen");
    case "unavailable":
      return missing("forms.check.unavailable");
    default:
      return { value: undefined };
  }
}

/** The properties that the reader of collection forms uses. */
function asViewField({ target, isRequired, limits }: FieldView): ViewField {
  const { minLength, maxLength, minimum, maximum } = limits;
  return {
    key: target,
    required: isRequired,
    ...((minLength != null || maxLength != null) && { stringLengthRange: { minLength, maxLength } }),
    ...((typeof minimum === "number" || typeof maximum === "number") && {
      numberRange: { gte: minimum, lte: maximum },
    }),
  } as ViewField;
}

/** Limits that only forms have: patterns, steps of numbers, and the allowed values of rules. */
function checkRules({ kind, limits, allowedValues }: EffectiveField, value: unknown): Issue | undefined {
  if (value === undefined) return undefined;
  const { pattern, multipleOf, validationMessages, errorMessages } = limits;
  if (typeof value === "string" && pattern && !matches(pattern, value)) {
    const message = validationMessages?.pattern ?? errorMessages?.default ?? undefined;
    return { key: "forms.check.format", message };
  }
  if (kind === "number" && typeof value === "number" && multipleOf && !isMultiple(value, multipleOf))
    return { key: "forms.check.multiple", n: multipleOf };
  if (allowedValues && ![value].flat().every((one) => allowedValues.some((allowed) => allowed === one)))
    return { key: "data.check.chosen" };
  return undefined;
}

/** The server decides about patterns that browsers do not support. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}

const isMultiple = (value: number, step: number): boolean => {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
};

/** The key of the choice of a person's own. */
export const customKey = "_custom";

function readChoice({ kind, target, choices }: FieldView, data: FormData): Result | undefined {
  const chosen = textOf(data, target);
  if (kind === "rating") {
    const rating = Number(chosen);
    return Number.isInteger(rating) && rating >= 1 && rating <= maxRating ? { value: rating } : undefined;
  }
  if (chosen === customKey) {
    const own = textOf(data, `${target}.custom`).trim();
    return own ? { value: own } : { issue: { key: "data.check.required", part: "custom" } };
  }
  const choice = choices.find(({ key }) => key === chosen);
  return choice && { value: choice.value };
}

function readPhone(field: FieldView, typed: string, { country }: ReadOptions): Result {
  const { isRequired, limits, defaultCountry } = field;
  if (typed.trim() === "") return isRequired ? { issue: { key: "data.check.required" } } : { value: undefined };
  const allowed = limits.phoneOptions?.allowedCountryCodes ?? [];
  const number = joinPhoneNumber(defaultCountry ?? allowed[0] ?? country ?? "", typed);
  return isPhoneNumber(number) ? { value: number } : { issue: { key: "forms.check.phone" } };
}

/** Joins the three numbers of a date; `undefined` if all are empty. */
function dateOf(target: string, data: FormData): { date: string } | { part: string } | undefined {
  const [day, month, year] = (["day", "month", "year"] as const).map((part) =>
    textOf(data, `${target}.${part}`).trim(),
  );
  if (!day && !month && !year) return undefined;
  if (!/^\d{1,2}$/.test(day ?? "")) return { part: "day" };
  if (!/^\d{1,2}$/.test(month ?? "")) return { part: "month" };
  if (!/^\d{4}$/.test(year ?? "")) return { part: "year" };
  const date = `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
  const parsed = new Date(date);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date ? { part: "day" } : { date };
}

function readDate({ target, limits }: FieldView, data: FormData): Result | undefined {
  const read = dateOf(target, data);
  if (!read) return undefined;
  if ("part" in read) return { issue: { key: "data.check.date", part: read.part } };
  const { minimum, maximum } = limits.dateOptions ?? {};
  return inPeriod(read.date, minimum, maximum);
}

function readDateTime({ target, limits }: FieldView, data: FormData): Result | undefined {
  const read = dateOf(target, data);
  const time = textOf(data, `${target}.time`);
  if (!read && !time) return undefined;
  if (!read || "part" in read) return { issue: { key: "data.check.date", part: read?.part ?? "day" } };
  if (!/^\d\d:\d\d/.test(time)) return { issue: { key: "data.check.time", part: "time" } };
  const { minimum, maximum } = limits.dateTimeOptions ?? {};
  return inPeriod(`${read.date}T${time.slice(0, 5)}`, minimum, maximum);
}

/** The server decides about limits by the current time. */
function inPeriod(value: string, minimum: string | null | undefined, maximum: string | null | undefined): Result {
  if (minimum && minimum !== "$now" && value < minimum.slice(0, value.length))
    return { issue: { key: "forms.check.early" } };
  if (maximum && maximum !== "$now" && value > maximum.slice(0, value.length))
    return { issue: { key: "forms.check.late" } };
  return { value };
}

/** The code of a country; browsers without scripts have an input for its name. */
function countryCodeOf(typed: string, language: string): string {
  if (/^[a-z]{2}$/i.test(typed)) return typed.toUpperCase();
  const name = typed.toLowerCase();
  return listCountries(language).find(({ label }) => label.toLowerCase() === name)?.value ?? "";
}

function readAddress(
  { target, isRequired, limits, addressParts }: FieldView,
  data: FormData,
  { language }: ReadOptions,
): Result {
  const address = Object.fromEntries(
    addressParts.flatMap((part) => {
      const typed = textOf(data, `${target}.${part}`).trim();
      const value = part === "country" && typed ? countryCodeOf(typed, language) : typed;
      return value ? [[part, value]] : [];
    }),
  );
  const names = Object.keys(address);
  // The country is often preselected.
  if (names.length === 0 || (names.length === 1 && names[0] === "country")) {
    return isRequired ? { issue: { key: "data.check.required" } } : { value: undefined };
  }
  const absent = addressParts.find((part) => !address[part] && limits.fields?.[part]?.required);
  if (absent) return { issue: { key: "forms.check.addressPart", part: absent } };
  if (!address.country) return { issue: { key: "forms.check.addressPart", part: "country" } };
  if (!isPostalCodeOf(address.postalCode ?? "", address.country))
    return { issue: { key: "forms.check.postalCode", part: "postalCode" } };
  return { value: address };
}

/** Uploaded files as JSON, or a typed signature. */
function readFiles({ kind, target, limits }: FieldView, data: FormData): Result | undefined {
  if (textOf(data, `${target}.pending`)) return { issue: { key: "forms.check.uploading" } };
  const text = textOf(data, target).trim();
  const files = parseFiles(text);
  if (files.length > 0) {
    const most = kind === "file" ? (limits.fileLimit ?? 1) : 1;
    return files.length > most ? { issue: { key: "forms.check.files", n: most } } : { value: files };
  }
  const typed = kind === "signature" ? textOf(data, `${target}.typed`).trim() : "";
  if (typed.length > maxTypedSignatureLength)
    return { issue: { key: "data.check.long", n: maxTypedSignatureLength, part: "typed" } };
  return typed ? { value: typed } : undefined;
}

/** Parses the hidden control of uploaded files. */
export function parseFiles(text: string): SubmittedFile[] {
  try {
    const files: unknown = text ? JSON.parse(text) : [];
    return Array.isArray(files) ? files.filter((file) => typeof Object(file).fileId === "string") : [];
  } catch {
    return [];
  }
}
