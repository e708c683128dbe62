import type { FormField, FormRule } from "@porchlight/client/forms";
import { text } from "../../texts/text.ts";
import { type BuilderState, fieldsOf } from "./builder-state.ts";
import { fieldLabel, optionsOf, validationOf } from "./field-options.ts";
import { hasChoices, isPayment, typeOf } from "./field-types.ts";

/** What has to be corrected before a form can be published. */
export interface FormProblem {
  /** Where it is. */
  tab: "fields" | "rules" | "settings";
  /** The field or rule. */
  id?: string;
  text: string;
}

const emailPattern = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/;
const pricePattern = /^\d{1,9}(\.\d{1,2})?$/;

/** Finds what the server would reject, in the words of the console. */
export function findProblems({ rows, rules, settings }: BuilderState): FormProblem[] {
  const fields = fieldsOf(rows);
  const inputs = fields.flatMap(({ inputOptions }) => inputOptions ?? []);
  const targets = new Set(inputs.map(({ target }) => target));
  const ids = new Set(fields.map(({ _id }) => _id));
  const problems: FormProblem[] = [];
  if (inputs.length === 0) problems.push({ tab: "fields", text: text("Add at least one field") });
  const seen = new Set<string>();
  for (const field of fields) {
    const target = field.inputOptions?.target;
    const found = fieldProblems(field);
    if (target !== undefined && seen.has(target)) found.push(text("There is already a field {key}", { key: target }));
    if (target !== undefined) seen.add(target);
    problems.push(...found.map((problem) => ({ tab: "fields" as const, id: field._id, text: problem })));
  }
  for (const rule of rules)
    problems.push(
      ...ruleProblems(rule, targets, ids).map((problem) => ({ tab: "rules" as const, id: rule._id, text: problem })),
    );
  problems.push(...settingProblems(settings, inputs).map((problem) => ({ tab: "settings" as const, text: problem })));
  return problems;
}

/** The problems of one field. */
export function fieldProblems(field: FormField): string[] {
  const { inputOptions } = field;
  if (!inputOptions) return [];
  const type = typeOf(field);
  const { options = [] } = optionsOf(field);
  const validation = validationOf(field);
  const found: string[] = [];
  if (fieldLabel(field) === "") found.push(text("Enter a label"));
  if (inputOptions.target === "") found.push(text("Enter a key"));
  if (hasChoices(type)) {
    const values = options.map(({ value, label }) => String(value ?? label ?? "").trim());
    if (options.length === 0) found.push(text("Add at least one option"));
    if (values.some((value) => value === "")) found.push(text("Enter a text for each option"));
    else if (new Set(values).size < values.length) found.push(text("Two options are the same"));
  }
  for (const [low, high] of [
    [validation.minLength, validation.maxLength],
    [validation.minimum, validation.maximum],
    [validation.minItems, validation.maxItems],
  ] as const)
    if (low != null && high != null && low > high) found.push(text("The lower limit is above the upper one"));
  if (validation.pattern && !isPattern(validation.pattern)) found.push(text("The pattern is not a regular expression"));
  if (isPayment(type)) {
    const prices = (validation.products ?? []).flatMap(({ priceType, fixedPriceOptions, dynamicPriceOptions }) =>
      priceType === "DYNAMIC_PRICE"
        ? [
            dynamicPriceOptions?.minPrice ?? "",
            ...(dynamicPriceOptions?.maxPrice ? [dynamicPriceOptions.maxPrice] : []),
          ]
        : [fixedPriceOptions?.price ?? ""],
    );
    if (prices.length === 0) found.push(text("Add at least one product"));
    const named = new Set(options.flatMap(({ value, label }) => (label?.trim() ? [value] : [])));
    if ((type === "products" || type === "donation") && validation.products?.some(({ _id }) => !named.has(_id)))
      found.push(text("Enter a name for each product"));
    if (prices.some((price) => !pricePattern.test(price))) found.push(text("Enter a price, such as 12.50"));
  }
  return found;
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** The problems of one rule. */
export function ruleProblems(
  { expression, overrides = [] }: FormRule,
  targets: ReadonlySet<string>,
  ids: ReadonlySet<string>,
): string[] {
  type Node = NonNullable<FormRule["expression"]>;
  const targetsIn = ({ and, or, condition }: Node): string[] =>
    condition ? [condition.target ?? ""] : [...(and?.conditions ?? []), ...(or?.conditions ?? [])].flatMap(targetsIn);
  const used = expression ? targetsIn(expression) : [];
  const changed = overrides.flatMap(({ fieldOptions }) => fieldOptions?.fieldId ?? []);
  if (used.length === 0) return [text("Add a condition to this rule")];
  if (changed.length === 0) return [text("Choose a field that this rule changes")];
  const isDangling = used.some((target) => !targets.has(target)) || changed.some((id) => !ids.has(id));
  return isDangling ? [text("This rule points to a field that was removed")] : [];
}

function settingProblems(
  { notifications, limitationRule, submitSettings }: BuilderState["settings"],
  inputs: readonly NonNullable<FormField["inputOptions"]>[],
): string[] {
  const found: string[] = [];
  const invalid = notifications?.ownerEmails?.find((email) => !emailPattern.test(email));
  if (invalid !== undefined) found.push(text("{address} is not an email address", { address: invalid || "–" }));
  if ((notifications?.ownerEmails?.length ?? 0) > 10) found.push(text("Enter at most ten addresses"));
  const target = notifications?.confirmationTarget;
  if (target != null && !inputs.some((input) => input.target === target))
    found.push(text("The confirmation goes to a field that was removed"));
  const { dateTimeOpening: opening, dateTimeDeadline: deadline } = limitationRule ?? {};
  if (opening && deadline && opening >= deadline) found.push(text("The form closes before it opens"));
  const { submitSuccessAction: action, redirectOptions } = submitSettings ?? {};
  if (action === "REDIRECT" && !isLink(redirectOptions?.redirectUrl ?? ""))
    found.push(text("Enter a path of the site, such as /thanks, or a full address"));
  return found;
}

/** Whether a form may redirect to a URL. */
export const isLink = (url: string): boolean =>
  /^\/(?![/\\])/.test(url) || (URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol));
