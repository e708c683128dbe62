import type { FieldViolation } from "@porchlight/contract/errors";
import type { ViolatedRule } from "@porchlight/contract/field-rules";
import type { ConditionNode, FormInput, FormRule } from "@porchlight/contract/forms/form";
import type { FormField, InputField, StringValidation } from "@porchlight/contract/forms/form-fields";
import { inputOptionsNames } from "@porchlight/contract/forms/form-values";
import { validateRichContent } from "../../blog/rich-content/validate-rich-content.ts";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { forbiddenKeys } from "../../platform/http/parse-json.ts";
import { validationOf } from "../definitions/field-options.ts";
import { isPattern } from "./pattern.ts";

const maxConditionDepth = 10;
const maxConditions = 400;

/**
 * Validates the parts of a form that refer to each other. Adds missing members of rich content.
 *
 * @throws {InvalidArguments} with all problems and their paths.
 */
export function validateDefinition(form: FormInput): void {
  validateDocuments(form, "form");
  const violations: FieldViolation[] = [];
  const reject = (path: string, description: string, rule: ViolatedRule = "VALIDATION") => {
    violations.push(violation(`form.${path}`, description, rule));
    return undefined;
  };
  const { formFields = [], steps = [], formRules = [] } = form;
  const inputs = formFields.flatMap(({ inputOptions }) => inputOptions ?? []);
  const targets = new Set(inputs.map(({ target }) => target));
  const fieldIds = new Set(formFields.map(({ id }) => id));

  rejectRepeated(
    formFields,
    ({ id }) => id,
    (index) => reject(`formFields.${index}.id`, "is the id of another field"),
  );
  for (const [index, field] of formFields.entries()) validateField(field, `formFields.${index}`, reject);
  rejectRepeated(
    formFields.filter(({ inputOptions }) => inputOptions),
    ({ inputOptions }) => inputOptions!.target,
    (_, { id, inputOptions }) => {
      const index = formFields.findLastIndex((field) => field.id === id);
      reject(`formFields.${index}.inputOptions.target`, `"${inputOptions!.target}" is the target of another field`);
    },
  );
  rejectRepeated(
    steps,
    ({ id }) => id,
    (index) => reject(`steps.${index}.id`, "is the id of another step"),
  );
  for (const [index, { layout }] of steps.entries()) {
    for (const size of ["large", "medium", "small"] as const) {
      for (const [place, { fieldId }] of (layout?.[size]?.items ?? []).entries())
        if (fieldId !== undefined && !fieldIds.has(fieldId))
          reject(`steps.${index}.layout.${size}.items.${place}.fieldId`, "is not the id of a field of the form");
    }
  }
  rejectRepeated(
    formRules,
    ({ id }) => id,
    (index) => reject(`formRules.${index}.id`, "is the id of another rule"),
  );
  for (const [index, rule] of formRules.entries())
    validateRule(rule, `formRules.${index}`, { targets, fieldIds }, reject);
  validateSettings(form, inputs, reject);
  if (violations.length > 0) throw new InvalidArguments(violations.slice(0, 100));
}

type Reject = (path: string, description: string, rule?: ViolatedRule) => undefined;

function rejectRepeated<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
  onRepeated: (index: number, item: Item) => void,
): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (seen.has(key(item))) onRepeated(index, item);
    seen.add(key(item));
  }
}

/** Validates every rich-content document, wherever the contract allows one. */
function validateDocuments(value: unknown, path: string): void {
  if (typeof value !== "object" || value === null) return;
  if ("nodes" in value && Array.isArray(value.nodes)) validateRichContent({ ...value, nodes: value.nodes }, path);
  else for (const [key, part] of Object.entries(value)) validateDocuments(part, `${path}.${key}`);
}

function validateField({ inputOptions }: FormField, path: string, reject: Reject): void {
  if (!inputOptions) return;
  const at = `${path}.inputOptions`;
  if (forbiddenKeys.has(inputOptions.target)) reject(`${at}.target`, "must be another name");
  const name = inputOptionsNames[inputOptions.inputType];
  for (const other of Object.values(inputOptionsNames))
    if (other !== name && inputOptions[other] !== undefined)
      reject(`${at}.${other}`, `does not belong to the input type ${inputOptions.inputType}`, "ONE_OF_ALIGNMENT");
  const within = `${at}.${name}.validation`;
  const validation: Record<string, unknown> = { ...validationOf(inputOptions) };
  for (const [low, high] of [
    ["minLength", "maxLength"],
    ["minimum", "maximum"],
    ["minItems", "maxItems"],
  ] as const) {
    const [from, to] = [validation[low], validation[high]];
    if (typeof from === "number" && typeof to === "number" && from > to)
      reject(`${within}.${low}`, `is greater than ${high}`, "MAX");
  }
  if (inputOptions.inputType === "STRING") validateString(validation, within, reject);
  if (inputOptions.inputType === "PAYMENT") validateProducts(inputOptions, within, reject);
}

