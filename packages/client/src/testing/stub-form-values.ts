import type { Form } from "@porchlight/contract/forms/form";
import type { ChoiceOptions, InputField, PaymentValidation } from "@porchlight/contract/forms/form-fields";
import { maxRating, maxTextValueLength, type SubmissionErrorType } from "@porchlight/contract/forms/form-values";
import { applyRules, isEmptyValue, omitHidden } from "@porchlight/contract/forms/rules";
import type { SubmissionValidationError, SubmittedFile, SubmittedProduct } from "@porchlight/contract/forms/submission";

/** Values that were checked by the definition of a form. */
export interface CheckedValues {
  errors: SubmissionValidationError[];
  /** To store: without empty values and those of hidden fields. */
  values: Record<string, unknown>;
  /** Of the chosen products, in cents. */
  cents: number;
}

type Report = (errorType: SubmissionErrorType, params?: Record<string, unknown>) => void;

/**
 * Checks values as the server does: rules, required and unknown fields, types, limits, choices, files and products. Of
 * the formats, `EMAIL`, `URL` and `DATE` are checked; patterns are expressions of JavaScript.
 */
export function checkValues(
  form: Form,
  input: Readonly<Record<string, unknown>>,
  files: ReadonlyMap<string, SubmittedFile>,
): CheckedValues {
  const errors: SubmissionValidationError[] = [];
  const states = applyRules(form, input);
  const present = omitHidden(form.formFields, states, input);
  const values: Record<string, unknown> = {};
  let cents = 0;
  const reportAt =
    (errorPath: string, customErrorMessage?: string | null): Report =>
    (errorType, params) => {
      errors.push({
        errorPath,
        errorType,
        ...(customErrorMessage && { customErrorMessage }),
        ...(params && { params }),
      });
    };
  const targets = new Set(form.formFields.map(({ inputOptions }) => inputOptions?.target));
  for (const target of Object.keys(present)) if (!targets.has(target)) reportAt(target)("UNKNOWN_VALUE_ERROR");
  for (const { id, inputOptions: field } of form.formFields) {
    if (!field) continue;
    const { target, inputType } = field;
    const value = present[target];
    const state = states.get(id);
    const isMissing = isEmptyValue(value) || (inputType === "BOOLEAN" && value === false);
    if (isMissing && state?.required) reportAt(target)("REQUIRED_VALUE_ERROR");
    if (isEmptyValue(value)) continue;
    const before = errors.length;
    values[target] = value;
    const isTypedSignature = typeof value === "string" && optionsOf(field).component === "SIGNATURE";
    if (inputType === "WIX_FILE" && !isTypedSignature)
      values[target] = checkFiles(field, value, files, reportAt(target));
    else if (inputType === "PAYMENT") {
      const products = checkProducts(field.paymentOptions?.validation ?? {}, value, reportAt(target));
      values[target] = products;
      for (const { price, quantity } of products) cents += Math.round(Number(price) * 100) * Number(quantity);
    } else if (inputType === "ADDRESS") checkAddress(field, value, target, reportAt);
    else checkValue(field, value, reportAt(target, messageOf(field)));
    const allowed = state?.allowedValues;
    if (allowed && errors.length === before && ![value].flat().every((one) => allowed.includes(one)))
      reportAt(target)("NOT_ALLOWED_VALUE_ERROR");
  }
  return { errors, values, cents };
}

/** The validation and the component's options of a field, which are in properties named after them. */
function optionsOf(field: InputField): {
  validation: Record<string, never>;
  choices: ChoiceOptions;
  component: string;
} {
  const camelCase = (name: string) =>
    `${name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}Options`;
  const options = Object(Object(field)[camelCase(field.inputType)]);
  const component = String(options.componentType);
  return { component, validation: Object(options.validation), choices: Object(options[camelCase(component)]) };
}

const messageOf = (field: InputField): string | undefined => Object(optionsOf(field).validation.errorMessages).default;

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  EMAIL: (text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text),
  URL: (text) => /^https?:/.test(text) && URL.canParse(text),
  DATE: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text,
};

const jsTypes: Partial<Record<InputField["inputType"], (value: unknown) => boolean>> = {
  STRING: (value) => typeof value === "string",
  NUMBER: (value) => Number.isFinite(value),
  BOOLEAN: (value) => typeof value === "boolean",
  ARRAY: Array.isArray,
};