function validateString({ pattern }: StringValidation, within: string, reject: Reject): void {
  if (typeof pattern === "string" && !isPattern(pattern))
    reject(
      `${within}.pattern`,
      "is not a regular expression; lookarounds and backreferences are not supported",
      "FORMAT",
    );
}

function validateProducts({ paymentOptions }: InputField, within: string, reject: Reject): void {
  const products = paymentOptions?.validation?.products ?? [];
  if (products.length === 0) reject(`${within}.products`, "must have at least one product", "MIN_SIZE");
  rejectRepeated(
    products,
    ({ id }) => id ?? "",
    (index) => reject(`${within}.products.${index}.id`, "is the id of another product"),
  );
  for (const [index, { priceType = "FIXED_PRICE", fixedPriceOptions, dynamicPriceOptions }] of products.entries()) {
    const at = `${within}.products.${index}`;
    if (priceType === "FIXED_PRICE" && fixedPriceOptions?.price === undefined)
      reject(`${at}.fixedPriceOptions.price`, "must be the price", "REQUIRED_FIELD");
    const { minPrice, maxPrice } = dynamicPriceOptions ?? {};
    if (priceType === "DYNAMIC_PRICE" && minPrice === undefined)
      reject(`${at}.dynamicPriceOptions.minPrice`, "must be the lowest price", "REQUIRED_FIELD");
    if (minPrice !== undefined && maxPrice != null && Number(minPrice) > Number(maxPrice))
      reject(`${at}.dynamicPriceOptions.minPrice`, "is greater than maxPrice", "MAX");
  }
}

function validateRule(
  { expression, overrides = [] }: FormRule,
  path: string,
  { targets, fieldIds }: { targets: ReadonlySet<string>; fieldIds: ReadonlySet<string> },
  reject: Reject,
): void {
  let conditions = 0;
  if (expression) visit(expression, `${path}.expression`, 1);
  if (conditions > maxConditions) reject(`${path}.expression`, `has more than ${maxConditions} conditions`, "MAX_SIZE");
  for (const [index, { fieldOptions }] of overrides.entries())
    if (fieldOptions && !fieldIds.has(fieldOptions.fieldId))
      reject(`${path}.overrides.${index}.fieldOptions.fieldId`, "is not the id of a field of the form");

  function visit({ and, or, condition }: ConditionNode, at: string, depth: number): undefined {
    conditions += 1;
    if (depth > maxConditionDepth) return reject(at, `is nested deeper than ${maxConditionDepth} levels`, "MAX");
    if ([and, or, condition].filter(Boolean).length !== 1)
      return reject(at, "must have one of and, or, condition", "ONE_OF_ALIGNMENT");
    if (condition && !targets.has(condition.target ?? ""))
      reject(`${at}.condition.target`, `"${condition.target ?? ""}" is not the target of a field of the form`);
    for (const [name, group] of Object.entries({ and, or }))
      for (const [index, part] of (group?.conditions ?? []).entries())
        visit(part, `${at}.${name}.conditions.${index}`, depth + 1);
  }
}

function validateSettings(form: FormInput, inputs: readonly InputField[], reject: Reject): void {
  const { dateTimeOpening, dateTimeDeadline } = form.limitationRule ?? {};
  if (dateTimeOpening && dateTimeDeadline && Date.parse(dateTimeOpening) >= Date.parse(dateTimeDeadline))
    reject("limitationRule.dateTimeDeadline", "must be after dateTimeOpening", "MIN");
  const { redirectUrl } = form.submitSettings?.redirectOptions ?? {};
  if (redirectUrl && !isLink(redirectUrl))
    reject(
      "submitSettings.redirectOptions.redirectUrl",
      "must be a path of the site or an http or https URL",
      "FORMAT",
    );
  const target = form.notifications?.confirmationTarget;
  const confirmed = inputs.find((input) => input.target === target);
  if (target != null && confirmed?.stringOptions?.validation?.format !== "EMAIL")
    reject("notifications.confirmationTarget", "must be the target of a field with the format EMAIL");
}

const isLink = (url: string): boolean =>
  /^\/(?![/\\])/.test(url) || (URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol));