function checkValue(field: InputField, value: unknown, report: Report): void {
  const { inputType } = field;
  const { component, validation, choices } = optionsOf(field);
  const isRating = component === "RATING_INPUT";
  if (jsTypes[inputType]?.(value) === false || (isRating && !Number.isInteger(value))) {
    report("TYPE_ERROR", { type: isRating ? "integer" : inputType.toLowerCase() });
    return;
  }
  if (typeof value === "string") checkText(validation, value, report);
  if (typeof value === "number")
    checkNumber(isRating ? { minimum: 1, maximum: maxRating, ...validation } : validation, value, report);
  if (Array.isArray(value)) checkLength(validation, value.length, report);
  const options = choices.options ?? [];
  const isClosed = /^(RADIO_GROUP|DROPDOWN|CHECKBOX_GROUP)$/.test(component) && !choices.customOption;
  for (const item of [value].flat())
    if (isClosed && options.length > 0 && !options.some((one) => one.value === item)) report("NOT_ALLOWED_VALUE_ERROR");
}

function checkAddress(
  { addressOptions }: InputField,
  value: unknown,
  target: string,
  reportAt: (path: string) => Report,
): void {
  if (typeof value !== "object" || Array.isArray(value)) {
    reportAt(target)("TYPE_ERROR", { type: "object" });
    return;
  }
  const { allowedCountries = [], fields = {} } = addressOptions?.validation ?? {};
  const { country, ...address } = Object(value);
  for (const [part, { required }] of Object.entries(fields))
    if (required && isEmptyValue({ country, ...address }[part])) reportAt(`${target}.${part}`)("REQUIRED_VALUE_ERROR");
  if (isEmptyValue(country)) return;
  const report = reportAt(`${target}.country`);
  checkText({ maxLength: 2 }, String(country), report);
  if (!/^[A-Z]{2}$/.test(country)) report("FORMAT_ERROR", { format: "COUNTRY" });
  else if (allowedCountries.length > 0 && !allowedCountries.includes(country)) report("NOT_ALLOWED_VALUE_ERROR");
}

type Limits = Readonly<Record<string, unknown>>;

function checkText({ minLength, maxLength, pattern, format, enum: allowed }: Limits, value: string, report: Report) {
  const length = [...value].length;
  const most = Number(maxLength ?? maxTextValueLength);
  if (length > most) report("MAX_LENGTH_ERROR", { maxLength: most });
  else if (length < Number(minLength ?? 0)) report("MIN_LENGTH_ERROR", { minLength });
  else if (Array.isArray(allowed) && allowed.length > 0 && !allowed.includes(value)) report("NOT_ALLOWED_VALUE_ERROR");
  else if (formats[String(format)]?.(value) === false) report("FORMAT_ERROR", { format });
  else if (pattern && !new RegExp(String(pattern), "u").test(value)) report("PATTERN_ERROR", { pattern });
}

function checkNumber({ minimum, maximum }: Limits, value: number, report: Report): void {
  if (value < Number(minimum ?? Number.NEGATIVE_INFINITY)) report("MIN_VALUE_ERROR", { minimum });
  else if (value > Number(maximum ?? Number.POSITIVE_INFINITY)) report("MAX_VALUE_ERROR", { maximum });
}

function checkLength({ minItems, maxItems }: Limits, length: number, report: Report): void {
  if (length < Number(minItems ?? 0)) report("MIN_ITEMS_ERROR", { minItems });
  else if (length > Number(maxItems ?? Number.POSITIVE_INFINITY)) report("MAX_ITEMS_ERROR", { maxItems });
}

function checkFiles(
  { wixFileOptions }: InputField,
  value: unknown,
  files: ReadonlyMap<string, SubmittedFile>,
  report: Report,
): unknown {
  if (!Array.isArray(value)) {
    report("TYPE_ERROR", { type: "files" });
    return value;
  }
  checkLength({ maxItems: wixFileOptions?.validation?.fileLimit ?? 1 }, value.length, report);
  return value.map((one) => {
    const fileId = String(Object(one).fileId);
    const file = files.get(fileId);
    if (!file) report("NOT_ALLOWED_VALUE_ERROR", { fileId });
    return file ?? one;
  });
}

function checkProducts({ products = [] }: PaymentValidation, value: unknown, report: Report): SubmittedProduct[] {
  return [value].flat().flatMap((one): SubmittedProduct[] => {
    const { productId, quantity = 1, price: requestedPrice } = Object(one);
    const product = products.find(({ id }) => id === productId);
    const reportProduct: Report = (errorType, params) => report(errorType, { ...params, productId });
    if (!product) {
      reportProduct("NOT_ALLOWED_VALUE_ERROR");
      return [];
    }
    const {
      quantityLimit,
      fixedPriceOptions,
      dynamicPriceOptions: { minPrice: minimum, maxPrice: maximum } = {},
    } = product;
    const isFixed = product.priceType !== "DYNAMIC_PRICE";
    const price = isFixed ? fixedPriceOptions?.price : requestedPrice;
    checkNumber({ ...quantityLimit }, quantity, reportProduct);
    if (typeof price !== "string") reportProduct("FORMAT_ERROR", { format: "DECIMAL" });
    else if (!isFixed) checkNumber({ minimum, maximum }, Number(price), reportProduct);
    return [{ productId, quantity, price }];
  });
}
